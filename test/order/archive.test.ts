import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { auditLedgers } from '#server/order/books/audit-ledgers.ts'
import { reconcile } from '#server/order/books/reconcile.ts'
import { exportOrders } from '#server/order/export/export-orders.ts'
import { lastingOrderAddress } from '#server/order/mail/send-order-links.ts'
import { processorsOf } from '#server/order/order-deps.ts'
import { receiveWebhook } from '#server/order/payment/receive-webhook.ts'
import { sku } from '#test/builders/catalog.ts'
import { newMember, signInBy } from '#test/builders/member.ts'
import { plainBuild } from '#test/builders/plain-build.ts'
import { countsOf, newRegistryOf } from '#test/builders/registry.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { archiveByJob, letYearsPass, placesOf } from '#test/order/archived.ts'
import { cancel, type Placed, placedBy } from '#test/order/cancelling.ts'
import { mailedTo } from '#test/order/deliveries.ts'
import { cardToken, gatewayBooks } from '#test/order/gateway.ts'
import { buyGift } from '#test/order/gifts.ts'
import { breachesOfPass } from '#test/order/guard.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { order } from '#test/order/place.ts'
import { allWorkedOff, signedWebhook } from '#test/order/webhook.ts'
import { createWorld, type World } from '#test/world.ts'
import { loadRender } from '#web/entry-server.tsx'

const alarms = statement<{ kind: string }>('test.alarms', 'select kind from shop.alarm order by kind')
const oneOrder = statement<{ orderId: string; shopperId: string; cartId: string; orderNumber: string }>(
  'test.one-order',
  `select order_id as "orderId", shopper_id as "shopperId", cart_id as "cartId", order_number as "orderNumber" from shop.orders
   union all select order_id, shopper_id, cart_id, order_number from shop.order_archive`,
)

