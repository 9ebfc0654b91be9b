import { expect, type Locator } from '@playwright/test'
import { ordersOf } from './books.ts'
import { test } from './focus-watch.ts'
import { Store } from './store.ts'

const fold = 'Gift card, code or reward'
const topOf = async (element: Locator): Promise<number> => (await element.boundingBox())?.y ?? Number.NaN

/** From the home page to the payment step, by what a shopper presses. */
async function walkToPayment(store: Store, email: string): Promise<void> {
  await store.walkToProduct()
  await store.addTwoAndOpenCart()
  await store.startGuestCheckout()
  await store.fillAddress(email)
  await store.toOptions()
  await store.next('Next: Payment', /\/checkout\/paymentandbilling$/)
}

for (const brand of ['cb', 'cb2'] as const) {
  test(`CALM-34: in ${brand} the wallets, the card and one fold stand in this order, and an approved wallet orders with the main button`, async ({
    page,
  }) => {
    const store = new Store(page, brand)
    const main = page.getByRole('main')
    const email = `ada.calm-${brand}@example.com`
    await walkToPayment(store, email)

    const line = main.getByRole('button', { name: fold })
    await expect(main.getByRole('button', { name: 'Pay with PayPal' })).toBeVisible()
    const tops = await Promise.all(
      [
        main.getByRole('button', { name: 'Pay with PayPal' }),
        main.getByText('or pay by card', { exact: true }),
        main.getByLabel(/^card number/i),
        line,
        main.getByRole('heading', { name: 'Billing address' }),
      ].map(topOf),
    )
    expect(tops).toEqual([...tops].sort((one, other) => one - other))
    expect(tops).not.toContain(Number.NaN)

    await expect(line).toHaveAttribute('aria-expanded', 'false')
    await expect(main.getByLabel('Gift card number')).not.toBeInViewport()
    await line.click()
    await main.getByLabel('Gift card number').fill('6006 4912 3456 0001')
    await main.getByLabel('PIN', { exact: true }).fill('87654321')
    await main.getByLabel('PIN', { exact: true }).press('Enter')
    await expect(main.getByText('We could not apply this gift card.')).toBeVisible()
    await expect(main.getByLabel('Gift card number')).toBeFocused()
    await expect(page).toHaveURL(/\/checkout\/paymentandbilling$/)
    await main.getByLabel('Gift card number').fill('6006 4912 3456 0003')
    await main.getByLabel('PIN', { exact: true }).fill('12345678')
    await main.getByRole('button', { name: 'Apply gift card' }).click()
    const applied = main.getByText('Gift card ending in 0003', { exact: true })
    await expect(applied).toBeVisible()
    await page.reload()
    await expect(applied).toBeVisible()
    await expect(line).toHaveAttribute('aria-expanded', 'true')
    await main.getByRole('button', { name: 'Remove gift card ending in 0003' }).click()
    await expect(applied).toHaveCount(0)

    const opening = page.waitForEvent('popup')
    await main.getByRole('button', { name: 'Pay with PayPal' }).click()
    const sheet = await opening
    await sheet.getByRole('button', { name: 'Complete purchase', exact: true }).click()
    const now = main.getByRole('button', { name: 'Place order now' })
    await expect(now).toBeVisible()
    await expect(main.getByText('or pay by card')).toHaveCount(0)
    const next = main.getByRole('button', { name: 'Next: Review & Place Order' })
    const ink = (button: Locator) => button.evaluate((element) => getComputedStyle(element).backgroundColor)
    expect(await ink(now)).not.toBe(await ink(next))
    expect(await ink(next)).toBe(await ink(main.getByRole('button', { name: 'Back', exact: true })))
    await now.click()
    await expect(page).toHaveURL(/\/checkout\/confirmation$/, { timeout: 20_000 })
    expect((await ordersOf(email)).map(({ state }) => state)).toEqual(['placed'])
  })
}
