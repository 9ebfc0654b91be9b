import { expect } from '@playwright/test'
import { addDays, storeDay } from '#domain/days.ts'
import { variants } from '#domain/variant.ts'
import { ask, setOnHand } from './books.ts'
import { test } from './focus-watch.ts'
import { Store } from './store.ts'

/** The names of two products of a kind that can be bought with nothing to decide but their looks. */
async function twoProducts(key: 'cb' | 'cb2', kind: 'parcel' | 'furniture'): Promise<readonly string[]> {
  const { brand, country } = variants[key]
  const rows = await ask<{ name: string }>(
    `select p.name from shop.sku k join shop.product p using (brand, product_id) join shop.price c using (sku)
     where k.brand = $1 and c.country = $2 and k.ship_kind = $3
     group by p.product_id, p.name
     having bool_and(k.status = 'active' and k.make_days = 0 and k.available_from is null and k.custom_order is null
       and not k.is_pfas and k.personalization is null)
     order by min(k.sku) desc limit 2`,
    [brand, country, kind],
  )
  return rows.map(({ name }) => name)
}

/** From the home page, by the search, one of each into the cart: the first is there, the second comes in so many days. */
async function addBoth(store: Store, names: readonly [string, string], days: number): Promise<void> {
  const { page } = store
  const key = store.variant.brand === 'CB' ? 'cb' : 'cb2'
  for (const name of names) {
    await store.open('/')
    await store.untilAlive()
    const field = page.getByRole('searchbox', { name: 'Search' }).or(page.getByRole('combobox', { name: 'Search' }))
    await field.fill(name)
    await field.press('Enter')
    await page.getByRole('article').getByRole('link', { name }).first().click()
    await expect(page).toHaveURL(/\/product\/\d+/)
    await store.untilAlive()
    const isLate = name === names[1]
    await setOnHand(key, store.sku(), isLate ? 0 : 50)
    const from = isLate ? addDays(storeDay(new Date()), days) : null
    await ask('update shop.sku set available_from = $1 where sku = $2', [from, store.sku()])
    await page.reload()
    await store.untilAlive()
    await store.addToCart.click()
    await expect(page.getByRole('dialog').getByText('1 item(s) added to your cart')).toBeVisible()
  }
}

for (const { key, kind, note } of [
  { key: 'cb', kind: 'parcel', note: 'By standard delivery, once the last item is ready.' },
  { key: 'cb2', kind: 'furniture', note: 'In one delivery, once the last item is ready.' },
] as const) {
  test(`CALM-16: ${key}: from the home page, ${kind} of two dates comes all together when that is ticked, up to the order`, async ({
    page,
  }) => {
    const store = new Store(page, key)
    const main = page.getByRole('main')
    const [soonName = '', lateName = ''] = await twoProducts(key, kind)
    await addBoth(store, [soonName, lateName], 21)
    await page.getByRole('dialog').getByRole('link', { name: 'View Cart & Checkout' }).click()
    await store.startGuestCheckout()
    await store.fillAddress(`ida.together.${key}@example.com`)
    await store.toOptions()

    const soon = main.getByRole('listitem').filter({ hasText: soonName })
    const alone = await main
      .getByText(/^Arrives by /)
      .first()
      .textContent()
    const box = main.getByRole('checkbox', { name: 'Ship everything together' })
    await expect(box).not.toBeChecked()
    await expect(main.getByText(note)).toBeVisible()
    await box.check()
    await expect(main.getByText(/^All together by /).first()).toBeVisible()
    await expect(main.getByText(alone ?? '', { exact: true })).toHaveCount(0)
    await page.reload()
    await store.untilAlive()
    await expect(box).toBeChecked()
    await expect(soon.first()).toContainText('All together by')

    await box.uncheck()
    await expect(main.getByText(/^All together by /)).toHaveCount(0)
    await box.check()
    await expect(main.getByText(/^All together by /).first()).toBeVisible()
    await store.next('Next: Payment', /\/checkout\/paymentandbilling$/)
  })
}

for (const key of ['cb', 'cb2'] as const) {
  test(`CALM-15: ${key}: from the home page, a piece that comes weeks later is split off for the fee shown, has its own day, and can be joined again`, async ({
    page,
  }) => {
    const store = new Store(page, key)
    const main = page.getByRole('main')
    const [soonName = '', lateName = ''] = await twoProducts(key, 'furniture')
    await addBoth(store, [soonName, lateName], 45)
    await page.getByRole('dialog').getByRole('link', { name: 'View Cart & Checkout' }).click()
    await store.startGuestCheckout()
    await store.fillAddress(`ida.split.${key}@example.com`)
    await store.toOptions()

    const days = main.getByRole('combobox', { name: 'Delivery day' })
    const split = main.getByRole('button', { name: 'Split this delivery, $119.00 more' })
    const summary = page.getByRole('complementary', { name: 'Order summary' })
    await expect(main.getByText(`would hold up the rest`)).toContainText(lateName)
    await expect(days).toHaveCount(1)
    const before = await summary.textContent()
    await split.click()
    await expect(main.getByRole('heading', { name: 'Delivery to Ada Lovelace, part 2 of 2' })).toBeFocused()
    await expect(days).toHaveCount(2)
    await expect(split).toHaveCount(0)
    await expect(summary).toContainText('$238.00')

    await main.getByRole('button', { name: 'Bring it in one delivery with the rest' }).click()
    await expect(days).toHaveCount(1)
    await expect(summary).toHaveText(before ?? '')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

    await split.click()
    await days.first().selectOption({ index: 1 })
    await days.nth(1).selectOption({ index: 1 })
    await store.next('Next: Payment', /\/checkout\/paymentandbilling$/)
    await expect(summary).toContainText('$238.00')
  })
}
