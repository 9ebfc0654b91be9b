import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { auditLedgers } from '#server/order/books/audit-ledgers.ts'
import { reconcile } from '#server/order/books/reconcile.ts'
import { processorsOf } from '#server/order/order-deps.ts'
import { receiveWebhook } from '#server/order/payment/receive-webhook.ts'
import { sku } from '#test/builders/catalog.ts'
import { cancel, insertCartOf, type Placed, placedBy } from '#test/order/cancelling.ts'
import { deliverAll } from '#test/order/deliveries.ts'
import { cardToken, gatewayBooks } from '#test/order/gateway.ts'
import { expectBalancedBooks } from '#test/order/ordering.ts'
import { allWorkedOff, signedWebhook } from '#test/order/webhook.ts'
import { createWorld, type World } from '#test/world.ts'

type Row = {
  readonly reference: string
  readonly providerRef: string | null
  readonly amount: number
  readonly currency: 'USD' | 'CAD'
  readonly state: string
  readonly reason: string | null
}
const paymentsOf = statement<Row>(
  'test.given-up-payments',
  `select reference, provider_ref as "providerRef", amount_cents as amount, currency, state, reason
   from shop.payment where shopper_id = $1 order by slot`,
)
const alarms = statement<{ kind: string }>('test.given-up-alarms', 'select kind from shop.alarm order by alarm_id')
const open = statement<{ key: string }>(
  'test.open-voids',
  "select key from shop.outbox where topic = 'payment.void' and (done_at is null or parked_at is not null)",
)
const again = statement('test.void-again', "update shop.outbox set done_at = null where topic = 'payment.void'")
const taken = /^Visa ending in 1111: \$[\d.]+ was charged and is refunded, which may take a few days to show\.$/

