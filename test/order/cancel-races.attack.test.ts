import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Outcome } from '#domain/outcome.ts'
import { statement } from '#server/db/database.ts'
import { cancelOrder } from '#server/order/cancel/cancel-order.ts'
import type { OrderDeps } from '#server/order/order-deps.ts'
import { processWebhooks } from '#server/order/payment/receive-webhook.ts'
import { storeEvents } from '#server/order/payment/webhook-store.ts'
import { place, sku } from '#test/builders/catalog.ts'
import { cancel, insertCartOf, placedBy } from '#test/order/cancelling.ts'
import { deliverAll } from '#test/order/deliveries.ts'
import { cardToken, gatewayBooks } from '#test/order/gateway.ts'
import { insertCart, readStock, seedGiftCard } from '#test/order/insert-cart.ts'
import { expectBalancedBooks, orderCounts, tally } from '#test/order/ordering.ts'
import { type PatientOrders, patientOrders } from '#test/order/patient.ts'
import { order } from '#test/order/place.ts'
import { allWorkedOff } from '#test/order/webhook.ts'
import { createWorld, type World } from '#test/world.ts'

const warehouse = place.warehouse.CB.US

type Row = {
  readonly shopperId: string
  readonly orderId: string
  readonly state: string
  readonly payment: string
  readonly reference: string
  readonly amount: number
}
const rowOf = statement<Row>(
  'test.order-and-payment',
  `select o.shopper_id as "shopperId", o.order_id as "orderId", o.state, p.state as payment, p.reference, p.amount_cents as amount
   from shop.orders o join shop.payment p using (shopper_id, order_id) where o.shopper_id = $1`,
)
const alarms = statement<{ kind: string; key: string }>(
  'test.alarms',
  'select kind, key from shop.alarm order by alarm_id',
)
const beginning = statement('test.beginning', 'select')
const mails = statement<{ count: number }>(
  'test.cancel-mails',
  "select count(*)::int as count from shop.outbox where topic = 'mail.order-cancelled'",
)

