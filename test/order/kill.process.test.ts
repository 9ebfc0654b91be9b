import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import type { KillPoint } from '#server/order/order-deps.ts'
import { recover, startRecovery } from '#server/order/place/recovery.ts'
import { place, sku } from '#test/builders/catalog.ts'
import { cardToken, gatewayBooks } from '#test/order/gateway.ts'
import { insertCart, readStock } from '#test/order/insert-cart.ts'
import { orderAndDie } from '#test/order/killed.ts'
import { expectBalancedBooks } from '#test/order/ordering.ts'
import { type PatientOrders, patientOrders } from '#test/order/patient.ts'
import { order } from '#test/order/place.ts'
import { createWorld, type World } from '#test/world.ts'

const points: readonly KillPoint[] = ['k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7']
const warehouse = place.warehouse.CB.US

// what six seconds do to the lease of a dead process
const endLeases = statement('test.end-leases', "update shop.orders set lease_until = now() where state = 'pending'")
const ordersOf = statement<{ state: string; orderNumber: string }>(
  'test.orders-of',
  'select state, order_number as "orderNumber" from shop.orders where shopper_id = $1',
)

describe('SCENE-04: a server killed in the middle of an order', () => {
  let world: World
  let token: string
  let parts: PatientOrders
  let placed = 0
  beforeAll(async () => {
    world = await createWorld()
    parts = patientOrders(world)
    token = await cardToken(world)
  })
  afterAll(async () => {
    await parts.close()
    await world.close()
  })

  async function killed(point: KillPoint): Promise<string> {
    const { shopperId } = await insertCart(world.database, { lines: [{ sku: sku.mug, quantity: 1 }], tokens: [token] })
    expect(await orderAndDie(world, shopperId, point)).toEqual({ signal: 'SIGKILL', said: '' })
    await world.database.count(endLeases)
    return shopperId
  }

  async function expectOneOrder(shopperId: string): Promise<void> {
    placed += 1
    expect(await world.database.rows(ordersOf, [shopperId])).toMatchObject([{ state: 'placed' }])
    expect(await gatewayBooks(world)).toHaveLength(placed)
    expect(await readStock(world.database, sku.mug, warehouse)).toEqual({ onHand: 500 - placed, held: 0 })
    await expectBalancedBooks(world)
  }

  for (const point of points) {
    test(`SCENE-04 SCENE-01: killed at ${point}, the shopper's own retry ends with the one order`, async () => {
      const shopperId = await killed(point)
      const first = await order(parts.orders, shopperId)
      expect(first).toMatchObject({ kind: 'placed' })
      expect(await order(parts.orders, shopperId)).toEqual(first)
      await expectOneOrder(shopperId)
    })

    test(`SCENE-04 SCENE-01: killed at ${point}, recovery settles the order, and a later retry gets its answer`, async () => {
      const shopperId = await killed(point)
      await recover(parts.orders)
      const before = await world.database.rows(ordersOf, [shopperId])
      // before the commit of the first step nothing has happened
      expect(before.map(({ state }) => state)).toEqual(point === 'k1' ? [] : ['placed'])
      const answer = await order(parts.orders, shopperId)
      const [stored] = await world.database.rows(ordersOf, [shopperId])
      expect(answer).toMatchObject({ kind: 'placed', orderNumber: stored?.orderNumber })
      await expectOneOrder(shopperId)
    })
  }

  test('SCENE-04: recovery that runs beside settles an order by itself', async () => {
    const { shopperId } = await insertCart(world.database, { lines: [{ sku: sku.mug, quantity: 1 }], tokens: [token] })
    await orderAndDie(world, shopperId, 'k4')
    const recovery = startRecovery(parts.orders)
    await expect
      .poll(() => world.database.rows(ordersOf, [shopperId]), { timeout: 25_000, interval: 100 })
      .toMatchObject([{ state: 'placed' }])
    await recovery.stop()
    await expectOneOrder(shopperId)
  })

  test('SCENE-04: two recoveries at once settle each order once', async () => {
    const shoppers = await Promise.all((['k2', 'k3', 'k4', 'k5'] as const).map(killed))
    await Promise.all([recover(parts.orders), recover(parts.orders)])
    placed += shoppers.length - 1
    await expectOneOrder(shoppers[0] ?? '')
    for (const shopperId of shoppers) {
      expect(await world.database.rows(ordersOf, [shopperId])).toMatchObject([{ state: 'placed' }])
    }
  })

  test('SCENE-04: an order that cannot be brought on does not hold up the others', async () => {
    const poisoned = await killed('k2')
    const fine = await killed('k2')
    const breaks = statement('test.poison', "update shop.orders set facts = facts - 'holds' where shopper_id = $1")
    await world.database.count(breaks, [poisoned])
    expect(await recover(parts.orders)).toMatchObject({ settled: 1, stillPending: 1 })
    expect(await world.database.rows(ordersOf, [fine])).toMatchObject([{ state: 'placed' }])
    const repair = statement(
      'test.repair',
      `update shop.orders o set facts = o.facts || jsonb_build_object('holds', f.facts->'holds'), lease_until = now()
       from shop.orders f where o.shopper_id = $1 and f.shopper_id = $2`,
    )
    await world.database.count(repair, [poisoned, fine])
    expect(await recover(parts.orders)).toMatchObject({ settled: 1 })
    placed += 1
    await expectOneOrder(poisoned)
  })

  test('SCENE-04: an order that was never sent and is a minute old is given up: nothing charged, the cart open again', async () => {
    const shopperId = await killed('k3')
    await world.database.count(
      statement(
        'test.age',
        "update shop.orders set created_at = created_at - interval '61 seconds' where shopper_id = $1",
      ),
      [shopperId],
    )
    await recover(parts.orders)
    expect(await world.database.rows(ordersOf, [shopperId])).toMatchObject([{ state: 'refused' }])
    expect(await gatewayBooks(world)).toHaveLength(placed)
    await expectBalancedBooks(world)
    expect(await order(parts.orders, shopperId)).toMatchObject({ kind: 'placed' })
    placed += 1
    await expectBalancedBooks(world)
  })
})
