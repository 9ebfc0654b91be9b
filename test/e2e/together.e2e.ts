import { expect, test } from '@playwright/test'
import { addDays, storeDay } from '#domain/days.ts'
import { variants } from '#domain/variant.ts'
import { ask, setOnHand } from './books.ts'
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
    for (const name of [soonName, lateName]) {
      await store.open('/')
      await store.untilAlive()
      const field = page.getByRole('searchbox', { name: 'Search' }).or(page.getByRole('combobox', { name: 'Search' }))
      await field.fill(name)
      await field.press('Enter')
      await page.getByRole('article').getByRole('link', { name }).first().click()
      await expect(page).toHaveURL(/\/product\/\d+/)
      await store.untilAlive()
      const isLate = name === lateName
      await setOnHand(key, store.sku(), isLate ? 0 : 50)
      const from = isLate ? addDays(storeDay(new Date()), 21) : null
      await ask('update shop.sku set available_from = $1 where sku = $2', [from, store.sku()])
      await page.reload()
      await store.untilAlive()
      await store.addToCart.click()
      await expect(page.getByRole('dialog').getByText('1 item(s) added to your cart')).toBeVisible()
    }
    await page.getByRole('dialog').getByRole('link', { name: 'View Cart & Checkout' }).click()
    await store.startGuestCheckout()
    await store.fillAddress(`ida.together.${key}@example.com`)
    await store.next('Next', /\/checkout\/shippingandgiftoptions$/)

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