describe('BEYOND-03 OPEN-65: money that was captured before its void arrived', () => {
  let world: World
  let token: string
  beforeEach(async () => {
    world = await createWorld()
    token = await cardToken(world)
  })
  afterEach(async () => {
    await expectBalancedBooks(world)
    await world.close()
  })

  const wish = () => ({ lines: [{ sku: sku.mug, quantity: 1 }], tokens: [token] })
  async function paymentOf({ shopperId }: Pick<Placed, 'shopperId'>): Promise<Row> {
    const [row] = await world.database.rows(paymentsOf, [shopperId])
    if (row === undefined) throw new Error('no payment')
    return row
  }
  /** As a retailer captures at the processor, of which the shop has heard nothing. */
  async function capture({ reference, providerRef, amount: amountCents, currency }: Row): Promise<void> {
    const request = { key: 'ship', providerRef: providerRef ?? '', reference, amountCents, currency }
    expect(await world.shop.orders.gateway.capture(request)).toMatchObject({ state: 'accepted' })
  }
  const kinds = async () => (await world.database.rows(alarms)).map(({ kind }) => kind)
  async function tell(event: string, row: Row, more: { success: 'true' | 'false' }, nth = 1): Promise<void> {
    const names = { psp: `${event}${nth}`, original: row.providerRef ?? '' }
    await receiveWebhook(world.shop.orders, signedWebhook(world, event, row, { ...names, ...more }))
    await allWorkedOff(world)
  }
  async function captured(): Promise<Placed> {
    const placed = await placedBy(world, wish())
    await capture(await paymentOf(placed))
    expect(await cancel(placed)).toMatchObject({ isSuccess: true })
    return placed
  }

  test('the void is refused, and it is refunded, once; nothing is left open, the books agree, its page says so, and a person is told', async () => {
    const placed = await captured()
    await deliverAll(world)
    expect(await paymentOf(placed)).toMatchObject({ state: 'voided', reason: 'refunded' })
    await world.database.count(again)
    await deliverAll(world)
    expect(await gatewayBooks(world)).toMatchObject([{ state: 'refunded' }])
    expect(await world.database.rows(open)).toEqual([])
    const { orders } = world.shop
    expect(await auditLedgers({ ...orders, processors: processorsOf(orders) }, new Date(0), 10)).toMatchObject({
      differences: [],
      open: 0,
    })
    expect(await reconcile(orders, new Date(0))).toMatchObject({ orphans: [], missing: [], differing: [] })
    expect(await kinds()).toEqual(['void-failed'])
    const { page } = await placed.shopper.page(`/account/orders/${placed.orderNumber}`)
    expect(page).toMatchObject({ order: { released: [expect.stringMatching(taken)] } })
  })

  test('of two cards the one that was captured is refunded and the other voided, also when the order was refused', async () => {
    const shopper = world.shopper()
    const tokens = [token, await cardToken(world, '0002')]
    const shopperId = await insertCartOf(world, shopper, { ...wish(), tokens, firstCents: 500 })
    await shopper.call('order', 'placeOrder', { adata: '' })
    await capture(await paymentOf({ shopperId }))
    await deliverAll(world)
    expect(await world.database.rows(paymentsOf, [shopperId])).toMatchObject([
      { state: 'voided', reason: 'refunded' },
      { state: 'refused' },
    ])
    const { released } = await shopper.call('order', 'getOrderConfirmation', {})
    expect(released).toEqual([expect.stringMatching(taken), expect.stringMatching(/was not charged\.$/)])
  })

  test('a processor that takes the void and says later that it failed is asked for a refund, and a person is told', async () => {
    const placed = await captured()
    // as one that works off-line answers: taken, and done it never was
    await world.database.count(
      statement('test.taken-void', "update shop.outbox set done_at = now() where topic = 'payment.void'"),
    )
    await world.database.count(statement('test.said-voided', "update shop.payment set state = 'voided'"))
    const row = await paymentOf(placed)
    await tell('CANCELLATION', row, { success: 'false' })
    await tell('CANCELLATION', row, { success: 'false' })
    expect(await paymentOf(placed)).toMatchObject({ state: 'voiding' })
    await deliverAll(world)
    expect(await paymentOf(placed)).toMatchObject({ state: 'voided', reason: 'refunded' })
    expect(await gatewayBooks(world)).toMatchObject([{ state: 'refunded' }])
    expect(await world.database.rows(open)).toEqual([])
    expect(await kinds()).toEqual(['void-failed'])
    // a void that was asked for twice fails twice, and names what amount it likes
    await tell('CANCELLATION', { ...row, amount: 0 }, { success: 'false' }, 2)
    await deliverAll(world)
    expect(await paymentOf(placed)).toMatchObject({ state: 'voided', reason: 'refunded' })
    expect(await gatewayBooks(world)).toMatchObject([{ state: 'refunded' }])
    await tell('REFUND', row, { success: 'true' })
    expect(await kinds()).toEqual(['void-failed'])
    await tell('REFUND', row, { success: 'false' })
    expect(await kinds()).toEqual(['void-failed', 'refund-failed'])
  })

  test('a void by our reference that finds nothing to void asks for no refund, nor does one of an order that stands', async () => {
    const placed = await placedBy(world, wish())
    await tell('CANCELLATION', await paymentOf(placed), { success: 'false' })
    expect(await paymentOf(placed)).toMatchObject({ state: 'authorized' })
    await cancel(placed)
    await deliverAll(world)
    await world.database.count(statement('test.nameless', 'update shop.payment set provider_ref = null'))
    await tell('TECHNICAL_CANCEL', await paymentOf(placed), { success: 'false' })
    expect([await paymentOf(placed), await world.database.rows(open), await kinds()]).toMatchObject([
      { state: 'voided', reason: null },
      [],
      [],
    ])
  })

  test('what was captured of an order that stands is refunded by no row of the outbox', async () => {
    const placed = await placedBy(world, wish())
    const row = await paymentOf(placed)
    await capture(row)
    await tell('CAPTURE', row, { success: 'true' })
    await world.database.count(
      statement(
        'test.stray-refund',
        `insert into shop.outbox (shopper_id, topic, key, payload)
         values ($1, 'payment.void', 'stray', jsonb_build_object('reference', $2::text, 'providerRef', $3::text, 'isTaken', true))`,
      ),
      [placed.shopperId, row.reference, row.providerRef],
    )
    await deliverAll(world)
    expect(await gatewayBooks(world)).toMatchObject([{ state: 'captured' }])
    expect(await paymentOf(placed)).toMatchObject({ state: 'captured' })
    expect(await kinds()).toEqual(['delivery-parked'])
  })
})
