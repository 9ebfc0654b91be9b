import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { variants } from '#domain/variant.ts'
import { statement } from '#server/db/database.ts'
import { cancelOrder } from '#server/order/cancel/cancel-order.ts'
import { findLastOrder } from '#server/order/order-store.ts'
import { beforeCards, countRefusedCard, isAddressRateLimited } from '#server/order/place/card-testing-guard.ts'
import type { PlaceOutcome } from '#server/order/place/place-outcome.ts'
import { add, address, item, newCard } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { cardToken, gatewayBooks } from '#test/order/gateway.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { order } from '#test/order/place.ts'
import { createWorld, type World } from '#test/world.ts'

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
})

const begin = (from: string) => beforeCards(world.shop.orders, from)
const mayAsk = ({ isAddressBusy }: Awaited<ReturnType<typeof begin>>) => !isAddressBusy
const ended: PlaceOutcome = {
  ...{ kind: 'placed', orderNumber: '', basketId: '', basketVersion: 0, order: null },
}
const refuse = async (from: string, times: number) => {
  for (let nth = 0; nth < times; nth += 1) await countRefusedCard(world.shop.orders, world.database, from)
}
const outdate = statement('test.outdate', `update card_try set started_at = now() - interval '31 seconds'`)

test('SEC-57: of thirty orders sent at once from one address twenty ask the processor, and others of another address too', async () => {
  const [here, there] = await Promise.all([
    Promise.all(Array.from({ length: 30 }, () => begin('203.0.113.7'))),
    begin('203.0.113.8'),
  ])
  expect(here.filter(mayAsk)).toHaveLength(20)
  expect(mayAsk(there)).toBe(true)
})

const alarms = statement<{ kind: string; key: string; times: number }>(
  'test.alarms-of-tries',
  'select kind, key, times from shop.alarm order by key',
)

/** A stolen card is tried out from an address; answers whether the processor was asked. */
async function tryOut(from: string): Promise<boolean> {
  const cards = await begin(from)
  if (cards.isAddressBusy) return false
  await countRefusedCard(world.shop.orders, world.database, from)
  await cards.release()
  return true
}

test('SEC-57 SEC-62: 1,000 sessions of one address with a card each: twenty ask the processor, and a person is told', async () => {
  let asked = 0
  for (let nth = 0; nth < 1_000; nth += 1) if (await tryOut('203.0.113.7')) asked += 1
  expect(asked).toBe(20)
  const told = await world.database.rows(alarms)
  expect(told).toEqual([{ kind: 'card-testing', key: expect.stringMatching(/^[0-9a-f]{12}$/), times: 1 }])
  // her neighbour buys
  expect(mayAsk(await begin('203.0.113.8'))).toBe(true)
}, 60_000)

test('SEC-57 SEC-62: 1,000 addresses with one card each: no limit of their own is met, and a person is told again and again', async () => {
  let asked = 0
  for (let nth = 0; nth < 1_000; nth += 1) if (await tryOut(`198.51.${nth >> 8}.${nth & 255}`)) asked += 1
  expect(asked).toBe(1_000)
  expect(await world.database.rows(alarms)).toEqual([{ kind: 'card-testing', key: 'all', times: expect.any(Number) }])
}, 60_000)

test('SEC-57: those under way and those refused count together', async () => {
  await refuse('203.0.113.7', 17)
  const tries = await Promise.all(Array.from({ length: 6 }, () => begin('203.0.113.7')))
  expect(tries.filter(mayAsk)).toHaveLength(3)
})

test('one that ends makes room for one that waits; one left by a crash does so after half a minute', async () => {
  const held = await Promise.all(Array.from({ length: 20 }, () => begin('203.0.113.7')))
  const waiting = begin('203.0.113.7')
  await held[0]?.after(ended)
  expect(mayAsk(await waiting)).toBe(true)
  await world.database.count(outdate)
  expect(mayAsk(await begin('203.0.113.7'))).toBe(true)
})

test('SEC-57: an order that is cancelled counts its cards once, where it was placed, and one that stands counts none', async () => {
  const { orders } = world.shop
  const tokens = [await cardToken(world), await cardToken(world, '4242')]
  const from = '203.0.113.9'
  const placed = async () => {
    const wish = { lines: [{ sku: sku.mug, quantity: 1 }], tokens, firstCents: 500 }
    const { shopperId } = await insertCart(world.database, wish)
    expect((await order(orders, shopperId, { clientAddress: from })).kind).toBe('placed')
    return findLastOrder(world.database, shopperId, variants.cb)
  }
  await refuse(from, 17)
  const [first, second] = [await placed(), await placed()]
  const press = (one: typeof first) => orders.database.transaction((tx) => cancelOrder(orders, tx, one!))
  await Promise.all([press(first), press(first)])
  await press(first)
  expect(await isAddressRateLimited(orders, world.database, from)).toBe(false)
  expect(await world.database.rows(alarms)).toEqual([])
  await press(second)
  expect(await isAddressRateLimited(orders, world.database, from)).toBe(true)
  expect(await isAddressRateLimited(orders, world.database, '127.0.0.1')).toBe(false)
  expect(await world.database.rows(alarms)).toMatchObject([{ kind: 'card-testing' }])
})

async function withDeclinedCard(): Promise<TestShopper> {
  const shopper = world.shopper()
  await add(shopper, item(sku.mug, 1))
  await shopper.submit('/checkout', { isGuestCheckout: 'true' })
  await shopper.call('cart', 'checkout', {})
  expect(await shopper.call('checkout', 'validateAndSaveAddress', address())).toMatchObject({ isSuccess: true })
  const cardOneData = await newCard(world, shopper, { number: '4000000000000002' })
  expect(await shopper.call('payment', 'savePayment', { cardOneData })).toMatchObject({ isSuccess: true })
  return shopper
}

test('SEC-57 SEC-62: five stolen cards tried at once, when two more may be refused: two reach the processor', async () => {
  const shoppers = await Promise.all(Array.from({ length: 5 }, withDeclinedCard))
  await refuse('127.0.0.1', 18)
  lines.length = 0
  const before = (await gatewayBooks(world)).length
  const answers = await Promise.all(shoppers.map((shopper) => shopper.call('order', 'placeOrder', { adata: '' })))
  expect(answers.every(({ isSuccess }) => !isSuccess)).toBe(true)
  expect((await gatewayBooks(world)).length - before).toBe(2)
  const stopped = lines.map((line) => JSON.parse(line)).filter(({ security }) => security === 'throttled')
  expect(stopped).toHaveLength(3)
})
