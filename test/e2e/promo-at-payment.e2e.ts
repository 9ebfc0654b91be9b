import { expect } from '@playwright/test'
import { test } from './focus-watch.ts'
import { Store } from './store.ts'

test('CALM-18 CALM-23: from the home page, a promotion code is refused, applied and removed at the payment step, and the order costs what was shown', async ({
  page,
}) => {
  const store = new Store(page, 'cb')
  const main = page.getByRole('main')
  const summary = page.getByRole('complementary', { name: 'Order summary' })
  await store.walkToProduct()
  await store.addTwoAndOpenCart()
  await store.startGuestCheckout()
  await store.fillAddress('ida.code@example.com')
  await store.toOptions()
  await store.next('Next: Payment', /\/checkout\/paymentandbilling$/)
  await store.fillCard({ number: '4111 1111 1111 1111', expiry: '0530', code: '123' })
  const full = await summary.textContent()

  const field = main.getByRole('textbox', { name: 'Promotion code' })
  const line = main.getByRole('button', { name: 'Gift card, code or reward' })
  await expect(line).toHaveAttribute('aria-expanded', 'false')
  await line.click()
  await field.fill('NO-SUCH-CODE')
  await field.press('Enter')
  await expect(main.getByText('We do not know this promotion code.')).toBeVisible()
  await expect(field).toBeFocused()
  await expect(summary).toHaveText(full ?? '')

  await field.fill('DEMOTEN')
  await main.getByRole('button', { name: 'Apply promotion code' }).click()
  await expect(main.getByText('DEMOTEN is applied to your order.')).toBeFocused()
  await expect(summary).toContainText('Discount')
  await main.getByRole('button', { name: 'Remove promotion code DEMOTEN' }).click()
  await expect(summary).toHaveText(full ?? '')

  await field.fill('DEMOTEN')
  await field.press('Enter')
  await expect(summary).toContainText('Discount')
  await expect(page).toHaveURL(/\/checkout\/paymentandbilling$/)
  await store.next('Next: Review & Place Order', /\/checkout\/review$/)
  await expect(summary).toContainText('Discount')
  expect(await store.placeOrder()).not.toBe('')
  await expect(main).toContainText('Discount')
})
