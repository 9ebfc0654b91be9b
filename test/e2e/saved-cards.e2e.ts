import { expect, type Page } from '@playwright/test'
import { pathTable } from '#contracts/paths.ts'
import { ask, plainArticle } from './books.ts'
import { fillNewCard, payWithTwoNewCards, secondCard } from './cards.ts'
import { test } from './focus-watch.ts'
import { becomeMember } from './member.ts'
import { callStore, fillCart, goToStep } from './quick.ts'
import { goodCard, Store } from './store.ts'

const email = 'ada.cards@example.com'

/** The member's cart up to the payment step, by calls. */
async function toPayment(store: Store, sku: number): Promise<void> {
  const { page, home } = store
  const { cart, checkout } = pathTable
  await fillCart(store, [sku])
  await callStore(page, cart.checkout.path, {})
  await callStore(page, checkout.validateAndSaveAddress.path, {
    ...{ firstName: 'Ada', lastName: 'Lovelace', address1: home.address, city: home.city, state: home.state },
    ...{ postalCode: home.postalCode, country: 'US', phone: home.phone, email, saveToAccount: true },
  })
  await callStore(page, checkout.moveToShippingAndGiftOptions.path, {})
  await callStore(page, checkout.moveToPaymentPage.path, {})
  await store.openStep(3)
}

const toReview = (store: Store) => store.next('Next: Review & Place Order', /\/checkout\/review$/)
const amountsOf = (address: string) =>
  ask<{ amounts: string }>(
    `select string_agg(p.last_four || ' ' || p.amount_cents, ', ' order by p.slot) as amounts
     from shop.payment p join shop.orders o using (shopper_id, order_id)
     where o.email = $1 and o.state = 'placed' group by o.order_id, o.created_at order by o.created_at desc limit 1`,
    [address],
  )

async function codesInStorage(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
}

test("PAY-13 PAY-30 PAY-33 PAY-36 PAY-37 PAY-45 PAY-50 OPEN-18: a member's card is kept with the first order, applied by itself at the second, and shares it with another; her account shows it all", async ({
  page,
}) => {
  const store = new Store(page, 'cb')
  const { sku } = await plainArticle('cb')
  await becomeMember(store, { firstName: 'Ada', lastName: 'Lovelace', email })
  await toPayment(store, sku)
  await store.fillCard(goodCard)
  await page.getByLabel('Save this card to my account').check()
  await toReview(store)
  const first = await store.placeOrder()

  await toPayment(store, sku)
  const main = page.getByRole('main')
  await expect(main.getByText(/^Visa ending in 1111/)).toBeVisible()
  await expect(main.getByLabel('Card number', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Change card' }).click()
  const apply = page.getByRole('dialog', { name: 'Apply New/Saved Card' })
  await expect(apply.getByRole('radio', { name: /1111/ })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(apply).toHaveCount(0)

  await page.getByRole('button', { name: 'Pay with two cards' }).click()
  const two = page.getByRole('dialog', { name: 'Select Two Cards' })
  await two.getByRole('button', { name: 'Update Payment' }).click()
  await expect(two.getByText('Please select two cards.')).toBeVisible()
  await two.getByRole('button', { name: 'Add new card' }).click()
  await fillNewCard(page, secondCard)
  await expect(two.getByRole('checkbox')).toHaveCount(2)
  await two.getByRole('button', { name: 'Update Payment' }).click()

  await main.getByLabel('Amount on this card').fill('10.01')
  const code = main.getByLabel('Security code of the card ending in 1111')
  await code.fill('999')
  await page.getByRole('button', { name: 'Next: Review & Place Order' }).click()
  await expect(main.getByText('The security code you entered is not valid.')).toBeVisible()
  await expect(code).toBeFocused()
  await code.fill('123')
  await toReview(store)
  expect(await codesInStorage(page)).not.toMatch(/4111|5555|"(123|999)"/)
  const second = await store.placeOrder()
  const [order] = await amountsOf(email)
  expect(order?.amounts).toMatch(/^1111 1001, 4444 \d+$/)

  await store.open('/account')
  await expect(main.getByText('Ada Lovelace, ada.cards@example.com')).toBeVisible()
  for (const number of [first, second]) await expect(main.getByRole('row', { name: number })).toBeVisible()
  const under = (name: string) => main.locator('section').filter({ has: page.getByRole('heading', { name }) })
  await expect(under('Your addresses').getByRole('listitem')).toContainText(store.home.address)
  await expect(under('Your cards').getByRole('listitem')).toContainText('Visa ending in 1111')
  await expect(under('Your registries')).toContainText('You have no registry yet.')
})

test('PAY-36 PAY-38 CONST-10: a guest pays with two new cards', async ({ page }) => {
  const store = new Store(page, 'cb')
  const guest = 'ada.two.cards@example.com'
  await goToStep(store, 3, { skus: [(await plainArticle('cb')).sku], email: guest })
  await payWithTwoNewCards(page)
  await toReview(store)
  await store.placeOrder()
  const [order] = await amountsOf(guest)
  expect(order?.amounts).toMatch(/^1111 \d+, 4444 \d+$/)
})
