import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { takeTokens } from '#server/http/guards/throttle-store.ts'
import { cardTestingLimits } from '#server/order/place/card-testing-limits.ts'
import { add, address, item, newCard } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { visaEnding } from '#test/builders/visa-ending.ts'
import { cancel, insertCartOf, placedBy } from '#test/order/cancelling.ts'
import { cardToken, gatewayBooks } from '#test/order/gateway.ts'
import { createWorld, type World } from '#test/world.ts'

/** The limits are met long before; `CARDS=1000 npx vitest run test/order/card-testing` plays the whole attack. */
const cards = Number(process.env.CARDS ?? 200)

let world: World
const lines: string[] = []
beforeAll(async () => {
  world = await createWorld({ logLine: (line) => lines.push(line) })
})
afterAll(() => world.close())
beforeEach(async () => {
  for (const table of ['throttle', 'card_try', 'shop.alarm']) {
    await world.database.count(statement(`test.forget-${table}`, `delete from ${table}`))
  }
  lines.length = 0
})

const alarms = statement<{ kind: string; key: string }>(
  'test.card-alarms',
  'select kind, key from shop.alarm order by key',
)
const throttled = () => lines.map((line) => JSON.parse(line)).filter(({ security }) => security === 'throttled')
const asked = async () => (await gatewayBooks(world)).length

async function atPayment(): Promise<TestShopper> {
  const shopper = world.shopper()
  await add(shopper, item(sku.mug, 1))
  await shopper.submit('/checkout', { isGuestCheckout: 'true' })
  await shopper.call('cart', 'checkout', {})
  expect(await shopper.call('checkout', 'validateAndSaveAddress', address())).toMatchObject({ isSuccess: true })
  return shopper
}

async function pay(shopper: TestShopper, number: string) {
  const saved = await newCard(world, shopper, { number }).then(
    (cardOneData) => shopper.call('payment', 'savePayment', { cardOneData }),
    // no card can be typed any more
    ({ message }: Error) => ({ isSuccess: false, errorMessage: message, cardOneErrors: null }),
  )
  return { saved, placed: await shopper.call('order', 'placeOrder', { adata: '' }) }
}

const stolen = visaEnding('0002')
const tooMany = 'Too many tries. Please wait a few minutes and try again.'

test('SEC-57 SEC-62: card after card from one session: six reach the processor, thirty the gateway, each later one is told the same and counted', async () => {
  const shopper = await atPayment()
  const before = await asked()
  const answers = []
  for (let nth = 0; nth < cards; nth += 1) answers.push(await pay(shopper, stolen))
  expect((await asked()) - before).toBe(6)
  expect(answers.map(({ saved }) => saved.isSuccess)).toEqual(Array.from({ length: cards }, (_, nth) => nth < 30))
  expect(answers[30]?.saved.errorMessage).toBe(tooMany)
  expect(answers.slice(6).every(({ placed }) => placed.errorMessage === tooMany)).toBe(true)
  // each later order, and each card that was not looked at
  expect(throttled()).toHaveLength(cards - 6 + (cards - 30))
}, 120_000)

test('SEC-57 SEC-62: a new session for each card does not help: twenty of an address in an hour, and a person is told', async () => {
  const before = await asked()
  const answers = []
  for (let nth = 0; nth < cards; nth += 1) answers.push(await pay(await atPayment(), stolen))
  expect((await asked()) - before).toBe(20)
  // the order is held back first, soon after it the card is not looked at any more
  const told = answers.slice(20).map(({ saved, placed }) => (saved.isSuccess ? placed : saved).errorMessage)
  expect(told).toEqual(Array(cards - 20).fill(tooMany))
  expect(answers.every(({ placed }) => !placed.isSuccess)).toBe(true)
  expect(await world.database.rows(alarms)).toEqual([
    { kind: 'card-testing', key: expect.stringMatching(/^[0-9a-f]{12}$/) },
  ])
}, 120_000)

test('SEC-62: one card each from so many places that no limit of their own is met: a person is told, and from then on each refusal is held back, and no good card', async () => {
  const { bucket, capacity, windowSeconds } = cardTestingLimits.ofAll
  const mac = world.shop.orders.macOf(bucket)
  await takeTokens(world.database, bucket, mac, { capacity, cost: capacity - 1, windowSeconds })
  await pay(await atPayment(), stolen)
  expect(await world.database.rows(alarms)).toEqual([])
  const shopper = await atPayment()
  const began = performance.now()
  expect((await pay(shopper, stolen)).placed).toMatchObject({ message: 'AuthorizationFailure' })
  expect(performance.now() - began).toBeGreaterThanOrEqual(cardTestingLimits.delayMs - 1)
  expect(await world.database.rows(alarms)).toEqual([{ kind: 'card-testing', key: 'all' }])
  const before = await asked()
  expect((await pay(shopper, visaEnding('1111'))).placed).toMatchObject({ isSuccess: true })
  expect((await asked()) - before).toBe(1)
})

