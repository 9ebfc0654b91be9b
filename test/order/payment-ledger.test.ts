import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { checkInvariants } from '#server/order/books/invariants-store.ts'
import { cancelOrder } from '#server/order/cancel/cancel-order.ts'
import { exportOrders } from '#server/order/export/export-orders.ts'
import type { OrderKey } from '#server/order/order-store.ts'
import { receiveWebhook } from '#server/order/payment/receive-webhook.ts'
import { sku } from '#test/builders/catalog.ts'
import { placedBy } from '#test/order/cancelling.ts'
import { deliverAll } from '#test/order/deliveries.ts'
import { cardToken, gatewayBooks } from '#test/order/gateway.ts'
import { allWorkedOff, signedWebhook } from '#test/order/webhook.ts'
import { createWorld, type World } from '#test/world.ts'

const alarms = statement<{ kind: string }>('test.alarms', 'select kind from shop.alarm order by kind')
const ledger = statement<{ kind: string; cents: number; asked: boolean }>(
  'test.ledger',
  'select kind, amount_cents as cents, is_asked as asked from shop.payment_entry order by kind, amount_cents',
)
const deadLetters = statement<{ why: string; cents: number }>(
  'test.dead-letters',
  `select why, (raw::jsonb->'amount'->>'value')::int as cents from shop.webhook_event where state = 'dead'`,
)
const theOrder = statement<OrderKey & { readonly payment: string }>(
  'test.the-order',
  `select shopper_id as "shopperId", order_id as "orderId", p.state as payment
   from shop.orders o join shop.payment p using (shopper_id, order_id)`,
)

type EventInput = {
  readonly event: string
  readonly cents?: number
  readonly success?: 'true' | 'false'
  readonly currency?: string
  /** The processor's reference of the payment. */
  readonly original?: string
}

