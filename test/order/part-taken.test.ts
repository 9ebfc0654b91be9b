import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { variants } from '#domain/variant.ts'
import { statement } from '#server/db/database.ts'
import { auditLedgers } from '#server/order/books/audit-ledgers.ts'
import { reconcile } from '#server/order/books/reconcile.ts'
import { cancelOrder } from '#server/order/cancel/cancel-order.ts'
import { deliver } from '#server/order/mail/deliver.ts'
import { type OrderDeps, processorsOf } from '#server/order/order-deps.ts'
import { findLastOrder } from '#server/order/order-store.ts'
import { receiveWebhook } from '#server/order/payment/receive-webhook.ts'
import { createAdyenGateway } from '#server/providers/card-gateway/adyen.ts'
import { sku } from '#test/builders/catalog.ts'
import { cancel, type Placed, placedBy } from '#test/order/cancelling.ts'
import { deliverAll, deliveryDeps } from '#test/order/deliveries.ts'
import { cardToken, gatewayBooks } from '#test/order/gateway.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { expectBalancedBooks } from '#test/order/ordering.ts'
import { order } from '#test/order/place.ts'
import { allWorkedOff, signedWebhook } from '#test/order/webhook.ts'
import { createWorld, type World } from '#test/world.ts'

type Row = {
  readonly reference: string
  readonly providerRef: string
  readonly amount: number
  readonly state: string
  readonly reason: string | null
}
const paymentsOf = statement<Row>(
  'test.part-taken-payments',
  `select reference, provider_ref as "providerRef", amount_cents as amount, state, reason
   from shop.payment where shopper_id = $1 order by slot`,
)
const alarms = statement<{ kind: string }>('test.part-taken-alarms', 'select kind from shop.alarm order by alarm_id')
const voids = statement<{ shopperId: string; outboxId: string; isOpen: boolean }>(
  'test.part-taken-voids',
  `select shopper_id as "shopperId", outbox_id as "outboxId", done_at is null or parked_at is not null as "isOpen"
   from shop.outbox where topic = 'payment.void' order by created_at`,
)
/** As after a crash between the refund and its record. */
const forget = statement(
  'test.part-taken-forget',
  `with o as (update shop.outbox set done_at = null where topic = 'payment.void')
   update shop.payment set state = 'voiding', reason = null`,
)

