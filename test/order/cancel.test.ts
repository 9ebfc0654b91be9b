import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { variants } from '#domain/variant.ts'
import { statement } from '#server/db/database.ts'
import { auditLedgers } from '#server/order/books/audit-ledgers.ts'
import { cancelOrder } from '#server/order/cancel/cancel-order.ts'
import { returnedSentences } from '#server/order/cancel/release-summary.ts'
import { exportOrders } from '#server/order/export/export-orders.ts'
import { signedReceiptAddress } from '#server/order/mail/receipt-link.ts'
import { processorsOf } from '#server/order/order-deps.ts'
import { readRecordByNumber } from '#server/order/order-record-store.ts'
import { givePromoBack } from '#server/order/place/hold-promo-store.ts'
import { putStockBack } from '#server/order/place/hold-stock-store.ts'
import { giveCertificatesBack, refundGiftCards } from '#server/order/place/hold-stored-value-store.ts'
import { giveTripsBack } from '#server/order/place/hold-trip-store.ts'
import { place, sku } from '#test/builders/catalog.ts'
import { pdfText } from '#test/builders/pdf-text.ts'
import { cancel, insertCartOf, mailsTo, type Placed, placedBy } from '#test/order/cancelling.ts'
import { deliverAll } from '#test/order/deliveries.ts'
import { cardToken, gatewayBooks } from '#test/order/gateway.ts'
import { readStock, seedCertificate, seedGiftCard, seedPromo } from '#test/order/insert-cart.ts'
import { expectBalancedBooks } from '#test/order/ordering.ts'
import { approve, walletVisitor } from '#test/order/wallet-visitor.ts'
import { createWorld, type World } from '#test/world.ts'

const topics = ['payment.void', 'mail.order-cancelled', 'mail.order-placed']
const warehouse = place.warehouse.CB.US
const store = place.store.CB.US

type Ledgers = {
  readonly order: string
  readonly payments: readonly string[] | null
  readonly cards: readonly string[] | null
  readonly entries: readonly string[] | null
  readonly certificates: readonly string[] | null
  readonly promos: readonly string[] | null
  readonly trips: readonly string[] | null
}
const ledgers = statement<Ledgers>(
  'test.ledgers-of',
  `select o.state as order,
     (select json_agg(state order by slot) from shop.payment p where p.order_id = o.order_id) as payments,
     (select json_agg(balance_cents || ' ' || held_cents || ' ' || status) from shop.gift_card g
       where card_id in (select card_id from shop.gift_card_entry e where e.order_id = o.order_id)) as cards,
     (select json_agg(kind order by entry_no) from shop.gift_card_entry e where e.order_id = o.order_id) as entries,
     (select json_agg(kind || ' ' || state order by kind) from shop.certificate) as certificates,
     (select json_agg(u.state || ' ' || p.uses) from shop.promo_use u join shop.promo p using (code)
       where u.order_id = o.order_id) as promos,
     (select json_agg(h.state || ' ' || t.held || ' ' || t.booked) from shop.trip_hold h join shop.trip t using (trip_id)
       where h.order_id = o.order_id) as trips
   from shop.orders o where o.order_number = $1`,
)
const orderKey = statement<{ shopperId: string; orderId: string }>(
  'test.order-key',
  'select shopper_id as "shopperId", order_id as "orderId" from shop.orders where order_number = $1',
)
const fromElsewhere = statement(
  'test.from-elsewhere',
  `update shop.orders set facts = jsonb_set(facts, '{addressMac}', '"c0ffee"') where order_number = $1`,
)
const outbox = statement<{ topic: string }>(
  'test.outbox-of',
  `select topic from shop.outbox where shopper_id = $1 and topic in ('payment.void', 'mail.order-cancelled') order by topic`,
)

