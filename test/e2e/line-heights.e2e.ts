import { expect, type Locator, type Page } from '@playwright/test'
import { pathTable } from '#contracts/paths.ts'
import { ask, plainArticle, setOnHand } from './books.ts'
import { everyKind, skuWhere } from './cart-states.ts'
import { test } from './focus-watch.ts'
import { expectNoFault } from './page-faults.ts'
import { callStore } from './quick.ts'
import { giveAGift } from './registry-walk.ts'
import { Store } from './store.ts'

const { cart } = pathTable
const rosa = `shopper_id in (select shopper_id from shop.account where last_name = 'Wed')`

/** A cart with a line of every kind; more are wanted of the last than are left. */
async function fill(store: Store): Promise<void> {
  const { page, variant } = store
  await store.open('/')
  if (variant.country === 'US') await giveAGift(store)
  const fewer = await plainArticle(variant.key, 9)
  const skus = [
    await skuWhere(store, "is_pfas and ship_kind = 'parcel'"),
    await skuWhere(store, "ship_kind = 'furniture' and boxes <> '[]' and services = '[]'"),
  ]
  const items = [
    ...(await everyKind(store)),
    ...skus.map((Sku) => ({ Sku, Quantity: 1 })),
    { Sku: fewer.sku, Quantity: 3 },
  ]
  await callStore(page, cart.addItems.path, { items })
  const donation = await skuWhere(store, `ship_kind = 'donation'`)
  await callStore(page, cart.donationAddToCart.path, { sku: donation, amount: 2_500 })
  await setOnHand(variant.key, fewer.sku, 2)
}

const linesOf = (page: Page) => page.getByRole('list', { name: 'Items in your cart' }).locator(':scope > li')

/** Each line that is higher than a phone has room for, with its height. */
const tooHigh = (lines: Locator) =>
  lines.evaluateAll((all) =>
    all
      .map((one) => ({ name: one.querySelector('h2')?.textContent, height: one.getBoundingClientRect().height }))
      .filter(({ height }) => height > 200),
  )

/** What of a line is a link or a button of words, by the row it stands in: the sizes of these rows. */
const rowsOfWords = (line: Locator) =>
  line.evaluate((one) => {
    const shown = [...one.querySelectorAll('a, button')].filter(
      (each) => each.checkVisibility() && each.textContent !== '' && each.closest('h2, [role=alert]') === null,
    )
    const tops = shown.map((each) => {
      const { top, height } = each.getBoundingClientRect()
      return Math.round((top + height / 2) / 12)
    })
    return [...new Set(tops)].map((top) => tops.filter((each) => each === top).length)
  })

for (const { key, zips } of [
  { key: 'cb', zips: ['55401', '96813'] },
  { key: 'cb2', zips: ['55401', '96813'] },
  { key: 'cb-ca', zips: ['M5V 2T6'] },
  { key: 'cb2-ca', zips: ['M5V 2T6'] },
] as const) {
  test(`CALM-31: ${key}: on a phone a line of any kind takes at most 200 px, whatever stands in its way; on a wide screen it has one row of acts and one button for the rest`, async ({
    page,
  }) => {
    const store = new Store(page, key)
    await fill(store)
    const lines = linesOf(page)
    for (const zip of zips) {
      // the gift of a registry that is closed by now is among the last ones
      if (zip === zips[1]) await ask(`update shop.registry set closed_at = now() where ${rosa}`)
      await callStore(page, cart.applyZipCode.path, { zip, country: store.variant.country })
      await page.setViewportSize({ width: 390, height: 844 })
      await store.open('/checkout/cart')
      await store.untilAlive()
      await expect(lines).toHaveCount(store.variant.country === 'US' ? 11 : 10)
      // one of the two when the gift is of the same piece
      await expect(lines.getByRole('button', { name: /^Set to [12] / }).first()).toBeVisible()
      if (key === 'cb' || key === 'cb2') {
        await expect(lines.getByRole('alert')).toHaveCount(zip === zips[0] ? 1 : 3)
      }
      expect(await tooHigh(lines)).toEqual([])
    }
    await ask(`update shop.registry set closed_at = null where ${rosa}`)

    for (const width of [820, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      for (const line of await lines.all()) {
        const rows = await rowsOfWords(line)
        expect(
          rows.every((count) => count <= 5),
          `${width}: ${await line.textContent()}: ${rows}`,
        ).toBe(true)
      }
      const big = lines.filter({ hasText: 'Oversize item' }).first()
      const asks = ['Shipping and delivery', 'Oversize item', 'Will it fit?'].map((name) =>
        big.getByRole('button', { name }),
      )
      for (const ask of asks) await expect(ask).toBeHidden()
      const more = big.getByRole('button', { name: /^More about delivery/ })
      await more.click()
      for (const ask of asks) await expect(ask).toBeVisible()
      await more.click()
      // of one question there is nothing to open
      const small = lines.filter({ hasText: 'Gift Card' }).first()
      await expect(small.getByRole('button', { name: /^More/ })).toBeHidden()
      await expect(small.getByRole('button', { name: 'Shipping and delivery' })).toBeVisible()
    }
    await expectNoFault(page, `the lines of ${key}`)
  })
}
