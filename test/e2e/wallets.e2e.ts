import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { CheckoutReply } from '#contracts/pages.ts'
import { pathTable } from '#contracts/paths.ts'
import { ask, ordersOf, plainArticle } from './books.ts'
import { test } from './focus-watch.ts'
import { callStore, goToStep, reachStep } from './quick.ts'
import { authorizationsSince, mailsTo } from './sandbox.ts'
import { Store } from './store.ts'

const toReview = /\/checkout\/review$/
type Wallet = 'PayPal' | 'Venmo' | 'Apple Pay'

/** A browser that offers Apple Pay, as Apple's own does. */
async function withApplePay(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { ApplePaySession: Object.assign(class {}, { canMakePayments: () => true }) })
  })
}

/** Opens the sheet of a wallet: a real window of another origin. */
async function openSheet(page: Page, wallet: Wallet): Promise<Page> {
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: `Pay with ${wallet}` }).click()
  const sheet = await opening
  await expect(sheet.getByText(`Built-in stand-in for ${wallet}.`)).toBeVisible()
  return sheet
}

/** Presses a button of the sheet, which closes by itself. */
async function answer(sheet: Page, button: string): Promise<void> {
  const closing = sheet.waitForEvent('close')
  await sheet.getByRole('button', { name: button, exact: true }).click()
  await closing
}

async function playOutcome(sheet: Page, button: string): Promise<void> {
  await sheet.getByText('Try another outcome').click()
  await answer(sheet, button)
}

const approveWords = { PayPal: 'Complete purchase', Venmo: 'Pay with Venmo', 'Apple Pay': 'Confirm' } as const

const checkoutOf = (page: Page) => callStore<CheckoutReply>(page, pathTable.checkout.refreshCheckout.path)

type Paid = { readonly method: string; readonly amount: string; readonly state: string; readonly holder: string }
const paymentsOf = (number: string) =>
  ask<Paid>(
    `select p.method, p.amount_cents as amount, p.state, p.wallet->>'holder' as holder
     from shop.payment p join shop.orders o using (shopper_id, order_id) where o.order_number = $1`,
    [number],
  )

test.describe('OPEN-91 ALT-01 ALT-10 ALT-14 BEYOND-03: each wallet buys', () => {
  for (const [nth, [wallet, method, holder]] of (
    [
      ['PayPal', 'paypal', 'ada@example.com'],
      ['Venmo', 'venmo', '@ada-byron'],
      ['Apple Pay', 'applePay', ''],
    ] as const
  ).entries()) {
    test(`${wallet}: its sheet, the review, the confirmation, the mail and the books agree`, async ({ page }) => {
      await withApplePay(page)
      const store = new Store(page, nth === 1 ? 'cb2' : 'cb')
      const email = `ada.${method.toLowerCase()}@example.com`
      const { sku } = await plainArticle(store.variant.key, nth)
      await goToStep(store, 3, { skus: [sku], email })
      const started = new Date()
      const { orderSummary } = await checkoutOf(page)
      const sheet = await openSheet(page, wallet)
      await expect(sheet.getByText(store.money(orderSummary.amountDue))).toBeVisible()
      await answer(sheet, approveWords[wallet])
      await expect(page.getByRole('button', { name: 'Pay another way' })).toBeVisible()
      await store.next('Next: Review & Place Order', toReview)
      await expect(page.getByRole('main')).toContainText(`${wallet} ${holder}`.trim())
      const number = await store.placeOrder()

      await expect(page.getByRole('main')).toContainText(holder === '' ? wallet : `${wallet} (${holder})`)
      const amount = String(orderSummary.amountDue)
      expect(await paymentsOf(number)).toEqual([{ method, amount, state: 'authorized', holder }])
      const booked = await authorizationsSince(started)
      expect(booked.filter(({ amount }) => amount === orderSummary.amountDue)).toHaveLength(1)
      await expect.poll(async () => (await mailsTo(email)).length, { timeout: 20_000 }).toBe(1)
      const [mail] = await mailsTo(email)
      const line = `${wallet}${holder === '' ? '' : ` (${holder})`}: ${store.money(orderSummary.amountDue)}`
      expect(mail?.text).toContain(line)
    })
  }
})