describe('SCALE-05: an archived order is as it was', () => {
  let world: World
  beforeEach(async () => {
    const render = await loadRender()
    const modules = { ...plainBuild.pages.modules, accountOrder: ['/assets/entry-1.js'] }
    world = await createWorld({
      build: {
        ...plainBuild,
        // the page as it is, where that is what is compared
        render: (state) => plainBuild.render(state) + (state.page.name === 'accountOrder' ? render(state) : ''),
        pages: { ...plainBuild.pages, modules },
      },
    })
  })
  afterEach(() => world.close())

  const seedOf = async (email: string) => ({
    lines: [
      { sku: sku.mug, quantity: 2 },
      { sku: sku.sofaOat, quantity: 1 },
    ],
    tokens: [await cardToken(world)],
    email,
  })

  /** HTML without what is new with each answer. */
  const htmlOf = async (shopper: TestShopper, path: string) => {
    const { body, statusCode } = await shopper.get(path)
    const fixed = body
      .replace(/nonce="[^"]*"/g, '')
      .replace(/(name="__RequestVerificationToken"[^>]*value=")[\w-]+/g, '$1')
      .replace(/"(token|requestId|csrf)":"[^"]*"/g, '')
      .replace(/(receipt\.pdf\?until=\d+&(?:amp;|\\u0026)?key=)[\w-]+/g, '$1')
    return { statusCode, fixed }
  }
  const pdfOf = async (path: string) => {
    const { rawPayload, statusCode } = await world.shopper().get(path)
    const bytes = rawPayload.toString('latin1')
    // the date of its making is that of the order, so all of it is the same
    return { statusCode, bytes, isPdf: bytes.startsWith('%PDF-') }
  }
  const exported = async (since = new Date(0)) => {
    const lines: string[] = []
    for await (const line of exportOrders(world.database, since, new Date(Date.now() + 60_000))) lines.push(line)
    return lines
  }

  /** All that anybody reads of an order, through the product. */
  async function allReaders({ shopper, orderNumber }: Placed, email: string) {
    const own = await shopper.page(`/account/orders/${orderNumber}`)
    const receipts = own.page.name === 'accountOrder' ? own.page.receipts : null
    const link = lastingOrderAddress(world.shop.orders, { orderNumber, linkVersion: 1 })
    const stranger = world.shopper()
    await stranger.get('/session')
    return {
      own: own.page,
      html: await htmlOf(shopper, `/account/orders/${orderNumber}`),
      confirmation: await shopper.call('order', 'getOrderConfirmation', {}),
      masked: (await stranger.page(link)).page,
      receipt: await pdfOf(receipts?.receiptUrl ?? ''),
      giftReceipt: await pdfOf(receipts?.giftReceiptUrl ?? ''),
      account: (await shopper.page('/account')).page,
      cancelled: await cancel({ shopper, orderNumber }),
      strangers: await stranger.get(`/account/orders/${orderNumber}`).then(({ statusCode }) => statusCode),
      exported: (await exported()).filter((line) => line.includes(orderNumber)),
      email,
    }
  }

  test('SCALE-05: page, receipts, lists, calls and export say the same of a guest’s, a member’s and a cancelled order', async () => {
    const { shopper: member, email } = await newMember(world)
    const all = [
      { placed: await placedBy(world, await seedOf('guest@example.com')), email: 'guest@example.com' },
      { placed: await placedBy(world, await seedOf(email), member), email },
      { placed: await placedBy(world, await seedOf('gone@example.com')), email: 'gone@example.com' },
    ] as const
    expect(await cancel(all[2].placed)).toMatchObject({ isSuccess: true })
    await mailedTo(world, 'gone@example.com', ['payment.void', 'mail.order-cancelled', 'mail.order-placed'])
    await letYearsPass(world)
    const before = []
    for (const each of all) before.push(await allReaders(each.placed, each.email))
    expect(
      before.map(({ own, html, receipt, giftReceipt, exported: lines }) => [
        own.name,
        html.statusCode,
        receipt.isPdf,
        giftReceipt.isPdf,
        lines.length,
      ]),
    ).toEqual(all.map(() => ['accountOrder', 200, true, true, 1]))
    expect(before[1]?.account).toMatchObject({ name: 'account', orders: [{ pieces: 3, state: 'placed' }] })
    expect(await archiveByJob(world)).toBe(3)
    expect(await placesOf(world.database)).toEqual({ orders: 0, archived: 3, both: 0 })
    for (const [nth, each] of all.entries()) expect(await allReaders(each.placed, each.email)).toEqual(before[nth])
    expect(await breachesOfPass(world.database)).toEqual([])
  }, 60_000)

  test('SCALE-05: an order is found by its number and address, and claimed by whoever reads that mailbox', async () => {
    const { shopper, email } = await newMember(world)
    const { orderNumber } = await placedBy(world, await seedOf(email))
    await letYearsPass(world)
    expect(await archiveByJob(world)).toBe(1)
    await shopper.get('/account/find-order')
    await shopper.submit('/account/find-order', { orderNumber, email })
    await shopper.get('/account')
    await shopper.submit('/account/ask-claim', {})
    const mails = await mailedTo(world, email, ['mail.order-link', 'mail.claim-link'])
    const links = mails.flatMap(({ text }) => /\/account\/\S+/.exec(text) ?? [])
    const found = links.find((link) => link.includes('number=')) ?? ''
    expect((await world.shopper().page(found)).page).toMatchObject({
      name: 'accountOrder',
      order: { orderNumber, recipientList: [{ address: { lastName: 'Byron', address1: '1 Analytical Way' } }] },
    })
    const claim = links.find((link) => !link.includes('number=')) ?? ''
    const { page } = await shopper.page(claim)
    if (page.name !== 'claimOrders') throw new Error(`The link opens ${page.name}`)
    expect(page.count).toBe(1)
    await shopper.submit('/account/claim-orders', { until: page.until, key: page.key })
    expect((await shopper.page('/account')).page).toMatchObject({ orders: [{ orderNumber, state: 'placed' }] })
    expect((await shopper.page(`/account/orders/${orderNumber}`)).page).toMatchObject({ isInAccount: true })
    expect((await shopper.page(claim)).page).toMatchObject({ count: 0 })
  }, 60_000)

  test('SCALE-05: what was ordered as a guest joins the account at the next sign-in, also from the archive', async () => {
    const { email } = await newMember(world)
    const { shopper, orderNumber } = await placedBy(world, await seedOf(email))
    await letYearsPass(world)
    expect(await archiveByJob(world)).toBe(1)
    await signInBy(shopper, email)
    expect((await shopper.page('/account')).page).toMatchObject({ orders: [{ orderNumber }] })
  }, 60_000)

  test('SCALE-05: gifts of a registry are counted and told as before', async () => {
    const { owner, grId, link } = await newRegistryOf(world, [{ sku: sku.mug, quantity: 3 }])
    await buyGift(world, grId, 2)
    await letYearsPass(world)
    const read = async () => [
      await countsOf(world.shopper(), link, sku.mug),
      (await owner.page(`/gift-registry/registrant-list/${grId}`)).page,
    ]
    const before = await read()
    expect(await archiveByJob(world)).toBe(1)
    expect(await read()).toEqual(before)
    // one of three is left: two more are refused
    const tokens = [await cardToken(world)]
    const { shopperId } = await insertCart(world.database, { lines: [{ sku: sku.mug, quantity: 2 }], tokens })
    await world.database.count(forGift, [shopperId, grId])
    expect((await order(world.shop.orders, shopperId)).kind).not.toBe('placed')
  }, 60_000)
  const forGift = statement('test.for-gift', 'update shop.cart_line set gift_registry_id = $2 where shopper_id = $1')

  test('SCALE-05: its cart is not ordered again, its number not given again, and the database itself refuses both', async () => {
    const { shopper, orderNumber } = await placedBy(world, await seedOf('guest@example.com'))
    const [one] = await world.database.rows(oneOrder)
    const press = () => shopper.call('order', 'placeOrder', { adata: '', basketId: one?.cartId ?? '', shownTotal: 1 })
    await letYearsPass(world)
    const before = await press()
    expect(before).toMatchObject({ isSuccess: true, orderNumber })
    await world.database.count(statement('test.forget-keys', "delete from shop.request_key where state = 'done'"))
    expect(await archiveByJob(world)).toBe(1)
    expect(await press()).toEqual(before)
    const again = statement(
      'test.order-again',
      `insert into shop.orders (shopper_id, order_id, cart_id, attempt, order_number, brand, country, state, cart_version, currency,
         total_cents, stored_value_cents, card_due_cents, facts, summary, recipients)
       select shopper_id, gen_random_uuid(), cart_id, 2, coalesce($1, gen_random_uuid()::text), brand, country, $2, 1, 'USD', 0, 0, 0, '{}', '{}', '[]'
       from shop.order_archive`,
    )
    await expect(world.database.count(again, [null, 'pending'])).rejects.toMatchObject({
      constraint: 'orders_one_live_per_cart',
    })
    await expect(world.database.count(again, [orderNumber, 'pending'])).rejects.toMatchObject({
      constraint: 'orders_number',
    })
    expect(await placesOf(world.database)).toEqual({ orders: 0, archived: 1, both: 0 })
  }, 60_000)

  test('SCALE-05: the processor’s money of archived orders is known: nothing is given back, nothing is missing', async () => {
    for (let nth = 0; nth < 3; nth += 1) await placedBy(world, await seedOf('guest@example.com'))
    await letYearsPass(world)
    const { database, installation } = world.shop.orders
    const processors = processorsOf(world.shop.orders)
    const before = [
      await reconcile(world.shop.orders, new Date(0)),
      await auditLedgers({ database, installation, processors }, new Date(0), 0),
    ]
    expect(before).toMatchObject([
      { compared: 3, orphans: [], held: [], missing: [], differing: [] },
      { differences: [], compared: { ours: 3 } },
    ])
    expect(await archiveByJob(world)).toBe(3)
    expect([
      await reconcile(world.shop.orders, new Date(0)),
      await auditLedgers({ database, installation, processors }, new Date(0), 0),
    ]).toEqual(before)
    expect((await gatewayBooks(world)).map(({ state }) => state)).toEqual(['authorized', 'authorized', 'authorized'])
    expect(await world.database.rows(alarms)).toEqual([])
    // a document that nobody can read stops the round: it is not taken for money of nobody
    const spoil = statement(
      'test.spoil',
      `update shop.order_archive set document = jsonb_set(document, '{version}', '2')`,
    )
    await world.database.count(spoil)
    await expect(reconcile(world.shop.orders, new Date(0))).rejects.toThrow(/order_archive\.document/)
    expect((await gatewayBooks(world)).map(({ state }) => state)).toEqual(['authorized', 'authorized', 'authorized'])
  }, 60_000)

  test('SCALE-05: news of its money brings an order back as it was, into the ledger and the next export, and there it stays', async () => {
    const placed = await placedBy(world, await seedOf('guest@example.com'))
    const [booked] = await gatewayBooks(world)
    const { reference, amount, psp } = booked!
    await letYearsPass(world)
    const rowsOf = statement<{ rows: object }>(
      'test.rows-of-order',
      `select jsonb_build_object('o', (select jsonb_agg(to_jsonb(o) - 'is_from_archive' - 'money_moved_at') from shop.orders o),
         'l', (select jsonb_agg(to_jsonb(l) order by line_no) from shop.order_line l), 'p', (select jsonb_agg(to_jsonb(p)) from shop.payment p),
         's', (select jsonb_agg(to_jsonb(s) order by sku) from shop.stock_hold s),
         'b', (select jsonb_agg(to_jsonb(b) order by outbox_id) from shop.outbox b)) as rows`,
    )
    const before = await world.database.rows(rowsOf)
    expect(await archiveByJob(world)).toBe(1)
    const since = new Date(Date.now() - 60_000)
    expect(await exported(since)).toEqual([])
    const event = signedWebhook(world, 'CHARGEBACK', { reference, amount }, { psp: 'PSPDISPUTE01', original: psp })
    await receiveWebhook(world.shop.orders, event)
    await allWorkedOff(world)
    expect(await placesOf(world.database)).toEqual({ orders: 1, archived: 0, both: 0 })
    expect(await world.database.rows(rowsOf)).toEqual(before)
    expect((await exported(since)).map((line) => JSON.parse(line))).toMatchObject([
      { orderNumber: placed.orderNumber, payments: [{ entries: [{ kind: 'chargeback', amountCents: amount }] }] },
    ])
    expect((await world.database.rows(alarms)).map(({ kind }) => kind)).not.toContain('notice-of-unknown-payment')
    // no call is needed any more: its time may be over
    await world.database.count(statement('test.forget-calls', 'delete from shop.provider_call'))
    expect(await archiveByJob(world)).toBe(0)
    expect(await placesOf(world.database)).toMatchObject({ orders: 1, archived: 0 })
    await letYearsPass(world)
    expect(await archiveByJob(world)).toBe(1)
  }, 60_000)

  test('SCALE-05: an event that tells of another payment by the name of an archived one is not believed', async () => {
    await placedBy(world, await seedOf('guest@example.com'))
    const [old] = await gatewayBooks(world)
    await letYearsPass(world)
    expect(await archiveByJob(world)).toBe(1)
    await placedBy(world, await seedOf('other@example.com'))
    const young = (await gatewayBooks(world)).find(({ reference }) => reference !== old?.reference)!
    const event = signedWebhook(world, 'CAPTURE', young, { psp: 'PSPCAPTURE001', original: old!.psp })
    await receiveWebhook(world.shop.orders, event)
    await allWorkedOff(world)
    expect(await world.database.rows(alarms)).toMatchObject([{ kind: 'webhook-of-other-payment' }])
  }, 60_000)
})
