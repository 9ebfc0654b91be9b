import { expect, type Page } from '@playwright/test'
import { test } from './focus-watch.ts'
import { authorizationsSince } from './sandbox.ts'
import { Store } from './store.ts'

type Wallet = 'PayPal' | 'Apple Pay'
const approveWords = { PayPal: 'Continue to review', 'Apple Pay': 'Confirm' } as const

/** A browser that offers Apple Pay, as Apple's own does. */
async function withApplePay(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { ApplePaySession: Object.assign(class {}, { canMakePayments: () => true }) })
  })
}

/** Counts what a shopper does: each press of a button or link, by hand or key, in the store and in the wallet's window. */
function presses(page: Page) {
  let count = 0
  return {
    count: () => count,
    async on(of: Page, button: string | RegExp): Promise<void> {
      count += 1
      await of.getByRole('button', { name: button, exact: true }).first().click()
    },
    async open(button: string): Promise<Page> {
      const opening = page.waitForEvent('popup')
      await this.on(page, button)
      return opening
    },
  }
}

async function walkToCart(store: Store): Promise<void> {
  await store.walkToProduct()
  await store.addTwoAndOpenCart()
}

for (const [wallet, key] of [
  ['PayPal', 'cb2'],
  ['Apple Pay', 'cb'],
] as const satisfies readonly (readonly [Wallet, string])[]) {
  test(`CALM-32: a first order with ${wallet} takes three presses from the cart, and nothing is charged before the review`, async ({
    page,
  }) => {
    await withApplePay(page)
    const store = new Store(page, key)
    await walkToCart(store)
    const started = new Date(Date.now() - 1_000)
    const presser = presses(page)
    const sheet = await presser.open(`Pay with ${wallet}`)
    await expect(sheet.getByText('12 Maple Street')).toBeVisible()
    const shown = sheet.locator('.amount strong')
    await expect(shown).toHaveText(/^\$/)
    const total = (await shown.textContent()) ?? ''
    await presser.on(sheet, approveWords[wallet])
    await expect(page).toHaveURL(/\/checkout\/review$/)
    const main = page.getByRole('main')
    for (const text of ['Ada Byron', '12 Maple Street', wallet]) await expect(main).toContainText(text)
    await expect(main.getByRole('complementary', { name: 'Order summary' })).toContainText(total)
    // given once the review is drawn
    await expect(page.locator('main:focus, main :focus')).toBeVisible()
    const booked = async () =>
      (await authorizationsSince(started)).filter(({ amount }) => store.money(amount) === total).length
    expect(await booked()).toBe(0)
    await presser.on(page, 'Place Order')
    await expect(page).toHaveURL(/\/checkout\/confirmation$/, { timeout: 20_000 })
    expect(presser.count()).toBeLessThanOrEqual(3)
    await expect(main).toContainText('ada@example.com')
    expect(await booked()).toBe(1)
  })
}

test('CALM-32 CALM-33: from the first step a first order with a wallet takes three presses and no field, five presses from the cart', async ({
  page,
}) => {
  const store = new Store(page, 'cb')
  await walkToCart(store)
  const presser = presses(page)
  await presser.on(page, /^checkout/i)
  await presser.on(page, 'Guest Checkout')
  await expect(page).toHaveURL(/\/checkout\/shipping$/)
  const sheet = await presser.open('Pay with PayPal')
  await expect(sheet.locator('.amount strong')).toHaveText(/^\$/)
  await presser.on(sheet, approveWords.PayPal)
  await expect(page).toHaveURL(/\/checkout\/review$/)
  await expect(page.locator('main:focus, main :focus')).toBeVisible()
  await presser.on(page, 'Place Order')
  await expect(page).toHaveURL(/\/checkout\/confirmation$/, { timeout: 20_000 })
  expect(presser.count()).toBe(5)
})

test('CALM-32: a sheet that is left changes nothing; an address that will not do is repaired at its field, with the wallet still ready', async ({
  page,
}) => {
  await withApplePay(page)
  const store = new Store(page, 'cb')
  await walkToCart(store)
  const presser = presses(page)
  const main = page.getByRole('main')
  const left = await presser.open('Pay with PayPal')
  await presser.on(left, 'Cancel and return')
  await expect(main.getByText('PayPal was closed. Nothing was charged')).toBeVisible()
  await expect(page).toHaveURL(/\/checkout\/cart$/)
  await expect(main.getByRole('button', { name: 'Pay with PayPal' })).toBeFocused()

  await store.startGuestCheckout()
  const sheet = await presser.open('Pay with Apple Pay')
  // priced, it is drawn once more
  await expect(sheet.locator('.amount strong')).toHaveText(/^\$/)
  await sheet.getByText('Ship to another address').click()
  await presser.on(sheet, 'A PO box')
  await expect(sheet.getByText('PO Box 118')).toBeVisible()
  await presser.on(sheet, 'Confirm')
  const street = main.getByLabel(/^(street )?address$/i)
  await expect(street).toHaveValue('PO Box 118')
  await expect(street).toHaveAttribute('aria-invalid', 'true')
  await expect(street).toBeFocused()
  await expect(main.getByText('Apple Pay is ready to pay')).toBeVisible()
  await expect(main.getByText('Furniture cannot be delivered to a PO box.').first()).toBeVisible()
  await street.fill('12 Maple Street')
  await store.toOptions()
  await store.next('Next: Payment', /\/checkout\/paymentandbilling$/)
  await expect(main.getByRole('button', { name: 'Pay another way' })).toBeVisible()
  await store.next('Next: Review & Place Order', /\/checkout\/review$/)
  await expect(main).toContainText('Apple Pay')
})
