import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { reconcile } from '#server/order/books/reconcile.ts'
import { cancelOrder } from '#server/order/cancel/cancel-order.ts'
import type { OrderKey } from '#server/order/order-store.ts'
import { receiveWebhook } from '#server/order/payment/receive-webhook.ts'
import type { CardGateway } from '#server/providers/card-gateway/port.ts'
import { sku } from '#test/builders/catalog.ts'
import { deliverAll } from '#test/order/deliveries.ts'
import { cardToken, gatewayBooks } from '#test/order/gateway.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { order } from '#test/order/place.ts'
import { allWorkedOff, signedWebhook } from '#test/order/webhook.ts'
import { createWorld, type World } from '#test/world.ts'

const alarms = statement<{ kind: string }>('test.alarms', 'select kind from shop.alarm order by kind')
const theOrder = statement<OrderKey & { readonly state: string; readonly payment: string; readonly psp: string }>(
  'test.the-order',
  `select o.shopper_id as "shopperId", o.order_id as "orderId", o.state, p.state as payment, p.provider_ref as psp
   from shop.orders o join shop.payment p using (shopper_id, order_id)`,
)

describe('SAFE-21: money held twice for one payment', () => {
  let world: World
  let first: { readonly reference: string; readonly amount: number; readonly psp: string }
  let second: string
  beforeEach(async () => {
    world = await createWorld()
    const token = await cardToken(world)
    const { shopperId } = await insertCart(world.database, {
      lines: [{ sku: sku.mug, quantity: 1 }],
      tokens: [token],
    })
    expect(await order(world.shop.orders, shopperId)).toMatchObject({ kind: 'placed' })
    first = (await gatewayBooks(world))[0]!
    // what a processor that took one request twice would hold; this one does not, so under a reference of its own
    const twin = { reference: 'twin', amountCents: first.amount, currency: 'USD', token, method: 'card' } as const
    const held = await world.shop.orders.gateway.authorize(twin)
    second = held.state === 'authorized' ? held.providerRef : ''
  })
  afterEach(() => world.close())

  const tell = async (event: string, psp: string, original = '') => {
    const body = signedWebhook(world, event, first, { psp, original })
    expect(await receiveWebhook(world.shop.orders, body)).toBe(200)
    await allWorkedOff(world)
    await deliverAll({ ...world, shop: { ...world.shop, orders: { ...world.shop.orders, gateway: asTwins() } } })
  }
  /** The gateway as one that knows both by the one reference. */
  const asTwins = (): CardGateway => {
    const { gateway } = world.shop.orders
    const referenceOf = (psp: string) => (psp === second ? 'twin' : first.reference)
    return {
      ...gateway,
      findCaptured: ({ providerRef }) => gateway.findCaptured({ reference: referenceOf(providerRef), providerRef }),
    }
  }
  const stateAt = async (psp: string) => (await gatewayBooks(world)).find((each) => each.psp === psp)?.state
  const kinds = async () => (await world.database.rows(alarms)).map(({ kind }) => kind)
  const now = () => world.database.row(theOrder)

  test('SAFE-21: a second authorization of a placed order is voided and told; the first one and the order stay', async () => {
    await tell('AUTHORISATION', first.psp)
    expect(await kinds()).toEqual([])
    for (let nth = 0; nth < 2; nth += 1) await tell('AUTHORISATION', second)
    expect([await stateAt(first.psp), await stateAt(second)]).toEqual(['authorized', 'voided'])
    expect(await kinds()).toEqual(['second-authorization'])
    // the end of the second is none of the first
    await tell('CANCELLATION', 'CANCEL2', second)
    expect(await kinds()).toEqual(['second-authorization'])
    expect(await now()).toMatchObject({ state: 'placed', payment: 'authorized', psp: first.psp })
  })

  test('SAFE-21: one that was taken already is refunded', async () => {
    const all = {
      key: 'c',
      providerRef: second,
      reference: 'twin',
      amountCents: first.amount,
      currency: 'USD',
    } as const
    await world.shop.orders.gateway.capture(all)
    await tell('AUTHORISATION', second)
    expect([await stateAt(first.psp), await stateAt(second)]).toEqual(['authorized', 'refunded'])
    expect(await now()).toMatchObject({ state: 'placed', payment: 'authorized' })
  })

  test('SAFE-21: of an order that is being cancelled both are given back', async () => {
    const key = await now()
    await world.database.transaction((tx) => cancelOrder(world.shop.orders, tx, key!))
    await tell('AUTHORISATION', second)
    expect([await stateAt(first.psp), await stateAt(second)]).toEqual(['voided', 'voided'])
    expect(await now()).toMatchObject({ state: 'cancelled', payment: 'voided' })
  })

  test('SAFE-21 SAFE-63: reconciling finds it too where no webhook told of it, and gives it back alone', async () => {
    const { orders } = world.shop
    const list: CardGateway['list'] = async (since) => {
      const listed = await orders.gateway.list(since)
      if (listed.state !== 'listed') return listed
      return { ...listed, payments: listed.payments.map((each) => ({ ...each, reference: first.reference })) }
    }
    const doubling = { ...orders, wallets: null, gateway: { ...orders.gateway, list } }
    const since = new Date('2026-01-01T00:00:00Z')
    expect(await reconcile(doubling, since)).toMatchObject({ compared: 2, orphans: [first.reference], missing: [] })
    expect([await stateAt(first.psp), await stateAt(second)]).toEqual(['authorized', 'voided'])
    expect(await kinds()).toEqual(['second-authorization'])
    expect(await now()).toMatchObject({ state: 'placed', payment: 'authorized' })
  })
})