test('SEC-57: a shopper with three slips, and a declined card, is not slowed: her good card pays', async () => {
  const shopper = await atPayment()
  for (const lastFour of ['0119', '0119', '0119']) {
    const { saved } = await pay(shopper, visaEnding(lastFour))
    expect(saved).toMatchObject({ isSuccess: false, cardOneErrors: { hasTnsError: true } })
  }
  expect((await pay(shopper, stolen)).placed).toMatchObject({ message: 'AuthorizationFailure' })
  expect((await pay(shopper, visaEnding('1111'))).placed).toMatchObject({ isSuccess: true })
  expect(throttled()).toEqual([])
  expect(await world.database.rows(alarms)).toEqual([])
})

test('SEC-57 SEC-62: cards that are refused when they are saved, a new session for each: counted as those of orders, twenty of an address in an hour, and a person is told', async () => {
  const save = async (number: string) => {
    const shopper = await atPayment()
    const cardOneData = await newCard(world, shopper, { number })
    return shopper.call('payment', 'savePayment', { cardOneData })
  }
  const { capacity } = cardTestingLimits.ofAddress
  for (let nth = 1; nth < capacity; nth += 1) {
    expect(await save(visaEnding('0119'))).toMatchObject({ cardOneErrors: { hasTnsError: true } })
  }
  expect(await world.database.rows(alarms)).toEqual([])
  expect(await save(visaEnding('1111'))).toMatchObject({ isSuccess: true })
  expect(await save(visaEnding('0119'))).toMatchObject({ cardOneErrors: { hasTnsError: true } })
  expect(await world.database.rows(alarms)).toEqual([
    { kind: 'card-testing', key: expect.stringMatching(/^[0-9a-f]{12}$/) },
  ])
  expect(throttled()).toEqual([])
  for (const lastFour of ['0119', '1111']) {
    expect(await save(visaEnding(lastFour))).toMatchObject({ isSuccess: false, errorMessage: tooMany })
  }
  expect(throttled()).toHaveLength(2)
})

/** A card is tried out on an order that is given back at once. */
async function placeAndCancel(shopper: TestShopper, token: string) {
  await insertCartOf(world, shopper, { lines: [{ sku: sku.mug, quantity: 1 }], tokens: [token] })
  const placed = await shopper.call('order', 'placeOrder', { adata: '' })
  if (placed.isSuccess)
    expect(await cancel({ shopper, orderNumber: placed.orderNumber })).toMatchObject({ isSuccess: true })
  return placed
}

test('SEC-57 SEC-62: orders placed with one good card after another and cancelled, a new session for each: twenty of an address in an hour, and a person is told', async () => {
  const token = await cardToken(world)
  const before = await asked()
  const answers = []
  for (let nth = 0; nth < 25; nth += 1) answers.push(await placeAndCancel(world.shopper(), token))
  expect((await asked()) - before).toBe(20)
  expect(answers.map(({ isSuccess }) => isSuccess)).toEqual(Array.from({ length: 25 }, (_, nth) => nth < 20))
  expect(answers.slice(20).map(({ errorMessage }) => errorMessage)).toEqual(Array(5).fill(tooMany))
  expect(throttled()).toHaveLength(5)
  expect(await world.database.rows(alarms)).toEqual([
    { kind: 'card-testing', key: expect.stringMatching(/^[0-9a-f]{12}$/) },
  ])
}, 120_000)

test('SEC-57: one session that places and cancels is told so at its seventh order', async () => {
  const token = await cardToken(world)
  const shopper = world.shopper()
  const answers = []
  for (let nth = 0; nth < 7; nth += 1) answers.push(await placeAndCancel(shopper, token))
  expect(answers.map(({ isSuccess }) => isSuccess)).toEqual([...Array(6).fill(true), false])
  expect(answers.at(-1)?.errorMessage).toBe(tooMany)
  expect(throttled()).toHaveLength(1)
})

test('SEC-57: a shopper who cancels three orders, of two cards each, and slips once buys what she wants', async () => {
  const tokens = [await cardToken(world), await cardToken(world, '4242')]
  const shopper = world.shopper()
  for (let nth = 0; nth < 3; nth += 1) {
    const wish = { lines: [{ sku: sku.mug, quantity: 1 }], tokens, firstCents: 500 }
    await cancel(await placedBy(world, wish, shopper))
  }
  await insertCartOf(world, shopper, { lines: [{ sku: sku.mug, quantity: 1 }], tokens: [] })
  expect((await pay(shopper, stolen)).placed).toMatchObject({ message: 'AuthorizationFailure' })
  expect((await pay(shopper, visaEnding('1111'))).placed).toMatchObject({ isSuccess: true })
  expect(throttled()).toEqual([])
  expect(await world.database.rows(alarms)).toEqual([])
})
