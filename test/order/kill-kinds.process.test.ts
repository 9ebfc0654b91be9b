import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import type { KillPoint } from '#server/order/order-deps.ts'
import { recover } from '#server/order/place/recovery.ts'
import { sku } from '#test/builders/catalog.ts'
import { deliverAll } from '#test/order/deliveries.ts'
import { cardToken, gatewayBooks } from '#test/order/gateway.ts'
import { type GatewayKind, gatewayOfKind, tokenOfKind } from '#test/order/gateway-kinds.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { orderAndDie } from '#test/order/killed.ts'
import { expectBalancedBooks } from '#test/order/ordering.ts'
import { type PatientOrders, patientOrders } from '#test/order/patient.ts'
import { order } from '#test/order/place.ts'
import { createWorld, type World } from '#test/world.ts'

const endLeases = statement('test.end-leases', "update shop.orders set lease_until = now() where state = 'pending'")
const age = statement('test.age', "update shop.orders set created_at = created_at - interval '61 seconds'")
const paymentOf = statement<{ state: string; payment: string; reference: string }>(
  'test.payment-of',
  `select o.state, p.state as payment, p.reference from shop.orders o join shop.payment p using (shopper_id, order_id)
   where o.shopper_id = $1`,
)

const points: readonly KillPoint[] = ['k2', 'k3', 'k4', 'k5', 'k6', 'k7']
/** What a payment of a killed process is left as: sent from the first commit on, until the commit that has its outcome. */
const leftAs: { readonly [Kind in GatewayKind]: readonly string[] } = {
  'built-in': ['sent', 'sent', 'sent', 'sent', 'sent', 'authorized'],
  adyen: ['sent', 'sent', 'sent', 'authorized', 'authorized', 'authorized'],
  once: ['started', 'sent', 'sent', 'authorized', 'authorized', 'authorized'],
}
const kinds: readonly (readonly [string, GatewayKind])[] = [
  ['looks up by reference', 'built-in'],
  ['repeats by its idempotency key', 'adyen'],
  ['promises neither', 'once'],
]

describe.each(kinds)('SPEED-09 SCENE-04: killed with a processor that %s', (_name, kind) => {
  let world: World
  let parts: PatientOrders
  let orders: PatientOrders['orders']
  let token: string
  let close: () => void
  beforeAll(async () => {
    world = await createWorld()
    parts = patientOrders(world)
    const gateway = await gatewayOfKind(kind, { ...world.config.gateway, origin: world.gatewayOrigin, waitMs: 60_000 })
    orders = { ...parts.orders, gateway }
    close = () => gateway.close()
    token = tokenOfKind(kind, await cardToken(world))
  })
  afterEach(() => expectBalancedBooks(world))
  afterAll(async () => {
    close()
    await parts.close()
    await world.close()
  })

  async function killedAt(point: KillPoint) {
    const { shopperId } = await insertCart(world.database, { lines: [{ sku: sku.mug, quantity: 1 }], tokens: [token] })
    expect(await orderAndDie(world, shopperId, point, kind)).toEqual({ signal: 'SIGKILL', said: '' })
    await world.database.count(endLeases)
    const left = await world.database.row(paymentOf, [shopperId])
    const booked = async () => (await gatewayBooks(world)).filter(({ reference }) => reference === left?.reference)
    return { shopperId, left, booked }
  }
  const paymentNow = (shopperId: string) => world.database.row(paymentOf, [shopperId])

  test.each(points.map((point, nth) => [point, leftAs[kind][nth]]))(
    '%s leaves its payment %s, and ends as one order with one authorization',
    async (point, state) => {
      const { shopperId, left, booked } = await killedAt(point)
      expect(left).toMatchObject({ state: point === 'k7' ? 'placed' : 'pending', payment: state })
      // by recovery, or by the shopper's own retry: both ask first, and send under the same reference
      if (points.indexOf(point) % 2 === 0) await recover(orders)
      else expect(await order(orders, shopperId)).toMatchObject({ kind: 'placed' })
      expect(await paymentNow(shopperId)).toEqual({ ...left, state: 'placed', payment: 'authorized' })
      expect(await booked()).toMatchObject([{ state: 'authorized' }])
    },
  )

  test.each(['k5', 'k6'] as const)('%s, a minute ago: the money that is held places the order, once', async (point) => {
    const { shopperId, left, booked } = await killedAt(point)
    await world.database.count(age)
    await recover(orders)
    await deliverAll(world)
    expect(await paymentNow(shopperId)).toEqual({ ...left, state: 'placed', payment: 'authorized' })
    expect(await booked()).toMatchObject([{ state: 'authorized' }])
  })

  test('k2, a minute ago: it is given up, and holds nothing whatever was sent', async () => {
    const { shopperId, booked } = await killedAt('k2')
    await world.database.count(age)
    await recover(orders)
    await deliverAll(world)
    expect(await paymentNow(shopperId)).toMatchObject({ state: 'refused' })
    expect((await booked()).filter(({ state }) => state === 'authorized' || state === 'captured')).toEqual([])
  })
})