describe('an order that is cancelled while something else happens to it', () => {
  let world: World
  let token: string
  let parts: PatientOrders
  let orders: OrderDeps
  beforeEach(async () => {
    world = await createWorld()
    parts = patientOrders(world)
    ;({ orders } = parts)
    token = await cardToken(world)
  })
  afterEach(async () => {
    await deliverAll(world)
    await expectBalancedBooks(world)
    await parts.close()
    await world.close()
  })

  async function placed(): Promise<Row> {
    const tenders = [{ kind: 'giftCard' as const, tenderId: await seedGiftCard(world.database, 300) }]
    const wish = { lines: [{ sku: sku.mug, quantity: 2 }], tokens: [token], tenders }
    const { shopperId } = await insertCart(world.database, wish)
    expect((await order(orders, shopperId)).kind).toBe('placed')
    return now({ shopperId })
  }
  async function now({ shopperId }: Pick<Row, 'shopperId'>): Promise<Row> {
    const row = await world.database.row(rowOf, [shopperId])
    if (row === undefined) throw new Error('no order')
    return row
  }
  const cancelIt = (row: Row) => orders.database.transaction((tx) => cancelOrder(orders, tx, row))
  const nameOf = (judged: Outcome<string>) => (judged.ok ? judged.value : judged.problem.code)
  /** What a capture's webhook event leaves behind when it has come in, before anybody works it off. */
  const captureReported = ({ reference, amount }: Row) => {
    const about = {
      reference,
      providerRef: `CAP-${reference}`,
      ownRef: '',
      amountCents: amount,
      currency: 'USD',
      saidAt: '',
      refusal: null,
      reportUrl: null,
    }
    const webhookEvent = { eventId: `CAPTURE:${reference}`, event: 'CAPTURE', isSuccess: true, raw: '', ...about }
    const reading = { state: 'valid', webhookEvents: [webhookEvent], unreadable: [] } as const
    return storeEvents(world.database, orders.gateway.provider, reading, Buffer.from('0'))
  }

  test('SCENE-02: 20 presses at once cancel once: one is the first, the others find it done', async () => {
    const row = await placed()
    const judged = await Promise.all(Array.from({ length: 20 }, () => cancelIt(row)))
    expect(judged.map(nameOf).sort()).toEqual(['cancel', ...Array.from({ length: 19 }, () => 'cancelled')])
    expect(await now(row)).toMatchObject({ state: 'cancelled', payment: 'voiding' })
    expect((await world.database.row(mails))?.count).toBe(1)
    expect(await readStock(world.database, sku.mug, warehouse)).toEqual({ onHand: 500, held: 0 })
  })

  test('OPEN-65: cancelling and the webhook event of a capture at the same moment, 20 times: one wins, and the other is told', async () => {
    for (let nth = 0; nth < 20; nth += 1) {
      const row = await placed()
      await captureReported(row)
      const working = () => processWebhooks(orders)
      const [judged] = await Promise.all(
        nth % 2 === 0 ? [cancelIt(row), working()] : [working().then(() => cancelIt(row)), cancelIt(row)],
      )
      await allWorkedOff(world)
      const { state, payment } = await now(row)
      const told = (await world.database.rows(alarms)).filter(({ key }) => key === row.reference)
      if (payment === 'captured') {
        expect([state, told, nameOf(judged as Outcome<string>)]).toEqual(['placed', [], 'cancelPaymentTaken'])
        expect(nameOf(await cancelIt(row))).toBe('cancelPaymentTaken')
      } else {
        expect([state, payment, told.map(({ kind }) => kind)]).toEqual([
          'cancelled',
          'voiding',
          ['notice-out-of-order'],
        ])
        expect(nameOf(judged as Outcome<string>)).toMatch(/^cancel(led)?$/)
      }
    }
    const { placed: stored = 0, cancelled = 0 } = await orderCounts(world)
    expect(stored + cancelled).toBe(20)
    expect(await readStock(world.database, sku.mug, warehouse)).toEqual({ onHand: 500 - 2 * stored, held: 0 })
  }, 120_000)

  test('SCENE-02: pressed while the order is still being placed: judged after that, it is cancelled, not before it was placed', async () => {
    const tokens = [token]
    const { shopperId } = await insertCart(world.database, { lines: [{ sku: sku.mug, quantity: 1 }], tokens })
    const judged = await orders.database.transaction(async (tx) => {
      // the press is there: its time is that of this statement
      await tx.row(beginning)
      expect((await order(orders, shopperId)).kind).toBe('placed')
      return cancelOrder(orders, tx, await now({ shopperId }))
    })
    expect(nameOf(judged)).toBe('cancel')
    expect(await now({ shopperId })).toMatchObject({ state: 'cancelled', payment: 'voiding' })
  })

  test('OPEN-65: a capture that is told after the void was done changes nothing, and a person is told', async () => {
    const row = await placed()
    await cancelIt(row)
    await deliverAll(world)
    await captureReported(row)
    await allWorkedOff(world)
    expect(await now(row)).toMatchObject({ state: 'cancelled', payment: 'voided' })
    expect(await world.database.rows(alarms)).toEqual([{ kind: 'notice-out-of-order', key: row.reference }])
    expect(await gatewayBooks(world)).toMatchObject([{ state: 'voided' }])
  })

  test('SCENE-06: while orders are cancelled their pieces are bought by others, and no piece is sold twice or lost', async () => {
    const rows = await Promise.all(Array.from({ length: 12 }, placed))
    const wish = { lines: [{ sku: sku.mug, quantity: 1 }], tokens: [token] }
    const carts = await Promise.all(Array.from({ length: 12 }, () => insertCart(world.database, wish)))
    const [outcomes] = await Promise.all([
      Promise.all(carts.map(({ shopperId }) => order(orders, shopperId))),
      Promise.all(rows.map(cancelIt)),
    ])
    expect(tally(outcomes)).toEqual({ placed: 12 })
    expect(await orderCounts(world)).toEqual({ placed: 12, cancelled: 12 })
    expect(await readStock(world.database, sku.mug, warehouse)).toEqual({ onHand: 488, held: 0 })
  })
})

describe('SCENE-04: a server that dies while an order is cancelled', () => {
  let world: World
  let dieAt: string | null = null
  beforeAll(async () => {
    world = await createWorld({
      killPoint: (name) => {
        if (name === dieAt) throw new Error(`ended at ${name}`)
      },
    })
  })
  afterEach(async () => {
    await deliverAll(world)
    await expectBalancedBooks(world)
  })
  afterAll(() => world.close())

  const wish = async () => ({ lines: [{ sku: sku.mug, quantity: 1 }], tokens: [await cardToken(world)] })

  test.each(['c1', 'c2'])(
    'SCENE-04 SCENE-01: at %s: the retry with the same key cancels it once and gets the answer',
    async (point) => {
      const placed = await placedBy(world, await wish())
      dieAt = point
      const body = { orderNumber: placed.orderNumber }
      const answer = await placed.shopper.rawCall('cancellation', 'cancelOrder', body, { key: `dies-at-${point}` })
      dieAt = null
      expect(answer.statusCode).toBe(500)
      const { state } = (await world.database.row(rowOf, [placed.shopperId])) ?? {}
      expect(state).toBe(point === 'c1' ? 'placed' : 'cancelled')
      await expectBalancedBooks(world)
      const reply = await cancel(placed, {}, { key: `dies-at-${point}` })
      expect(reply).toMatchObject({ isSuccess: true, orderNumber: placed.orderNumber })
      expect(await cancel(placed)).toEqual(reply)
    },
  )

  test('SCENE-12: the shopper goes on with a new cart at once', async () => {
    const placed = await placedBy(world, await wish())
    await cancel(placed)
    await insertCartOf(world, placed.shopper, await wish())
    expect(await placed.shopper.call('order', 'placeOrder', { adata: '' })).toMatchObject({ isSuccess: true })
  })
})