test('ALT-13 ORDER-17 ORDER-18: PayPal and Apple Pay place the order from the payment step at once', async ({
  page,
}) => {
  await withApplePay(page)
  const store = new Store(page, 'cb')
  for (const [wallet, email, call] of [
    ['PayPal', 'ada.now.paypal@example.com', 'PlacePayPalOrderFromPayment'],
    ['Apple Pay', 'ada.now.apple@example.com', 'PlaceApplePayOrderFromPayment'],
  ] as const) {
    const { sku } = await plainArticle('cb', 3)
    await goToStep(store, 3, { skus: [sku], email })
    await answer(await openSheet(page, wallet), approveWords[wallet])
    const sent = page.waitForRequest((request) => request.url().endsWith(`/ReactCheckout/${call}`))
    await page.getByRole('button', { name: 'Place order now' }).click()
    expect((await sent).postDataJSON()).toMatchObject({ adata: '' })
    await expect(page).toHaveURL(/\/checkout\/confirmation$/, { timeout: 20_000 })
    const [order] = await ordersOf(email)
    expect(order?.state).toBe('placed')
    if (wallet === 'Apple Pay') expect(order?.billing).toMatchObject({ address1: '12 Maple Street' })
  }
})

test('OPEN-91 ALT-05: a cancel, a closed window, an error and a time-out lose nothing, and a card still pays', async ({
  page,
}) => {
  const store = new Store(page, 'cb')
  const { sku } = await plainArticle('cb', 4)
  await goToStep(store, 3, { skus: [sku], email: 'ada.cancel@example.com' })
  const before = await checkoutOf(page)
  await page.getByLabel(/^card number/i).fill('4111 1111')

  await answer(await openSheet(page, 'PayPal'), 'Cancel and return')
  await expect(page.getByText('PayPal was closed. Nothing was charged, and your order is as it was.')).toBeVisible()
  const closed = await openSheet(page, 'Venmo')
  await closed.close()
  await expect(page.getByText('Venmo was closed.')).toBeVisible()
  await playOutcome(await openSheet(page, 'PayPal'), 'Let the session end')
  await expect(page.getByText('PayPal took too long. Nothing was charged. Please try again.')).toBeVisible()
  const logged = page.waitForRequest((request) =>
    request.url().endsWith('/checkout/alternativepayments/logpaypalerror/'),
  )
  await playOutcome(await openSheet(page, 'PayPal'), 'Report an error')
  await logged
  const popup = page.getByRole('dialog')
  await expect(popup).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(popup).toHaveCount(0)

  await expect(page.getByLabel(/^card number/i)).toHaveValue('4111 1111')
  const after = await checkoutOf(page)
  expect(after.basketVersion).toBe(before.basketVersion)
  expect(after.orderSummary).toEqual(before.orderSummary)
  await store.fillCard({ number: '4111 1111 1111 1111', expiry: '0530', code: '123' })
  await store.next('Next: Review & Place Order', toReview)
  await store.placeOrder()
})

