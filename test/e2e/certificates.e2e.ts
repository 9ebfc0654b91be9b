import { expect } from '@playwright/test'
import { ask, plainArticle } from './books.ts'
import { test } from './focus-watch.ts'
import { reachStep } from './quick.ts'
import { goodCard, Store } from './store.ts'

const toReview = /\/checkout\/review$/
/** A store card of the demo's, and a certificate of its rewards account. */
const storeCardNumber = '6045 8800 0006 1001'
const certificate = { number: 'REWARD-2000-A001', ending: 'A001', cents: 2_000 }

const booksOf = (ending: string) =>
  ask<{ state: string; orderNumber: string | null; amount: string }>(
    `select c.state, o.order_number as "orderNumber", c.amount_cents as amount
     from shop.certificate c left join shop.orders o using (order_id) where c.kind = 'reward' and c.last4 = $1`,
    [ending],
  )

test('CART-40 CERT-10 OPEN-51 PROMO-05: a certificate from the cart to the books, with the store card it needs', async ({
  page,
}) => {
  const store = new Store(page, 'cb')
  const { sku } = await plainArticle('cb')
  await reachStep(store, 3, { skus: [sku, sku], email: 'ada.rewards@example.com' })
  await store.open('/checkout/cart')
  await store.untilAlive()
  await page.getByRole('button', { name: 'Reward certificates' }).click()
  await page.getByLabel('Certificate number').fill(certificate.number)
  await page.getByRole('button', { name: 'Use my store card instead' }).click()
  const newCard = page.getByRole('dialog', { name: 'Apply New Card' })
  await newCard.getByLabel(/^card number/i).fill(storeCardNumber)
  await expect(newCard.getByLabel(/^security code/i)).toHaveCount(0)
  await newCard.getByRole('button', { name: 'Apply card' }).click()
  const applied = page.getByText(`Certificate ending in ${certificate.ending}`, { exact: true })
  await expect(applied).toBeVisible()
  expect(await booksOf(certificate.ending)).toEqual([{ state: 'free', orderNumber: null, amount: '2000' }])

  await store.openStep(3)
  await expect(applied).toBeVisible()
  await store.fillCard(goodCard)
  await page.getByRole('button', { name: 'Next: Review & Place Order' }).click()
  const interrupter = page.getByRole('dialog', { name: 'Your reward certificates' })
  await expect(interrupter.getByRole('button', { name: 'Continue' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(interrupter).toHaveCount(0)
  await expect(applied).toBeVisible()

  await page.getByLabel(/^card number/i).fill(storeCardNumber)
  await page.getByRole('button', { name: 'Next: Review & Place Order' }).click()
  const offer = page.getByRole('dialog', { name: 'Choose your card offer' })
  await expect(offer.getByRole('radio', { name: /^Rewards/ })).toBeChecked()
  await offer.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(toReview)
  const number = await store.placeOrder()
  await expect(page.getByRole('main')).toContainText(`Reward certificate ending in ${certificate.ending}`)

  expect(await booksOf(certificate.ending)).toEqual([{ state: 'used', orderNumber: number, amount: '2000' }])
  const [order] = await ask<{ total: string; stored: string; charged: string; brand: string }>(
    `select o.total_cents as total, o.stored_value_cents as stored, p.amount_cents as charged, p.brand
     from shop.orders o join shop.payment p using (shopper_id, order_id) where o.order_number = $1`,
    [number],
  )
  const charged = String(Number(order?.total) - certificate.cents)
  expect(order).toEqual({ total: order?.total, stored: '2000', charged, brand: 'PLCCSynchrony' })
})
