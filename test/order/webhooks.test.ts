import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { receiveWebhook } from '#server/order/payment/receive-webhook.ts'
import { recover } from '#server/order/place/recovery.ts'
import { sku } from '#test/builders/catalog.ts'
import { deliverAll } from '#test/order/deliveries.ts'
import { cardToken, drill, gatewayBooks } from '#test/order/gateway.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { expectBalancedBooks } from '#test/order/ordering.ts'
import { order } from '#test/order/place.ts'
import { allWorkedOff, signedWebhook } from '#test/order/webhook.ts'
import { createWorld, type World } from '#test/world.ts'

type PaymentRow = {
  readonly reference: string
  /** The processor's reference. */
  readonly psp: string
  readonly amount: number
  readonly state: string
  readonly order: string
}
const paymentOf = statement<PaymentRow>(
  'test.payment-of-event',
  `select p.reference, p.provider_ref as psp, p.amount_cents as amount, p.state, o.state as "order"
   from shop.payment p join shop.orders o using (shopper_id, order_id) where p.shopper_id = $1`,
)
const events = statement<{ state: string }>('test.events', 'select state from shop.webhook_event order by received_at')
const alarms = statement<{ kind: string }>('test.alarms', 'select kind from shop.alarm')

const holdOrder = statement('test.hold-order', 'select 1 from shop.orders where shopper_id = $1 for update')
const takePayment = statement('test.take-payment', 'select 1 from shop.payment where shopper_id = $1 for update nowait')
const waiting = statement<{ pid: number }>(
  'test.waiting',
  `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
)

// a busy machine takes its time
const patience = { timeout: 25_000 }

describe("the processor's webhook events", () => {
  let world: World
  beforeEach(async () => {
    world = await createWorld()
  })
  afterEach(async () => {
    await allWorkedOff(world)
    await deliverAll(world)
    await expectBalancedBooks(world)
    await world.close()
  })

  const signed = (event: string, reference: string, amount: number, more?: { psp?: string; original?: string }) =>
    signedWebhook(world, event, { reference, amount }, more)

  async function placed(): Promise<{ shopperId: string; payment: PaymentRow }> {
    const tokens = [await cardToken(world)]
    const { shopperId } = await insertCart(world.database, { lines: [{ sku: sku.mug, quantity: 1 }], tokens })
    await order(world.shop.orders, shopperId)
    const payment = await world.database.row(paymentOf, [shopperId])
    if (payment === undefined) throw new Error('no payment')
    return { shopperId, payment }
  }

  const receive = (body: string) => receiveWebhook(world.shop.orders, body)
  const settled = () => allWorkedOff(world)

  test('OPEN-65: the same webhook event 50 times is taken each time and counts once', async () => {
    const { shopperId, payment } = await placed()
    const body = signed('CAPTURE', payment.reference, payment.amount, { psp: 'CAP1', original: payment.psp })
    const answers = await Promise.all(Array.from({ length: 50 }, () => receive(body)))
    expect(new Set(answers)).toEqual(new Set([200]))
    await settled()
    await expect.poll(() => world.database.rows(events), patience).toEqual([{ state: 'done' }])
    expect(await world.database.row(paymentOf, [shopperId])).toMatchObject({ state: 'captured', order: 'placed' })
  })

  test('OPEN-65 ORDER-09: a webhook event waits for who is settling the order before it takes the payment, so that neither waits for the other', async () => {
    const { shopperId, payment } = await placed()
    await world.database.transaction(async (tx) => {
      await tx.count(holdOrder, [shopperId])
      await receive(signed('CAPTURE', payment.reference, payment.amount, { psp: 'CAP1', original: payment.psp }))
      await expect.poll(async () => (await world.database.rows(waiting)).length, patience).toBeGreaterThan(0)
      // would end in an error if the webhook event had it already
      expect(await tx.count(takePayment, [shopperId])).toBe(1)
    })
    await expect.poll(() => world.database.rows(events), patience).toEqual([{ state: 'done' }])
    expect(await world.database.row(paymentOf, [shopperId])).toMatchObject({ state: 'captured' })
  })

  test('OPEN-65 SAFE-20: an altered, unsigned or unreadable webhook event changes nothing and leaves no row', async () => {
    const { shopperId, payment } = await placed()
    const body = signed('CAPTURE', payment.reference, payment.amount)
    expect(await receive(body.replace('"success":"true"', '"success":"false"'))).toBe(401)
    expect(await receive(body.replace(/"hmacSignature":"[^"]*"/, '"nothing":"x"'))).toBe(401)
    expect(await receive('{')).toBe(400)
    await settled()
    expect(await world.database.rows(events)).toEqual([])
    expect(await world.database.row(paymentOf, [shopperId])).toMatchObject({ state: 'authorized' })
  })

  test('OPEN-65: webhook events in reversed order never move a payment back', async () => {
    const { shopperId, payment } = await placed()
    const { reference, amount } = payment
    const [booked] = await gatewayBooks(world)
    expect(booked?.reference).toBe(reference)
    const { psp = '' } = booked ?? {}
    await receive(signed('CAPTURE', reference, amount, { psp: 'CAP1', original: psp }))
    await settled()
    await receive(signed('AUTHORISATION', reference, amount, { psp }))
    await settled()
    await expect.poll(() => world.database.rows(events), patience).toEqual([{ state: 'done' }, { state: 'done' }])
    expect(await world.database.row(paymentOf, [shopperId])).toMatchObject({ state: 'captured' })
  })

  test('OPEN-65: a webhook event with another amount is kept and a person is told; the payment stays', async () => {
    const { shopperId, payment } = await placed()
    const body = signed('CAPTURE', payment.reference, payment.amount + 1, { original: payment.psp })
    expect(await receive(body)).toBe(200)
    await settled()
    await expect.poll(() => world.database.rows(alarms), patience).toEqual([{ kind: 'notice-amount-differs' }])
    expect(await world.database.row(paymentOf, [shopperId])).toMatchObject({ state: 'authorized' })
  })

  test('BEYOND-02: a webhook event settles an order whose answer never came, without waiting for the next look', async () => {
    const tokens = [await cardToken(world)]
    const { shopperId } = await insertCart(world.database, { lines: [{ sku: sku.mug, quantity: 1 }], tokens })
    await drill(world, { fault: 'cut' })
    expect(await order(world.shop.orders, shopperId)).toMatchObject({ kind: 'pending' })
    const payment = await world.database.row(paymentOf, [shopperId])
    const [booked] = await gatewayBooks(world)
    const body = signed('AUTHORISATION', payment?.reference ?? '', payment?.amount ?? 0, { psp: booked?.psp ?? '' })
    expect(await receive(body)).toBe(200)
    await settled()
    await expect
      .poll(async () => (await world.database.row(paymentOf, [shopperId]))?.state, patience)
      .toBe('authorized')
    expect(await recover(world.shop.orders)).toMatchObject({ settled: 1 })
    expect(await world.database.row(paymentOf, [shopperId])).toMatchObject({ order: 'placed' })
  })
})