describe('BEYOND-03 OPEN-65: a part of the money was captured before its void arrived', () => {
  let world: World
  beforeEach(async () => {
    world = await createWorld()
  })
  afterEach(async () => {
    await expectBalancedBooks(world)
    await world.close()
  })

  async function paymentOf(shopperId: string): Promise<Row> {
    const [row] = await world.database.rows(paymentsOf, [shopperId])
    if (row === undefined) throw new Error('no payment')
    return row
  }
  /** As a retailer takes the part that he can ship, of which the shop has heard nothing. */
  async function capture(orders: OrderDeps, { reference, providerRef }: Row, amountCents: number): Promise<void> {
    const request = { key: 'ship', providerRef, reference, amountCents, currency: 'USD' as const }
    expect(await orders.gateway.capture(request)).toMatchObject({ state: 'accepted' })
  }
  async function tell(orders: OrderDeps, event: string, row: Row, amount: number, nth = 1): Promise<void> {
    const names = { psp: `${event}${nth}`, original: row.providerRef }
    await receiveWebhook(orders, signedWebhook(world, event, { ...row, amount }, names))
    await allWorkedOff(world, orders)
  }
  const kinds = async () => (await world.database.rows(alarms)).map(({ kind }) => kind)
  const openVoids = async () => (await world.database.rows(voids)).filter(({ isOpen }) => isOpen)

  async function partTaken(part: number): Promise<Placed & { readonly row: Row }> {
    const wish = { lines: [{ sku: sku.mug, quantity: 2 }], tokens: [await cardToken(world)] }
    const placed = await placedBy(world, wish)
    const row = await paymentOf(placed.shopperId)
    await capture(world.shop.orders, row, part)
    expect(await cancel(placed)).toMatchObject({ isSuccess: true })
    return { ...placed, row }
  }

  test('exactly the part is refunded, once, also after a crash; the books agree, the page names the part, and a person is told', async () => {
    const { orders } = world.shop
    const { shopper, shopperId, orderNumber, row } = await partTaken(600)
    await deliverAll(world)
    const refunded = { state: 'voided', reason: 'refunded 600' }
    expect(await paymentOf(shopperId)).toMatchObject(refunded)
    await world.database.count(forget)
    await deliverAll(world)
    expect(await paymentOf(shopperId)).toMatchObject(refunded)
    expect(await gatewayBooks(world)).toMatchObject([{ state: 'refunded', captured: 600, refunded: 600 }])
    // what the processor tells of it afterwards changes nothing
    await tell(orders, 'CAPTURE', row, 600)
    await deliverAll(world)
    await tell(orders, 'REFUND', row, 600)
    expect(await paymentOf(shopperId)).toMatchObject(refunded)
    expect(await gatewayBooks(world)).toMatchObject([{ state: 'refunded', captured: 600, refunded: 600 }])
    expect(await openVoids()).toEqual([])
    expect(await kinds()).toEqual(['void-failed', 'notice-out-of-order'])
    const processors = processorsOf(orders)
    expect(await auditLedgers({ ...orders, processors }, new Date(0), 10)).toMatchObject({ differences: [], open: 0 })
    expect(await reconcile(orders, new Date(0))).toMatchObject({ orphans: [], missing: [], differing: [] })
    const { page } = await shopper.page(`/account/orders/${orderNumber}`)
    const sentence =
      /^Visa ending in 1111: \$6\.00 of \$[\d.]+ was charged and is refunded, .* The rest is not charged\.$/
    expect(page).toMatchObject({ order: { released: [expect.stringMatching(sentence)] } })
  })

  test('its webhook event before the void is delivered leads to the same end', async () => {
    const { orders } = world.shop
    const { shopperId, row } = await partTaken(600)
    await tell(orders, 'CAPTURE', row, 600)
    await deliverAll(world)
    expect(await paymentOf(shopperId)).toMatchObject({ state: 'voided', reason: 'refunded 600' })
    expect(await gatewayBooks(world)).toMatchObject([{ state: 'refunded', captured: 600, refunded: 600 }])
    expect(await openVoids()).toEqual([])
  })

  test('a webhook event of more than the payment, or of a part of an order that stands, gives nothing back', async () => {
    const { orders } = world.shop
    const wish = { lines: [{ sku: sku.mug, quantity: 2 }], tokens: [await cardToken(world)] }
    const placed = await placedBy(world, wish)
    const row = await paymentOf(placed.shopperId)
    await tell(orders, 'CAPTURE', row, 600)
    expect(await paymentOf(placed.shopperId)).toMatchObject({ state: 'authorized' })
    await cancel(placed)
    await tell(orders, 'CAPTURE', row, row.amount + 1, 2)
    await deliverAll(world)
    expect(await paymentOf(placed.shopperId)).toMatchObject({ state: 'voided', reason: null })
    expect(await kinds()).toEqual(['notice-amount-differs'])
    expect(await world.database.rows(voids)).toHaveLength(1)
  })

  test('money of a part that belongs to no order of ours is given back by the reconciler', async () => {
    const { orders } = world.shop
    const { shopperId } = await partTaken(600)
    await world.database.count(
      statement('test.part-taken-lost', "update shop.outbox set done_at = now() where topic = 'payment.void'"),
    )
    await world.database.count(statement('test.part-taken-voided', "update shop.payment set state = 'voided'"))
    const { reference } = await paymentOf(shopperId)
    expect(await reconcile(orders, new Date(0))).toMatchObject({ orphans: [reference] })
    expect(await gatewayBooks(world)).toMatchObject([{ state: 'refunded', captured: 600, refunded: 600 }])
    expect(await reconcile(orders, new Date(0))).toMatchObject({ orphans: [] })
  })

  describe('Adyen, which tells it by webhook events only', () => {
    let orders: OrderDeps & { close(): void }
    beforeEach(() => {
      const { apiKey, merchantAccount } = world.config.gateway
      const connection = { limits: { connectMs: 1_000, answerMs: 5_000 } }
      const own = { clientKey: 'test_client', environment: 'test', liveUrlPrefix: null, connection } as const
      const gateway = createAdyenGateway({ ...own, origin: world.gatewayOrigin, apiKey, merchantAccount })
      orders = { ...world.shop.orders, gateway, close: gateway.close }
    })
    afterEach(() => orders.close())

    async function deliverOnce(): Promise<void> {
      const parts = { ...deliveryDeps(world), gateway: orders.gateway }
      try {
        for (const { shopperId, outboxId } of await openVoids()) await deliver(parts, shopperId, outboxId)
      } finally {
        parts.mail.close()
      }
    }
    /** An order of which a part was taken, cancelled. */
    async function cancelled(): Promise<{ readonly shopperId: string; readonly row: Row }> {
      const encryptedCardNumber = await cardToken(world)
      const token = `enc.${Buffer.from(JSON.stringify({ encryptedCardNumber })).toString('base64url')}`
      const wish = { lines: [{ sku: sku.mug, quantity: 2 }], tokens: [token] }
      const { shopperId } = await insertCart(world.database, wish)
      expect((await order(orders, shopperId)).kind).toBe('placed')
      const row = await paymentOf(shopperId)
      await capture(orders, row, 600)
      const key = await findLastOrder(world.database, shopperId, variants.cb)
      expect(await orders.database.transaction((tx) => cancelOrder(orders, tx, key!))).toMatchObject({ ok: true })
      return { shopperId, row }
    }

    test('told before the void: the part is refunded, once', async () => {
      const { shopperId, row } = await cancelled()
      await tell(orders, 'CAPTURE', row, 600)
      await deliverOnce()
      await world.database.count(forget)
      await deliverOnce()
      expect(await paymentOf(shopperId)).toMatchObject({ state: 'voided', reason: 'refunded 600' })
      expect(await gatewayBooks(world)).toMatchObject([{ state: 'refunded', captured: 600, refunded: 600 }])
      await tell(orders, 'REFUND', row, 600)
      expect(await openVoids()).toEqual([])
    })

    test('not told yet: nothing moves and the delivery waits, until the webhook event is there', async () => {
      const { shopperId, row } = await cancelled()
      await expect(deliverOnce()).rejects.toThrow('no webhook says how much was taken')
      expect(await gatewayBooks(world)).toMatchObject([{ state: 'captured', refunded: 0 }])
      expect(await paymentOf(shopperId)).toMatchObject({ state: 'voiding' })
      await tell(orders, 'CAPTURE', row, 600)
      await deliverOnce()
      expect(await paymentOf(shopperId)).toMatchObject({ state: 'voided', reason: 'refunded 600' })
      expect(await gatewayBooks(world)).toMatchObject([{ state: 'refunded', captured: 600, refunded: 600 }])
      expect(await openVoids()).toEqual([])
    })

    test('a capture that failed afterwards is not given back', async () => {
      const { shopperId, row } = await cancelled()
      await tell(orders, 'CAPTURE', row, 900, 7)
      await receiveWebhook(orders, signedWebhook(world, 'CAPTURE_FAILED', { ...row, amount: 900 }, { psp: 'CAPTURE7' }))
      await tell(orders, 'CAPTURE', row, 600, 8)
      await deliverOnce()
      expect(await paymentOf(shopperId)).toMatchObject({ state: 'voided', reason: 'refunded 600' })
      expect(await gatewayBooks(world)).toMatchObject([{ state: 'refunded', captured: 600, refunded: 600 }])
    })
  })
})
