import { expect, type Page } from '@playwright/test'
import { ask } from './books.ts'
import { test } from './focus-watch.ts'
import { expectNoFault, expectNoSidewaysScroll } from './page-faults.ts'
import { Store } from './store.ts'

/** A piece of furniture that is there, and whose fee differs near the warehouse. */
async function sofa(): Promise<{ readonly sku: number; readonly name: string }> {
  const [row] = await ask<{ sku: number; name: string }>(
    `select min(k.sku)::int as sku, p.name from shop.sku k join shop.product p using (brand, product_id) join shop.stock t using (sku)
       join shop.location w using (location_id)
     where k.brand = 'CB' and k.ship_kind = 'furniture' and k.status = 'active' and k.available_from is null and w.kind = 'warehouse'
       and w.country = 'US' and t.on_hand - t.held > 5 and k.make_days = 0 and k.custom_order is null and not k.is_pfas
     group by p.product_id, p.name order by min(k.sku) offset 2 limit 1`,
  )
  if (row === undefined) throw new Error('no furniture is there')
  return row
}

async function walkToProduct(store: Store, name: string): Promise<void> {
  const { page } = store
  await store.open('/')
  await store.untilAlive()
  const field = page.getByRole('combobox', { name: 'Search' }).or(page.getByRole('searchbox', { name: 'Search' }))
  await field.fill(name)
  await field.press('Enter')
  await page.getByRole('article').getByRole('link', { name }).first().click()
  await expect(page).toHaveURL(/\/product\/\d+/)
  await store.untilAlive()
}

const summary = (page: Page) => page.getByRole('region', { name: 'Order summary' })
const names = (page: Page) => summary(page).locator('dt')
const spoken = (page: Page) => page.locator('[aria-live=polite][aria-atomic=false]')

async function addAndOpenCart(store: Store): Promise<void> {
  await store.addToCart.click()
  await store.page.getByRole('dialog').getByRole('link', { name: 'View Cart & Checkout' }).click()
  await expect(store.page).toHaveURL(/\/checkout\/cart$/)
  await store.untilAlive()
}

test('CALM-01: a ZIP given on a product page is in the cart; without one the cart calls shipping an estimate', async ({
  page,
}) => {
  const { name } = await sofa()
  const store = new Store(page, 'cb')
  await walkToProduct(store, name)
  await addAndOpenCart(store)
  await expect(names(page)).toHaveText(['Subtotal', 'Estimated shipping', 'Tax', 'Total before tax'])
  await expect(summary(page).getByRole('textbox', { name: 'ZIP code' })).toBeVisible()

  await walkToProduct(store, name)
  const zip = page.getByRole('main').getByRole('textbox', { name: 'Your ZIP code' })
  await zip.fill('60606')
  await zip.press('Enter')
  await addAndOpenCart(store)
  await expect(names(page)).toHaveText(['Subtotal', 'Shipping', 'Tax', 'Total'])
  await expect(summary(page).getByRole('button', { name: 'Delivering to 60606' })).toBeVisible()
  for (const width of [320, 390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page, `the cart at ${width}`)
  }
})

test('CALM-02: the ZIP of the cart and the address of the first step tell once what they change, on the page and in its live region', async ({
  page,
}) => {
  const { name } = await sofa()
  const store = new Store(page, 'cb')
  await walkToProduct(store, name)
  await addAndOpenCart(store)
  await summary(page).getByRole('textbox', { name: 'ZIP code' }).fill('83702')
  await page.getByRole('button', { name: 'Apply ZIP code' }).click()
  await expect(names(page)).toContainText(['Shipping', 'Total'])
  await summary(page).getByRole('textbox', { name: 'ZIP code' }).fill('60606')
  await page.getByRole('button', { name: 'Apply ZIP code' }).click()
  const near = 'Shipping to 60606 is $119.00, $80.00 less than before.'
  await expect(summary(page).getByText(near)).toBeVisible()
  await expect(page.getByRole('main').getByText(near)).toHaveCount(1)
  await expect(spoken(page)).toContainText(near)
  await expect(page.getByRole('button', { name: 'Apply ZIP code' })).toBeFocused()

  await store.startGuestCheckout()
  await expect(page.getByText(near)).toHaveCount(0)
  await store.fillAddress('ada.moves@example.com')
  const main = page.getByRole('main')
  await main.getByLabel(/^city/i).fill('Boise')
  await main.getByLabel(/^(zip|postal) code/i).fill('83702')
  await main.getByLabel(/^(state|province)/i).selectOption('ID')
  await store.toOptions()
  const far = 'Shipping to 83702 is $199.00, $80.00 more than before.'
  await expect(main.getByText(far)).toHaveCount(1)
  await expect(main.getByText(far)).toBeVisible()
  await expect(spoken(page)).toContainText(far)
  await expectNoFault(page, 'the second step with what the address changed')
  await store.next('Next: Payment', /\/checkout\/paymentandbilling$/)
  await expect(main.getByText(far)).toHaveCount(0)
})