describe('SAFE-22: what becomes of money at the processor stands in the ledger of its order', () => {
  let world: World
  let placed: Awaited<ReturnType<typeof placedBy>>
  let booked: { readonly reference: string; readonly amount: number; readonly psp: string }
  beforeEach(async () => {
    world = await createWorld()
    placed = await placedBy(world, { lines: [{ sku: sku.mug, quantity: 1 }], tokens: [await cardToken(world)] })
    booked = (await gatewayBooks(world))[0]!
  })
  afterEach(async () => {
    expect(await checkInvariants(world.database)).toEqual([])
    await world.close()
  })

  async function tell({
    event,
    cents = booked.amount,
    success = 'true',
    currency = 'USD',
    original = booked.psp,
  }: EventInput): Promise<void> {
    const names = { psp: `${event}1`, original, success, currency }
    const body = signedWebhook(world, event, { ...booked, amount: cents }, names)
    expect(await receiveWebhook(world.shop.orders, body)).toBe(200)
    await allWorkedOff(world)
  }
  const kinds = async () => (await world.database.rows(alarms)).map(({ kind }) => kind)
  const entries = async () => (await world.database.rows(ledger)).map(({ kind, cents }) => [kind, cents])
  const changes = async (since: Date) => {
    const lines: { payments: { entries: object[] }[] }[] = []
    for await (const line of exportOrders(world.database, since, new Date(Date.now() + 60_000))) {
      lines.push(JSON.parse(line))
    }
    return lines
  }

  test.each([
    ['CANCELLATION', 'cancelled', 'cancelled-at-processor'],
    ['TECHNICAL_CANCEL', 'cancelled', 'cancelled-at-processor'],
    ['EXPIRE', 'cancelled', 'cancelled-at-processor'],
    ['REFUND', 'refunded', 'refunded-at-processor'],
    ['REFUND_FAILED', 'refundFailed', 'refund-failed'],
    ['REFUNDED_REVERSED', 'refundReversed', 'refund-reversed'],
    ['CHARGEBACK', 'chargeback', 'chargeback'],
    ['SECOND_CHARGEBACK', 'chargeback', 'chargeback'],
    ['CHARGEBACK_REVERSED', 'chargebackReversed', 'chargeback-reversed'],
  ])(
    'SAFE-22: %s that nobody asked for: one entry and one alarm, told once or twice, and exported again',
    async (event, kind, alarm) => {
      const [before] = await changes(new Date(0))
      expect(before?.payments[0]?.entries).toEqual([])
      const since = new Date()
      expect(await changes(since)).toEqual([])
      for (let nth = 0; nth < 2; nth += 1) await tell({ event })
      expect(await entries()).toEqual([[kind, booked.amount]])
      expect(await kinds()).toEqual([alarm])
      expect(await world.database.row(theOrder)).toMatchObject({ payment: 'authorized' })
      const [again] = await changes(since)
      expect(again?.payments[0]?.entries).toEqual([
        { kind, amountCents: booked.amount, currency: 'USD', isAsked: false, at: expect.stringMatching(/Z$/) },
      ])
      const { page } = await placed.shopper.page(`/account/orders/${placed.orderNumber}`)
      const move = { kind, name: 'Visa ending in 1111', amount: booked.amount }
      expect(page).toMatchObject({ order: { moneyMoves: [move] } })
    },
  )

  const story: readonly EventInput[] = [
    { event: 'CAPTURE' },
    { event: 'REFUND', cents: 300 },
    { event: 'REFUNDED_REVERSED', cents: 300 },
    { event: 'CHARGEBACK', cents: 500 },
    { event: 'CHARGEBACK_REVERSED', cents: 500 },
    { event: 'CANCELLATION' },
  ]
  test.each([
    ['as they came about', [0, 1, 2, 3, 4, 5]],
    ['backwards', [5, 4, 3, 2, 1, 0]],
    ['mixed', [4, 2, 5, 0, 3, 1]],
  ])('SAFE-22: told %s, each of them twice, the ledger is the same', async (_what, turns) => {
    for (const nth of [...turns, ...turns]) await tell(story[nth]!)
    expect(await entries()).toEqual([
      ['cancelled', booked.amount],
      ['chargeback', 500],
      ['chargebackReversed', 500],
      ['refundReversed', 300],
      ['refunded', 300],
    ])
    expect(await kinds()).toEqual([
      'cancelled-at-processor',
      'chargeback',
      'chargeback-reversed',
      'refund-reversed',
      'refunded-at-processor',
    ])
    expect(await world.database.row(theOrder)).toMatchObject({ payment: 'captured' })
  })

  test('SAFE-22: what the store asked for itself is in the ledger and no alarm', async () => {
    const key = await world.database.row(theOrder)
    await world.database.transaction((tx) => cancelOrder(world.shop.orders, tx, key!))
    await deliverAll(world)
    await tell({ event: 'CANCELLATION' })
    await tell({ event: 'REFUND', cents: 200 })
    expect(await world.database.rows(ledger)).toEqual([
      { kind: 'cancelled', cents: booked.amount, asked: true },
      { kind: 'refunded', cents: 200, asked: true },
    ])
    expect(await kinds()).toEqual([])
    expect(await world.database.row(theOrder)).toMatchObject({ payment: 'voided' })
  })

  const shown = async () => {
    const { page } = await placed.shopper.page(`/account/orders/${placed.orderNumber}`)
    return (page as { order: { moneyMoves: { kind: string; amount: number }[] } }).order.moneyMoves
  }

  test.each([
    ['REFUND', { cents: 0 }],
    ['REFUND', { cents: -500 }],
    ['REFUND', { cents: -500, success: 'false' }],
    ['REFUND', { above: 1 }],
    ['REFUND', { currency: 'CAD' }],
    ['REFUND_FAILED', { above: 1 }],
    ['REFUNDED_REVERSED', { cents: 0 }],
    ['CANCELLATION', { cents: -1 }],
    ['CANCELLATION', { above: 1 }],
    ['CHARGEBACK', { cents: 0 }],
    ['CHARGEBACK', { currency: 'EUR' }],
    ['CHARGEBACK_REVERSED', { cents: -1 }],
  ] as const)(
    'SAFE-22 SAFE-23: %s of %o, which this payment cannot have moved, is a dead letter: in no ledger, on no page',
    async (event, {
      above = 0,
      ...wrong
    }: { above?: number; cents?: number; currency?: string; success?: 'true' | 'false' }) => {
      const since = new Date()
      const told = { cents: booked.amount + above, ...wrong }
      for (let nth = 0; nth < 2; nth += 1) await tell({ event, ...told })
      expect(await entries()).toEqual([])
      expect(await kinds()).toEqual(['dead-letter'])
      const why = `${told.cents} ${wrong.currency ?? 'USD'} of a payment of ${booked.amount} USD`
      expect(await world.database.rows(deadLetters)).toEqual([{ why, cents: told.cents }])
      expect([await shown(), await changes(since)]).toEqual([[], []])
      expect(await world.database.row(theOrder)).toMatchObject({ payment: 'authorized' })
    },
  )

  test('SAFE-21 SAFE-22: the capture of all of it under a reference that nobody knows moves nothing, and a person is told', async () => {
    await tell({ event: 'CAPTURE', original: 'NOBODYS' })
    expect(await kinds()).toEqual(['notice-out-of-order'])
    expect(await world.database.row(theOrder)).toMatchObject({ payment: 'authorized' })
    await tell({ event: 'REFUND', original: 'NOBODYS' })
    // nobody here asked for it, and it is not the shopper's
    expect(await world.database.rows(ledger)).toEqual([{ kind: 'refunded', cents: booked.amount, asked: false }])
    expect(await kinds()).toEqual(['notice-out-of-order', 'refunded-at-processor'])
    expect(await shown()).toEqual([])
  })

  test('SAFE-22: a refund that failed is one; a chargeback above the payment, as of fees, is told as well and shown as the payment', async () => {
    await tell({ event: 'REFUND', success: 'false' })
    await tell({ event: 'CHARGEBACK', cents: booked.amount + 1 })
    expect((await shown()).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['refundFailed', booked.amount],
      ['chargeback', booked.amount],
    ])
    expect(await entries()).toEqual([
      ['chargeback', booked.amount + 1],
      ['refundFailed', booked.amount],
    ])
    expect(await kinds()).toEqual(['chargeback', 'notice-amount-differs', 'refund-failed'])
  })
})
