import { expect } from '@playwright/test'
import { ask, plainArticle } from './books.ts'
import { test } from './focus-watch.ts'
import { goToStep } from './quick.ts'
import { goodCard, Store } from './store.ts'

const toReview = /\/checkout\/review$/
/** Three of the demo's cards; the number of the first is spent by the first test. */
const cards = {
  large: '6006 4912 3456 0003',
  small: '6006 4912 3456 0001',
  lost: '6006 4912 3456 0004',
  pin: '12345678',
}

async function applyCard(store: Store, number: string, pin = cards.pin): Promise<void> {
  const { page } = store
  const drawer = page.getByRole('button', { name: 'Gift card, code or reward' })
  if ((await drawer.getAttribute('aria-expanded')) === 'false') await drawer.click()
  await page.getByLabel('Gift card number').fill(number)
  await page.getByLabel('PIN', { exact: true }).fill(pin)
  await page.getByRole('button', { name: /^Apply gift card$/ }).click()
}

const ledgerOf = (last4: string) =>
  ask<{ kind: string; amount: string; balance: string; held: string }>(
    `select e.kind, e.amount_cents as amount, g.balance_cents as balance, g.held_cents as held
     from shop.gift_card g join shop.gift_card_entry e using (card_id) where g.last4 = $1 order by e.entry_no`,
    [last4],
  )

test('TENDER-04 TENDER-10 TENDER-12: a gift card pays a whole order, and no card is asked for', async ({ page }) => {
  const store = new Store(page, 'cb')
  const { sku } = await plainArticle('cb')
  await goToStep(store, 3, { skus: [sku], email: 'ada.gift@example.com' })
  await applyCard(store, cards.large, '87654321')
  await expect(page.getByText('We could not apply this gift card.')).toBeVisible()
  await applyCard(store, cards.large)
  await expect(page.getByText('Gift card ending in 0003', { exact: true })).toBeVisible()
  await expect(page.getByText('Your order is paid in full. No card is needed.')).toBeVisible()
  expect(await page.content()).not.toContain('600649123456')
  await store.next('Next: Review & Place Order', toReview)
  const number = await store.placeOrder()
  await expect(page.getByRole('main')).toContainText('0003')

  const [order] = await ask<{ total: string; stored: string; payments: string }>(
    `select total_cents as total, stored_value_cents as stored,
       (select count(*) from shop.payment p where p.order_id = o.order_id) as payments
     from shop.orders o where order_number = $1`,
    [number],
  )
  expect(order).toEqual({ total: order?.total, stored: order?.total, payments: '0' })
  const ledger = await ledgerOf('0003')
  expect(ledger.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['issue', '500000'],
    ['hold', order?.total],
    ['spend', order?.total],
  ])
  expect(ledger[0]).toMatchObject({ balance: String(500_000 - Number(order?.total)), held: '0' })
})

test('SAFE-10 SAFE-11: a gift card that can no longer pay is told on the review with the new amounts, and nothing is charged unasked', async ({
  page,
}) => {
  const store = new Store(page, 'cb-ca')
  const { sku } = await plainArticle('cb-ca')
  const email = 'ada.drained@example.com'
  await goToStep(store, 3, { skus: [sku, sku, sku], email })
  await applyCard(store, cards.lost)
  await expect(page.getByText('Gift card ending in 0004', { exact: true })).toBeVisible()
  await store.fillCard(goodCard)
  await store.next('Next: Review & Place Order', toReview)
  const table = page.getByRole('table', { name: 'You pay with' })
  await expect(table.getByRole('row')).toHaveCount(3)

  await ask("update shop.gift_card set status = 'blocked' where last4 = '0004'", [])
  await page.getByRole('button', { name: 'Place Order', exact: true }).click()
  const told = page.getByText('Gift card ending in 0004: It can no longer be used for this order. Nothing was charged.')
  await expect(told).toBeInViewport()
  await expect(table).toHaveCount(0)
  // the whole of it now
  const pays =
    (await page
      .getByRole('main')
      .getByText(/^Pays /)
      .textContent()) ?? ''
  const whole = page.getByRole('complementary', { name: 'Order summary' }).getByText(pays.replace('Pays ', ''))
  await expect(whole.last()).toBeVisible()
  expect(await ask('select from shop.orders where email = $1', [email])).toHaveLength(0)
  await store.placeOrder()
  expect(await ask('select from shop.orders where email = $1', [email])).toHaveLength(1)
})

test('TENDER-11: a gift card and a code pay first, a bank card pays the rest', async ({ page }) => {
  const store = new Store(page, 'cb2')
  const { sku } = await plainArticle('cb2')
  await goToStep(store, 3, { skus: [sku, sku], email: 'ada.rest@example.com' })
  await applyCard(store, cards.small)
  await expect(page.getByText('Gift card ending in 0001', { exact: true })).toBeVisible()
  await page.getByLabel('Tender code').fill('welcome25')
  await page.getByRole('button', { name: /^Apply tender code$/ }).click()
  await expect(page.getByText('Code ending in ME25', { exact: true })).toBeVisible()
  await store.fillCard(goodCard)
  await store.next('Next: Review & Place Order', toReview)
  const number = await store.placeOrder()
  const [order] = await ask<{ total: string; stored: string; charged: string }>(
    `select o.total_cents as total, o.stored_value_cents as stored, sum(p.amount_cents) as charged
     from shop.orders o join shop.payment p using (shopper_id, order_id) where o.order_number = $1 group by 1, 2`,
    [number],
  )
  expect(Number(order?.stored)).toBe(7_500)
  expect(Number(order?.charged)).toBe(Number(order?.total) - 7_500)
})
