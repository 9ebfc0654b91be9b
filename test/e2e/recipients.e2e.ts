import { expect, type Locator, type Page } from '@playwright/test'
import type { CheckoutReply } from '#contracts/pages.ts'
import { pathTable } from '#contracts/paths.ts'
import { atRate } from '#domain/money.ts'
import { standardFee } from '#domain/shipping/fees.ts'
import { shippingFees } from '#test/builders/rates.ts'
import { ask, plainArticle } from './books.ts'
import { test } from './focus-watch.ts'
import { callStore, openForCalls } from './quick.ts'
import { mailsTo } from './sandbox.ts'
import { goodCard, Store } from './store.ts'

type Home = {
  readonly firstName: string
  readonly lastName: string
  readonly street: string
  readonly city: string
  readonly state: string
  readonly zip: string
}
const chicago: Home = {
  ...{ firstName: 'Ada', lastName: 'Lovelace', street: '233 S Wacker Dr' },
  ...{ city: 'Chicago', state: 'IL', zip: '60606' },
}
const springfield: Home = {
  ...{ firstName: 'Mary', lastName: 'Somerville', street: '10 Adams St' },
  ...{ city: 'Springfield', state: 'IL', zip: '62701' },
}
const newYork: Home = {
  ...{ firstName: 'Grace', lastName: 'Hopper', street: '1 Broadway' },
  ...{ city: 'New York', state: 'NY', zip: '10004' },
}
const email = 'many.homes@example.com'
/** Millionths of the two states' taxes. */
const taxRates = { IL: 62_500, NY: 40_000 }

/** An article that a store in Illinois has on its shelf, and that store. */
async function shelved(not: readonly number[]) {
  const rows = await ask<{ sku: string; store: number; name: string }>(
    `select k.sku, l.location_id as store, l.name from shop.stock s join shop.sku k using (sku)
     join shop.location l using (location_id) join shop.price p using (sku)
     where k.brand = 'CB' and l.brand = 'CB' and l.kind = 'store' and l.state = 'IL' and p.country = 'US'
       and k.ship_kind = 'parcel' and k.status = 'active' and s.on_hand - s.held >= 2 and k.custom_order is null
       and not k.is_pfas and not k.sku = any($1::bigint[]) order by k.sku limit 1`,
    [not],
  )
  return { sku: Number(rows[0]!.sku), store: rows[0]!.store, name: rows[0]!.name }
}

const lines = (page: Page) => page.getByRole('list', { name: 'Items and where they go' })
const lineOf = (page: Page, title: string, nth = 0): Locator =>
  lines(page).getByRole('listitem').filter({ hasText: title }).nth(nth)

async function sendToNew(line: Locator, home: Home, address = ''): Promise<void> {
  await line.getByRole('combobox', { name: /^send .* to$/i }).selectOption('Enter a new address')
  if (address !== '') await line.getByLabel(/^email/i).fill(address)
  await line.getByLabel(/^first name/i).fill(home.firstName)
  await line.getByLabel(/^last name/i).fill(home.lastName)
  await line.getByLabel(/^street address$/i).fill(home.street)
  await line.getByLabel(/^city/i).fill(home.city)
  await line.getByLabel(/^state/i).selectOption(home.state)
  await line.getByLabel(/^zip code/i).fill(home.zip)
  await line.getByLabel(/^phone/i).fill('312-555-0110')
  await line.getByRole('button', { name: 'Use this address' }).click()
  await expect(line.getByRole('button', { name: 'Use this address' })).toBeHidden()
}

async function sendToKnown(line: Locator, home: Home): Promise<void> {
  const text = `${home.firstName} ${home.lastName}, ${home.street}, ${home.city}`
  const select = line.getByRole('combobox', { name: /^send .* to$/i })
  await select.selectOption(text)
  await expect(select.locator('option:checked')).toHaveText(text)
  await expect(line.page().locator('[aria-disabled="true"]')).toHaveCount(0)
}

const delivery = (page: Page, home: Home) =>
  page.getByRole('region', { name: `Delivery to ${home.firstName} ${home.lastName}` })

