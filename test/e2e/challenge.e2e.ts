import { expect, type Page } from '@playwright/test'
import type { VariantKey } from '#domain/variant.ts'
import { ask, ordersOf, plainArticle } from './books.ts'
import { test } from './focus-watch.ts'
import { goToStep } from './quick.ts'
import { authorizationsSince } from './sandbox.ts'
import { goodCard, Store } from './store.ts'

const challengeCard = { number: '4242 4200 0008 0143', expiry: '0530', code: '123' }
const placeButton = (page: Page) => page.getByRole('button', { name: 'Place Order', exact: true })

test.describe("OPEN-65: the card's bank asks the shopper (3-D Secure)", () => {
  async function toTheBank(page: Page, key: VariantKey, nth: number, email: string): Promise<Store> {
    const store = new Store(page, key)
    const { sku } = await plainArticle(key, nth)
    await goToStep(store, 4, { skus: [sku], email, card: challengeCard })
    await placeButton(page).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm your payment')
    const [order] = await ordersOf(email)
    await expect(page.getByRole('main')).toContainText(((order?.total ?? 0) / 100).toFixed(2))
    return store
  }
  const states = async (email: string) => (await ordersOf(email)).map(({ state }) => state)
  const booked = async (since: Date) => (await authorizationsSince(since)).map(({ state }) => state)

  test('passed: back from the bank the order stands, with one authorization', async ({ page }) => {
    const email = 'passed@example.com'
    const began = new Date()
    await toTheBank(page, 'cb', 30, email)
    expect(await booked(began)).toEqual(['challenge'])
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(page).toHaveURL(/\/checkout\/confirmation$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for your order')
    expect(await states(email)).toEqual(['placed'])
    expect(await booked(began)).toEqual(['authorized'])
  })

  test('failed: the payment step says so, nothing is held, and another card succeeds', async ({ page }) => {
    const email = 'failed@example.com'
    const began = new Date()
    const store = await toTheBank(page, 'cb2', 18, email)
    await page.getByRole('button', { name: 'Do not pay' }).click()
    await expect(page).toHaveURL(/\/checkout\/paymentandbilling\?paymentErrorId=authorizationError#header_payment$/)
    await expect(page.getByRole('main')).toContainText('The card ending in 0143 was not charged.')
    expect(await states(email)).toEqual(['refused'])
    expect(await booked(began)).toEqual(['refused'])
    await store.untilAlive()
    await store.fillCard(goodCard)
    await store.next('Next: Review & Place Order', /\/checkout\/review$/)
    await store.placeOrder()
    expect(await states(email)).toEqual(['refused', 'placed'])
    expect(await booked(began)).toEqual(['refused', 'authorized'])
  })

  test("CALM-68 CALM-23: after 'Do not pay' the message is in sight and focused on a phone, names the card, and offers it again as well as another", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const store = await toTheBank(page, 'cb', 32, 'donotpay@example.com')
    await page.getByRole('button', { name: 'Do not pay' }).click()
    await expect(page).toHaveURL(/#header_payment$/)
    await store.untilAlive()
    const message = page.getByRole('alert').filter({ hasText: 'Your card was declined.' })
    await expect(message).toBeFocused()
    await expect(message).toBeInViewport({ ratio: 1 })
    await expect(message).toContainText('Visa ending in 0143, expires 05/30')
    await message.getByRole('button', { name: 'Use another card' }).click()
    await expect(page.getByLabel(/^card number/i)).toBeFocused()
    await message.getByRole('button', { name: 'Try the card ending in 0143 again' }).click()
    await expect(page.getByRole('heading', { name: 'Credit or debit card' })).toBeFocused()
    await store.next('Next: Review & Place Order', /\/checkout\/review$/)
    await placeButton(page).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm your payment')
  })

  test('abandoned: the confirmation leads back to the bank; who stays away is not charged, told so, and may try again', async ({
    page,
  }) => {
    test.setTimeout(120_000)
    const email = 'abandoned@example.com'
    const began = new Date()
    const store = await toTheBank(page, 'cb', 31, email)
    await store.open('/checkout/confirmation')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your bank has a question')
    await expect(page.getByRole('link', { name: 'Go to your bank' })).toHaveAttribute('href', /\/challenge\//)
    await ask(
      `update shop.payment p set challenge_until = now() - interval '1 second' from shop.orders o
       where o.shopper_id = p.shopper_id and o.order_id = p.order_id and o.email = $1`,
      [email],
    )
    await ask('update shop.orders set lease_until = now() where email = $1', [email])
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your order was not placed', { timeout: 60_000 })
    await expect(page.getByRole('main')).toContainText('You were not charged.')
    expect(await states(email)).toEqual(['refused'])
    expect(await booked(began)).toEqual(['voided'])
    await page.getByRole('link', { name: 'Continue' }).click()
    await expect(page).toHaveURL(/\/checkout\/review$/)
    await expect(placeButton(page)).toBeVisible()
  })
})
