import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { paymentReferenceOf } from '#domain/order/payment-reference.ts'
import { statement } from '#server/db/database.ts'
import { reconcile } from '#server/order/books/reconcile.ts'
import { cancelOrder } from '#server/order/cancel/cancel-order.ts'
import type { OrderKey } from '#server/order/order-store.ts'
import { sku } from '#test/builders/catalog.ts'
import { deliverAll } from '#test/order/deliveries.ts'
import { cardToken, gatewayBooks } from '#test/order/gateway.ts'
import { givenUpCharges } from '#test/order/given-up.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { order } from '#test/order/place.ts'
import { createWorld, type World } from '#test/world.ts'

const alarms = statement<{ kind: string; key: string }>('test.alarms', 'select kind, key from shop.alarm')
const theOrder = statement<OrderKey>(
  'test.the-order',
  'select shopper_id as "shopperId", order_id as "orderId" from shop.orders',
)
const anHourAgo = statement('test.an-hour-ago', "update shop.payment set sent_at = now() - interval '1 hour'")

describe('OPEN-65: our books against those of the processor', () => {
  let world: World
  const since = new Date('2026-01-01T00:00:00Z')
  beforeEach(async () => {
    world = await createWorld()
  })
  afterEach(() => world.close())

  async function placed(): Promise<void> {
    const tokens = [await cardToken(world)]
    const { shopperId } = await insertCart(world.database, { lines: [{ sku: sku.mug, quantity: 1 }], tokens })
    expect(await order(world.shop.orders, shopperId)).toMatchObject({ kind: 'placed' })
    await world.database.count(anHourAgo)
  }

  async function chargeWithoutOrder(reference: string): Promise<string> {
    const { gateway } = world.shop.orders
    const token = await cardToken(world)
    const request = { reference, amountCents: 5_000, currency: 'USD', token, method: 'card' } as const
    const authorized = await gateway.authorize(request)
    return authorized.state === 'authorized' ? authorized.providerRef : ''
  }

  const ours = (installation = world.shop.orders.installation) =>
    paymentReferenceOf(installation, { shopperId: randomUUID(), orderId: randomUUID(), slot: 1 })

  test('SCENE-04: books that agree: nothing to do', async () => {
    await placed()
    expect(await reconcile(world.shop.orders, since)).toEqual({
      isCompared: true,
      compared: 1,
      orphans: [],
      held: [],
      missing: [],
      differing: [],
      foreign: 0,
    })
    expect(await world.database.rows(alarms)).toEqual([])
  })

  test('SCENE-04: money held for an order that was refused is given back and a person is told', async () => {
    const [reference = ''] = await givenUpCharges(world, await cardToken(world), 1)
    await placed()
    expect(await reconcile(world.shop.orders, since)).toMatchObject({ orphans: [reference] })
    expect((await gatewayBooks(world)).map(({ state }) => state).sort()).toEqual(['authorized', 'voided'])
    expect(await world.database.rows(alarms)).toEqual([{ kind: 'charge-of-refused-order', key: reference }])
    expect(await reconcile(world.shop.orders, since)).toMatchObject({ orphans: [] })
  })

  test('SCENE-04: money taken for an order that was refused is paid back', async () => {
    const [reference = ''] = await givenUpCharges(world, await cardToken(world), 1)
    const [booked] = await gatewayBooks(world)
    const { psp: providerRef = '', amount: amountCents = 0 } = booked ?? {}
    const capture = { key: 'c1', providerRef, reference, amountCents, currency: 'USD' } as const
    expect(await world.shop.orders.gateway.capture(capture)).toMatchObject({ state: 'accepted' })
    expect(await reconcile(world.shop.orders, since)).toMatchObject({ orphans: [reference] })
    expect(await gatewayBooks(world)).toMatchObject([{ refunded: amountCents }])
  })

  test('SAFE-63: money taken for an order nobody knows, as after a restored backup, stays and a person is told', async () => {
    const reference = ours()
    const providerRef = await chargeWithoutOrder(reference)
    const capture = { key: 'c1', providerRef, reference, amountCents: 5_000, currency: 'USD' } as const
    expect(await world.shop.orders.gateway.capture(capture)).toMatchObject({ state: 'accepted' })
    expect(await reconcile(world.shop.orders, since)).toMatchObject({ orphans: [], held: [reference] })
    expect(await gatewayBooks(world)).toMatchObject([{ state: 'captured', refunded: 0 }])
    expect(await world.database.rows(alarms)).toEqual([{ kind: 'reconcile-held', key: 'built-in' }])
  })

  test('SCENE-04: a placed order whose money the processor no longer holds is told to a person', async () => {
    await placed()
    const [booked] = await gatewayBooks(world)
    await world.shop.orders.gateway.void({ reference: booked?.reference ?? '' })
    expect(await reconcile(world.shop.orders, since)).toMatchObject({ missing: [booked?.reference] })
    expect(await world.database.rows(alarms)).toEqual([{ kind: 'authorization-missing', key: booked?.reference }])
  })

  test('SCENE-04: an order that is cancelled, and its money released, while the processor is asked is missing nothing', async () => {
    await placed()
    const { orders } = world.shop
    const list: typeof orders.gateway.list = async (from) => {
      const key = await world.database.row(theOrder)
      await world.database.transaction((tx) => cancelOrder(orders, tx, key!))
      await deliverAll(world)
      return orders.gateway.list(from)
    }
    const asked = { ...orders, wallets: null, gateway: { ...orders.gateway, list } }
    expect(await reconcile(asked, since)).toMatchObject({ orphans: [], missing: [] })
    expect(await gatewayBooks(world)).toMatchObject([{ state: 'voided' }])
    expect(await world.database.rows(alarms)).toEqual([])
  })

  test('SCENE-04: what was taken for an order and refunded at the processor is not told as missing', async () => {
    await placed()
    const [booked] = await gatewayBooks(world)
    const { reference = '', psp: providerRef = '', amount: amountCents = 0 } = booked ?? {}
    const part = { providerRef, reference, amountCents, currency: 'USD' } as const
    const { gateway } = world.shop.orders
    await gateway.capture({ key: 'c1', ...part })
    await gateway.refund({ key: 'r1', ...part })
    expect(await reconcile(world.shop.orders, since)).toMatchObject({ orphans: [], missing: [] })
    expect(await world.database.rows(alarms)).toEqual([])
  })

  test('OPEN-65: payments that carry no reference of ours are left alone', async () => {
    await chargeWithoutOrder('somebody-elses-1')
    expect(await reconcile(world.shop.orders, since)).toMatchObject({ compared: 0, orphans: [] })
    expect(await gatewayBooks(world)).toMatchObject([{ state: 'authorized' }])
  })
})