test('SHIP-05 SHIP-08 SHIP-10 SHIP-28 SHIP-30 BEYOND-05: five lines go to three addresses in two states and one store, each with its own gift options; order, mail and totals are right to the cent', async ({
  page,
}) => {
  const store = new Store(page, 'cb')
  const articles = await Promise.all([0, 1, 2, 3].map((nth) => plainArticle('cb', nth)))
  const pickup = await shelved(articles.map(({ sku }) => sku))
  await openForCalls(store)
  await callStore(page, pathTable.cart.addItems.path, {
    items: [
      ...articles.map(({ sku }, nth) => ({ Sku: sku, Quantity: nth === 0 ? 2 : 1 })),
      { Sku: pickup.sku, Quantity: 1, IsPickupSelected: true, Location: String(pickup.store) },
    ],
  })
  await store.open('/checkout/cart')
  await store.untilAlive()
  await store.startGuestCheckout()
  const { basketItems } = await callStore<CheckoutReply>(page, pathTable.checkout.refreshCheckout.path)
  const [a, b, c, d] = articles.map(({ sku }) => basketItems.find((item) => item.sku === sku)!)

  await page.getByRole('button', { name: 'Ship to multiple addresses' }).click()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByText('Please choose an address for this item.')).toHaveCount(4)
  await lineOf(page, a!.title)
    .getByRole('button', { name: /^send one of these elsewhere/i })
    .click()
  await expect(lines(page).getByRole('listitem')).toHaveCount(6)
  await sendToNew(lineOf(page, a!.title), chicago, email)
  await sendToNew(lineOf(page, a!.title, 1), newYork)
  await sendToNew(lineOf(page, b!.title), springfield)
  await sendToKnown(lineOf(page, c!.title), chicago)
  await sendToKnown(lineOf(page, d!.title), newYork)
  await askedBeforeRemoving(page)
  await store.toOptions()

  await delivery(page, chicago).getByLabel('This is a gift').check()
  await delivery(page, chicago)
    .getByRole('radio', { name: /^gift box/i })
    .check()
  await delivery(page, chicago)
    .getByLabel(/^gift message/i)
    .fill('For the long evenings')
  await delivery(page, chicago)
    .getByLabel(/^gift message/i)
    .press('Tab')
  await delivery(page, newYork).getByLabel('This is a gift').check()
  await delivery(page, newYork)
    .getByRole('radio', { name: /^gift wrap/i })
    .check()
  const counter = page.getByRole('region', { name: `Pickup at ${pickup.name}` })
  await counter.getByLabel('Add a gift receipt').check()
  await counter.getByLabel('Put it in a bag').check()
  await store.next('Next: Payment', /\/checkout\/paymentandbilling$/)
  await store.fillCard(goodCard)
  await store.next('Next: Review & Place Order', /\/checkout\/review$/)

  const checkout = await callStore<CheckoutReply>(page, pathTable.checkout.refreshCheckout.path)
  const { orderSummary, recipientList } = checkout
  const at = (home: Home) => recipientList.find(({ address }) => address?.city === home.city)!
  const counterPart = recipientList.find(({ isPickup }) => isPickup)!
  const expected = [
    { part: at(chicago), subtotal: a!.currentPrice + c!.currentPrice, giftOptions: 595, state: 'IL' as const },
    { part: at(newYork), subtotal: a!.currentPrice + d!.currentPrice, giftOptions: 895, state: 'NY' as const },
    { part: at(springfield), subtotal: b!.currentPrice, giftOptions: 0, state: 'IL' as const },
  ].map((one) => ({ ...one, shipping: standardFee(one.subtotal, shippingFees) }))
  const held = basketItems.find(({ isPickup }) => isPickup)!.currentPrice
  for (const { part, subtotal, giftOptions, shipping } of expected) {
    expect(part.totals).toMatchObject({ subtotal, giftOptions, shipping })
    expect(part.totals.total).toBe(subtotal + giftOptions + shipping + part.totals.tax)
    await expect(page.getByRole('main')).toContainText(store.money(part.totals.total))
  }
  expect(counterPart.totals).toMatchObject({ subtotal: held, shipping: 0, giftOptions: 0 })
  expect(counterPart.bopsOptions).toMatchObject({ giftReceiptOption: 1, baggingOption: 1 })
  const base = (state: 'IL' | 'NY') =>
    expected.reduce((sum, one) => sum + (one.state === state ? one.subtotal + one.shipping : 0), 0)
  const taxes = { IL: atRate(base('IL') + held, taxRates.IL), NY: atRate(base('NY'), taxRates.NY) }
  expect(at(newYork).totals.tax).toBe(taxes.NY)
  expect(at(chicago).totals.tax + at(springfield).totals.tax + counterPart.totals.tax).toBe(taxes.IL)
  expect(orderSummary.tax).toBe(taxes.IL + taxes.NY)
  expect(orderSummary.total).toBe(recipientList.reduce((sum, { totals }) => sum + totals.total, 0))

  const number = await store.placeOrder()
  const [order] = await ask<{ total: string; recipients: CheckoutReply['recipientList'] }>(
    'select total_cents as total, recipients from shop.orders where order_number = $1',
    [number],
  )
  expect(Number(order?.total)).toBe(orderSummary.total)
  expect(order?.recipients.map(({ id, totals }) => [id, totals])).toEqual(
    recipientList.map(({ id, totals }) => [id, totals]),
  )
  const next = page.getByRole('region', { name: 'What happens next' })
  for (const part of partsIn(recipientList, store)) await expect(next).toContainText(part)
  await expect.poll(async () => (await mailsTo(email)).length).toBe(1)
  const [mail] = await mailsTo(email)
  for (const text of [
    ...partsIn(recipientList, store),
    `Total: ${store.money(orderSummary.total)}`,
    'Gift message: For the long evenings',
    'A gift, gift wrapped',
    `Pick up at ${pickup.name}`,
  ]) {
    expect(mail?.text).toContain(text)
  }
})

/** What the pages and the mail say each recipient's part comes to. */
function partsIn(recipients: CheckoutReply['recipientList'], store: Store): string[] {
  return recipients.map(
    ({ isPickup, totals }) => `This ${isPickup ? 'pickup' : 'delivery'}: ${store.money(totals.total)}`,
  )
}

/** SHIP-30: 'No' leaves everything as it is. */
async function askedBeforeRemoving(page: Page): Promise<void> {
  const recipients = page.getByRole('region', { name: 'Your addresses' })
  await recipients.getByRole('button', { name: /^remove grace hopper/i }).click()
  const doubt = page.getByRole('dialog', { name: 'Are you sure?' })
  await expect(doubt).toContainText('Grace Hopper')
  await doubt.getByRole('button', { name: 'No' }).click()
  await expect(doubt).toBeHidden()
  await expect(recipients.getByRole('listitem')).toHaveCount(3)
}