describe('BEYOND-03: a shopper cancels an order, and all it took comes back', () => {
  let world: World
  let tokens: readonly string[]
  beforeAll(async () => {
    world = await createWorld()
    tokens = [await cardToken(world), await cardToken(world, '4242')]
  })
  afterEach(async () => {
    await deliverAll(world, topics, world.gateway.smtpPort() ?? 0)
    await expectBalancedBooks(world)
    const report = await auditLedgers(
      { ...world.shop.orders, processors: processorsOf(world.shop.orders) },
      new Date(0),
      10,
    )
    expect(report).toMatchObject({ differences: [], open: 0 })
  })
  afterAll(() => world.close())

  const mugs = [{ sku: sku.mug, quantity: 2 }]
  const ledgersOf = ({ orderNumber }: Placed) => world.database.row(ledgers, [orderNumber])

  test('SCENE-08 BEYOND-03: two cards, gift card, code, promotion and delivery window: each is told, and its ledger is as before', async () => {
    const { database } = world
    const before = await readStock(database, sku.sofaOat, warehouse)
    const shopper = world.shopper()
    const email = 'mixed@example.com'
    const shopperId = await insertCartOf(world, shopper, {
      lines: [{ sku: sku.sofaOat, quantity: 2 }],
      tokens,
      firstCents: 50_000,
      email,
      promoCode: await seedPromo(database, 1_000, 5),
      tenders: [
        { kind: 'giftCard', tenderId: await seedGiftCard(database, 3_000) },
        { kind: 'tenderCode', tenderId: await seedCertificate(database, 'tender', 700) },
      ],
    })
    const { recipientList } = await shopper.call('checkout', 'refreshCheckout', {})
    const [recipient] = recipientList
    const [shipment] = recipient!.shipments
    const tripBooking = { selectedWindowId: shipment!.tripBooking!.windows[2]!.id }
    const { giftOptions } = recipient!
    await shopper.call('checkout', 'saveShippingAndGiftOptions', {
      recipients: [
        {
          recipientId: recipient!.id,
          shipments: [{ id: shipment!.id, selectedServiceLevel: 6, tripBooking }],
          giftOptions,
        },
      ],
    })
    const { orderNumber } = await shopper.call('order', 'placeOrder', { adata: '' })
    const placed = { shopper, shopperId, orderNumber }
    expect(await ledgersOf(placed)).toEqual({
      order: 'placed',
      payments: ['authorized', 'authorized'],
      cards: ['0 0 empty'],
      entries: ['hold', 'spend'],
      certificates: ['tender used'],
      promos: ['used 1'],
      trips: ['booked 0 1'],
    })

    const reply = await cancel(placed)
    expect(reply).toMatchObject({ isSuccess: true, errorMessage: '', orderNumber })
    expect(reply.returned.map((sentence) => sentence.replace(/\$[\d,]+\.\d\d/, '$'))).toEqual([
      'Gift card ending in 4444: $ is back on the card.',
      'Code ending in 7777: $ can be used again.',
      'Visa ending in 1111: $ will not be charged. Any hold on it is released, which may take a few days to show.',
      'Visa ending in 1111: $ will not be charged. Any hold on it is released, which may take a few days to show.',
    ])
    expect(await ledgersOf(placed)).toEqual({
      order: 'cancelled',
      payments: ['voiding', 'voiding'],
      cards: ['3000 0 active'],
      entries: ['hold', 'spend', 'refund'],
      certificates: ['tender free'],
      promos: ['released 0'],
      trips: ['released 0 0'],
    })
    expect(await readStock(database, sku.sofaOat, warehouse)).toEqual(before)

    await deliverAll(world, topics, world.gateway.smtpPort() ?? 0)
    expect((await ledgersOf(placed))?.payments).toEqual(['voided', 'voided'])
    expect((await gatewayBooks(world)).filter(({ state }) => state === 'authorized')).toEqual([])
    const [mail, ...others] = await mailsTo(world, email, /./)
    // the mail of the placed order was still in the outbox: it would be untrue by now
    expect(others).toEqual([])
    expect(mail?.subject).toBe(`CB order ${orderNumber} is cancelled`)
    for (const sentence of reply.returned) {
      expect(mail?.text).toContain(sentence)
      expect(mail?.html).toContain(sentence)
    }
  })

  test('OPEN-53: reward certificate and store card come back, and whoever cancelled can use certificate, code and promotion again', async () => {
    const { database } = world
    const certificate = { kind: 'certificate', tenderId: await seedCertificate(database, 'reward', 500) } as const
    const promoCode = await seedPromo(database, 100, 1)
    const wish = { lines: mugs, tokens: tokens.slice(0, 1), isStoreCard: true, tenders: [certificate], promoCode }
    const placed = await placedBy(world, wish)
    expect((await cancel(placed)).isSuccess).toBe(true)
    const again = await placedBy(world, wish, placed.shopper)
    expect(again.orderNumber).not.toBe(placed.orderNumber)
    expect(await ledgersOf(again)).toMatchObject({ order: 'placed', promos: ['used 1'] })
  })

  test('SCENE-08: an order that a gift card paid alone comes back whole: nothing was charged, nothing is to be voided', async () => {
    const tenderId = await seedGiftCard(world.database, 5_000)
    const lines = [{ sku: sku.donation, quantity: 1, donationCents: 5_000 }]
    const placed = await placedBy(world, { lines, tenders: [{ kind: 'giftCard', tenderId }] })
    expect(await ledgersOf(placed)).toMatchObject({ cards: ['0 0 empty'], payments: null })
    expect((await cancel(placed)).returned).toEqual(['Gift card ending in 4444: $50.00 is back on the card.'])
    expect(await ledgersOf(placed)).toMatchObject({ cards: ['5000 0 active'], payments: null })
    expect(await world.database.rows(outbox, [placed.shopperId])).toEqual([{ topic: 'mail.order-cancelled' }])
    // and pays another
    await placedBy(world, { lines, tenders: [{ kind: 'giftCard', tenderId }] }, placed.shopper)
  })

  test('SCENE-08: a gift card that was blocked meanwhile gets its money back and stays blocked', async () => {
    const tenderId = await seedGiftCard(world.database, 5_000)
    const lines = [{ sku: sku.donation, quantity: 1, donationCents: 2_000 }]
    const placed = await placedBy(world, { lines, tenders: [{ kind: 'giftCard', tenderId }] })
    await world.database.count(
      statement('test.block-card', "update shop.gift_card set status = 'blocked' where card_id = $1"),
      [tenderId],
    )
    await cancel(placed)
    expect(await ledgersOf(placed)).toMatchObject({ cards: ['5000 0 blocked'] })
  })

  test('SCENE-06: the last piece is on the shelf again, and somebody else buys it', async () => {
    const wish = { lines: [{ sku: sku.lastVase, quantity: 1 }], tokens: tokens.slice(0, 1) }
    const placed = await placedBy(world, wish)
    expect(await readStock(world.database, sku.lastVase, warehouse)).toEqual({ onHand: 0, held: 0 })
    await cancel(placed)
    expect(await readStock(world.database, sku.lastVase, warehouse)).toEqual({ onHand: 1, held: 0 })
    await placedBy(world, wish)
  })

  test('OPEN-91 SCENE-06: paid by a wallet and picked up at a store: the wallet is named, the piece is back in that store', async () => {
    const lines = [{ sku: sku.mug, quantity: 2, locationId: store }]
    const { shopper, shopperId } = await walletVisitor(world, { lines })
    const before = await readStock(world.database, sku.mug, store)
    const { nonce, email } = await approve(shopper, 'paypal')
    await shopper.call('wallet', 'setPayPalPayload', { data: { nonce, email } })
    await shopper.call('wallet', 'savePayPalPayment', {})
    const { orderNumber } = await shopper.call('order', 'placeOrder', { adata: '' })
    const placed = { shopper, shopperId, orderNumber }
    expect((await readStock(world.database, sku.mug, store)).onHand).toBeLessThan(before.onHand)
    expect((await cancel(placed)).returned).toEqual([
      expect.stringMatching(/^PayPal \(ada@example\.com\): \$[\d.]+ will not be charged\. Any hold on it is released/),
    ])
    expect(await readStock(world.database, sku.mug, store)).toEqual(before)
    await deliverAll(world, topics, world.gateway.smtpPort() ?? 0)
    expect((await ledgersOf(placed))?.payments).toEqual(['voided'])
  })

  test('OPEN-07 PLAT-15: pressed again, and again with the same key, it is answered alike and done once', async () => {
    const placed = await placedBy(world, { lines: mugs, tokens: tokens.slice(0, 1) })
    const first = await cancel(placed, {}, { key: 'cancel-once' })
    expect(await cancel(placed, {}, { key: 'cancel-once' })).toEqual(first)
    expect(await cancel(placed)).toEqual(first)
    expect(await world.database.rows(outbox, [placed.shopperId])).toEqual([
      { topic: 'mail.order-cancelled' },
      { topic: 'payment.void' },
    ])
  })

  test('SCENE-02 OPEN-118: afterwards the confirmation leads to the order’s page, which says what came back, and the button orders nothing', async () => {
    const placed = await placedBy(world, { lines: mugs, tokens: tokens.slice(0, 1) })
    const { shopper, orderNumber } = placed
    const { cancelUntil, placedAt } = await shopper.call('order', 'getOrderConfirmation', {})
    expect(Date.parse(cancelUntil) - Date.parse(placedAt)).toBe(30 * 60_000)
    const { returned } = await cancel(placed)
    const { page, path } = await shopper.page('/checkout/confirmation')
    expect(path).toBe(`/account/orders/${orderNumber}`)
    expect(page).toMatchObject({ name: 'accountOrder', state: 'cancelled', cancel: null, isInAccount: false })
    expect(page).toMatchObject({ order: { isCancelled: true, cancelUntil: '', released: returned } })
    expect(await shopper.call('order', 'placeOrder', { adata: '' })).toMatchObject({ isSuccess: false, errorType: 8 })
  })

  test('OPEN-118: the export tells of the cancellation after it told of the order, and no design of it is made', async () => {
    const placed = await placedBy(world, { lines: mugs, tokens: tokens.slice(0, 1) })
    const exported = async (since: string) => {
      const lines: { orderNumber: string; state: string; changedAt: string; cancelledAt: string | null }[] = []
      for await (const line of exportOrders(world.database, new Date(since), new Date(Date.now() + 60_000))) {
        lines.push(JSON.parse(line))
      }
      return lines
    }
    const first = (await exported('2026-01-01')).at(-1)
    expect(first).toMatchObject({ orderNumber: placed.orderNumber, state: 'placed', cancelledAt: null })
    await cancel(placed)
    const next = (await exported(first?.changedAt ?? '')).filter(
      ({ orderNumber }) => orderNumber === placed.orderNumber,
    )
    expect(next).toMatchObject([{ state: 'cancelled', cancelledAt: expect.stringMatching(/^\d{4}-/) }])
    expect(next[0]?.changedAt).toBe(next[0]?.cancelledAt)
    const all = (await exported('2026-01-01')).filter(({ orderNumber }) => orderNumber === placed.orderNumber)
    expect(all).toHaveLength(1)
  })

  test('OPEN-118: a cancellation that is on its way while orders are exported is in the next export, whatever was cancelled after it', async () => {
    // of other ledgers and another address than the first, or it would wait for it
    const donation = [{ sku: sku.donation, quantity: 1, donationCents: 2_000 }]
    const slow = await placedBy(world, { lines: mugs, tokens: tokens.slice(0, 1) })
    const quick = await placedBy(world, { lines: donation, tokens: tokens.slice(0, 1) })
    await world.database.count(fromElsewhere, [slow.orderNumber])
    const cancelledSince = async (since: string) => {
      const lines: { orderNumber: string; state: string; changedAt: string }[] = []
      for await (const line of exportOrders(world.database, new Date(since), new Date(Date.now() + 60_000))) {
        lines.push(JSON.parse(line))
      }
      const numbers = lines.filter(({ state }) => state === 'cancelled').map(({ orderNumber }) => orderNumber)
      return { numbers, last: lines.at(-1)?.changedAt ?? since }
    }
    const key = await world.database.row(orderKey, [slow.orderNumber])
    const first = await world.database.transaction(async (tx) => {
      await cancelOrder(world.shop.orders, tx, key!)
      expect(await cancel(quick)).toMatchObject({ isSuccess: true })
      return cancelledSince('2026-01-01')
    })
    expect(first.numbers).not.toContain(slow.orderNumber)
    expect((await cancelledSince(first.last)).numbers).toEqual(
      expect.arrayContaining([slow.orderNumber, quick.orderNumber]),
    )
  })

  test('its receipts say that it was cancelled', async () => {
    const placed = await placedBy(world, { lines: mugs, tokens: tokens.slice(0, 1) })
    await cancel(placed)
    for (const kind of ['receipt', 'gift-receipt'] as const) {
      const address = signedReceiptAddress(world.shop.orders, { ...placed, linkVersion: 1 }, kind, world.clock.now())
      const text = pdfText((await world.shopper().get(address)).rawPayload)
      expect(text).toContain('This order was cancelled on')
      expect(text).not.toContain('return or exchange')
      expect(text.includes('Nothing of it is charged.')).toBe(kind === 'receipt')
    }
  })

  test('ORDER-20: what gives back does nothing for an order that is not cancelled', async () => {
    const { database } = world
    const tenders = [
      { kind: 'giftCard' as const, tenderId: await seedGiftCard(database, 300) },
      { kind: 'tenderCode' as const, tenderId: await seedCertificate(database, 'tender', 200) },
    ]
    const promoCode = await seedPromo(database, 100, 5)
    const placed = await placedBy(world, { lines: mugs, tokens: tokens.slice(0, 1), tenders, promoCode })
    const before = [await ledgersOf(placed), await readStock(world.database, sku.mug, warehouse)]
    const record = await readRecordByNumber(world.database, placed.orderNumber, variants.cb)
    const key = await world.database.row(orderKey, [placed.orderNumber])
    await world.database.transaction(async (tx) => {
      await givePromoBack(tx, key!)
      await giveCertificatesBack(tx, key!)
      await refundGiftCards(tx, key!)
      await giveTripsBack(tx, key!)
      await putStockBack(tx, key!)
    })
    expect([await ledgersOf(placed), await readStock(world.database, sku.mug, warehouse)]).toEqual(before)
    expect(returnedSentences(record!)).toHaveLength(3)
  })
})