test('OPEN-91 SCENE-05: a charge that is declined leads back to payment with everything kept, and another try pays', async ({
  page,
}) => {
  const store = new Store(page, 'cb2')
  const email = 'ada.declined.wallet@example.com'
  const { sku } = await plainArticle('cb2', 5)
  await goToStep(store, 3, { skus: [sku], email })
  const before = await checkoutOf(page)
  await playOutcome(await openSheet(page, 'PayPal'), 'Approve, then decline the charge')
  await expect(page.getByRole('button', { name: 'Pay another way' })).toBeVisible()
  await store.next('Next: Review & Place Order', toReview)
  await page.getByRole('button', { name: 'Place Order', exact: true }).click()
  const popup = page.getByRole('dialog', { name: 'Payment Error' })
  await expect(popup).toContainText('Your payment was declined and you were not charged.')
  await popup.getByRole('button', { name: 'Update Payment' }).click()
  await expect(page).toHaveURL(/paymentandbilling\?paymentErrorId=authorizationError#header_payment$/)
  const after = await checkoutOf(page)
  expect(after.basketItems).toEqual(before.basketItems)
  expect(after.recipientList).toEqual(before.recipientList)
  expect(after.paymentData.payPalData.isApplied).toBe(false)
  await answer(await openSheet(page, 'PayPal'), 'Complete purchase')
  await expect(page.getByRole('button', { name: 'Pay another way' })).toBeVisible()
  await store.next('Next: Review & Place Order', toReview)
  await store.placeOrder()
  const states = await ask<{ state: string }>('select state from shop.orders where email = $1 order by created_at', [
    email,
  ])
  expect(states.map(({ state }) => state)).toEqual(['refused', 'placed'])
})

test("SCENE-18: a promotion code, a gift card and a Canadian address: the sheet shows the server's amount, and a higher one is approved again before any charge", async ({
  page,
}) => {
  const store = new Store(page, 'cb-ca')
  const email = 'ada.canada.wallet@example.com'
  const { sku } = await plainArticle('cb-ca', 1)
  await reachStep(store, 3, { skus: [sku, sku], email })
  const code = `TEN${Date.now().toString(36).toUpperCase()}`
  await ask("insert into shop.promo (code, kind, percent_millionths) values ($1, 'percent', 100000)", [code])
  const { basketId } = await callStore<CheckoutReply>(page, pathTable.checkout.refreshCheckout.path)
  await callStore(page, pathTable.checkout.applyPromoCode.path, { promoCode: code })
  const cardId = randomUUID()
  await ask(
    `with card as (insert into shop.gift_card (card_id, number_mac, last4, pin_mac, currency, balance_cents)
       values ($1::uuid, decode(md5($1::uuid::text), 'hex'), '0777', 'p', 'CAD', 1500) returning card_id),
     issued as (insert into shop.gift_card_entry (card_id, kind, amount_cents) select card_id, 'issue', 1500 from card)
     insert into shop.cart_tender (shopper_id, cart_id, position, kind, tender_id)
     select shopper_id, cart_id, 1, 'giftCard', $1::uuid from shop.cart where cart_id = $2`,
    [cardId, basketId],
  )
  await store.openStep(3)
  const { orderSummary } = await checkoutOf(page)
  expect(orderSummary.discount).toBeGreaterThan(0)
  expect(orderSummary.amountDue).toBe(orderSummary.total - 1_500)
  await expect(page.getByRole('button', { name: 'Pay with Venmo' })).toHaveCount(0)
  const sheet = await openSheet(page, 'PayPal')
  await expect(sheet.getByText(store.money(orderSummary.amountDue))).toBeVisible()
  await expect(sheet.getByText('Ottawa, ON K1A 0A6')).toBeVisible()
  await answer(sheet, 'Complete purchase')
  await expect(page.getByRole('button', { name: 'Pay another way' })).toBeVisible()

  // the gift card is taken off: more is due than was approved
  await page.getByRole('button', { name: 'Remove gift card ending in 0777' }).click()
  await expect(page.getByRole('button', { name: 'Remove gift card ending in 0777' })).toHaveCount(0)
  await store.next('Next: Review & Place Order', toReview)
  await page.getByRole('button', { name: 'Place Order', exact: true }).click()
  await expect(page).toHaveURL(/\/checkout\/paymentandbilling$/)
  await expect(page.getByText(`Your total is now ${store.money(orderSummary.total)}.`)).toBeVisible()
  expect(await ordersOf(email)).toEqual([])
  await page.getByRole('button', { name: 'Pay another way' }).click()
  const again = await openSheet(page, 'PayPal')
  await expect(again.getByText(store.money(orderSummary.total))).toBeVisible()
  await answer(again, 'Complete purchase')
  await expect(page.getByRole('button', { name: 'Pay another way' })).toBeVisible()
  await store.next('Next: Review & Place Order', toReview)
  const number = await store.placeOrder()
  expect(await paymentsOf(number)).toMatchObject([{ method: 'paypal', amount: String(orderSummary.total) }])
})
