import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { emailOf } from '#server/demo/retelling.ts'
import { archivedAtOnce, archiveOrders } from '#server/order/archive/archive-store.ts'
import { checkInvariants } from '#server/order/books/invariants-store.ts'
import { exportOrders } from '#server/order/export/export-orders.ts'
import { lastingOrderAddress } from '#server/order/mail/send-order-links.ts'
import { lastingKey } from '#server/order/order-link.ts'
import { readRecordByNumber } from '#server/order/order-record-store.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { makeOlder } from '#test/order/archived.ts'
import { mailedTo } from '#test/order/deliveries.ts'
import { breachesOfPass } from '#test/order/guard.ts'
import { templateOf } from './grow-orders.ts'
import { type GrownShop, openGrownShop } from './grown-shop.ts'

const wanted = { orders: 2_000, skus: 5_000 }
/** What comes of one lot of stories, more or less. */
const ordersOfLot = 325

let database: TestDatabase
let shop: GrownShop
beforeAll(async () => {
  database = await createTestDatabase()
  shop = await openGrownShop(database.url)
  // its writer dies in the middle
  const killed = shop.grow(wanted, ({ orders }) => {
    if (orders > 0) void sleep(30).then(() => shop.world.database.rows(killWriter))
  })
  await expect(killed).rejects.toThrow()
}, 300_000)
afterAll(async () => {
  await shop.close()
  await database.drop()
})

const killWriter = statement(
  'test.kill-writer',
  "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'grow' and datname = current_database()",
)
const counts = statement<{ orders: number; stories: number; skus: number }>(
  'test.grown-counts',
  `select (select count(*)::int from shop.orders) as orders, (select count(*)::int from shop.shopper) as stories,
     (select count(*)::int from shop.sku where sku > 900000000) as skus`,
)
const shares = statement<{ readonly [share: string]: number }>(
  'test.grown-shares',
  `select (select count(*) from shop.order_line) / n as lines,
     (select count(distinct order_id) from shop.gift_card_entry where order_id is not null) / n as "giftCards",
     (select count(*) from shop.orders where state = 'cancelled') / n as cancelled,
     (select count(*) from shop.cart)::float8 / (select count(distinct shopper_id) from shop.cart) as carts,
     (select count(*) from shop.orders where created_at < now() - interval '365 days') / n as older,
     (select count(*) from shop.orders where created_at < now() - interval '732 days' or created_at > now()) / n as beyond
   from (select count(*)::float8 as n from shop.orders) all_orders`,
)

test('SCALE-07: killed in the middle it goes on where it was, and the books hold at every moment', async () => {
  const before = await shop.world.database.row(counts)
  expect(before?.orders).toBeGreaterThan(300)
  expect(before?.orders).toBeLessThan(wanted.orders)
  expect(await checkInvariants(shop.world.database)).toEqual([])
  await shop.close()
  shop = await openGrownShop(database.url)
  await shop.grow(wanted)
  const after = await shop.world.database.row(counts)
  // whole lots, and whole products
  const stories = shop.templates.reduce((sum, { orders }) => sum + orders, 0)
  const lots = (count: number) => stories + count * ordersOfLot
  expect(after?.orders).toBeGreaterThanOrEqual(wanted.orders)
  expect(after?.orders).toBeLessThan(lots(Math.ceil(wanted.orders / ordersOfLot)) + ordersOfLot)
  expect((after?.skus ?? 0) - wanted.skus).toBeLessThan(3)
  expect(await checkInvariants(shop.world.database)).toEqual([])
}, 120_000)

test('SCALE-07: two carts a shopper, 2.4 lines an order, 12 % with gift cards, 5 % cancelled, two years back', async () => {
  expect(await shop.world.database.row(shares)).toEqual({
    lines: expect.closeTo(2.4, 1),
    giftCards: expect.closeTo(0.12, 2),
    cancelled: expect.closeTo(0.05, 2),
    carts: 2,
    older: expect.closeTo(0.5, 1),
    beyond: 0,
  })
})

const overdue = statement<{ readonly [what: string]: number }>(
  'test.grown-overdue',
  `select (select count(*)::int from shop.cart_event e join shop.cart c using (shopper_id, cart_id)
       where c.state = 'ordered' and c.created_at < now() - interval '13 months') as events,
     (select count(*)::int from shop.cart where state = 'ordered' and created_at < now() - interval '13 months' and has_events) as marked,
     (select count(*)::int from shop.webhook_event where raw is not null and received_at < now() - interval '31 days') as texts,
     (select count(*)::int from shop.outbox where payload <> '{}' and done_at < now() - interval '91 days') as deliveries,
     (select count(*)::int from shop.cart_event e join shop.cart c using (shopper_id, cart_id) where e.cart_month <> shop.month_of(c.created_at))
       + (select count(*)::int from shop.provider_call c join shop.payment p using (shopper_id, payment_id)
         join shop.orders o using (shopper_id, order_id) where c.order_month <> shop.month_of(o.created_at)) as strays,
     (select count(*)::int from shop.cart_event) as "eventsLeft", (select count(*)::int from shop.webhook_event where raw is not null) as "textsLeft"`,
)

test('SCALE-07: what the product removes after a while is there for the last shoppers only', async () => {
  expect(await shop.world.database.row(overdue)).toEqual({
    ...{ events: 0, marked: 0, texts: 0, deliveries: 0, strays: 0 },
    ...{ eventsLeft: expect.toSatisfy((left) => left > 1_000), textsLeft: expect.toSatisfy((left) => left > 20) },
  })
})

test('SCALE-07: the guard of the books looks at all of it and finds nothing', async () => {
  expect(await breachesOfPass(shop.world.database)).toEqual([])
})

const ordersOf = statement<{ orderNumber: string; state: string; linkVersion: number; total: number }>(
  'test.orders-of-email',
  `select order_number as "orderNumber", state, link_version as "linkVersion", total_cents as total from shop.orders
   where email = $1 order by created_at`,
)
const placeNow = statement(
  'test.place-now',
  "update shop.orders set settled_at = now() - interval '1 minute' where email = $1 and state = 'placed'",
)

test('SCALE-07: an order of each kind is opened by its link, exported and cancelled, and its mail says so', async () => {
  const { world, templates } = shop
  const exported = new Map<string, { totalCents: number; lines: unknown[] }>()
  for await (const line of exportOrders(world.database, new Date(0), new Date())) {
    const order = JSON.parse(line) as { orderNumber: string; totalCents: number; lines: unknown[] }
    exported.set(order.orderNumber, order)
  }
  for (const template of templates) {
    const nth = Array.from({ length: 1_000 }, (_, each) => each).find(
      (each) => templateOf(templates, each) === template,
    )
    const email = emailOf(nth ?? -1)
    await world.database.count(placeNow, [email])
    const orders = await world.database.rows(ordersOf, [email])
    expect([template.name, orders.length]).toEqual([template.name, template.orders])
    for (const { orderNumber, state, linkVersion, total } of orders) {
      const key = lastingKey(world.shop.orders, orderNumber, linkVersion)
      const shopper = world.shopper()
      const { page } = await shopper.page(lastingOrderAddress(world.shop.orders, { orderNumber, linkVersion }))
      expect([template.name, page]).toMatchObject([
        template.name,
        { name: 'accountOrder', order: { orderNumber, orderSummary: { total } } },
      ])
      expect([template.name, exported.get(orderNumber)]).toMatchObject([template.name, { totalCents: total }])
      expect(exported.get(orderNumber)?.lines.length).toBeGreaterThan(0)
      if (state === 'cancelled') continue
      const words = { orderNumber, linkUntil: '', linkKey: key }
      expect([template.name, await shopper.call('cancellation', 'cancelOrder', words)]).toMatchObject([
        template.name,
        { isSuccess: true, orderNumber },
      ])
    }
    const mails = await mailedTo(world, email, ['mail.order-cancelled'])
    const told = mails.filter(({ subject }) => /cancel/i.test(subject))
    expect([template.name, told.length]).toEqual([
      template.name,
      orders.filter(({ state }) => state === 'placed').length,
    ])
  }
  expect(await checkInvariants(world.database)).toEqual([])
}, 120_000)

const oldOrders = statement<{ orderNumber: string; state: string; linkVersion: number }>(
  'test.all-orders-of-email',
  'select order_number as "orderNumber", state, link_version as "linkVersion" from shop.orders where email = $1 order by created_at',
)
const archivedOf = statement('test.archived-numbers', 'select from shop.order_archive where order_number = any($1)')

test('SCALE-07 SCALE-05: an order of each kind, archived, is opened, exported and too late to cancel as it was before', async () => {
  const { world, templates } = shop
  const sql = world.database
  const orders: { readonly kind: string; readonly orderNumber: string; readonly linkVersion: number }[] = []
  for (const template of templates) {
    // the second copy: of the first the test before has cancelled what could be
    const [, nth = -1] = Array.from({ length: 1_000 }, (_, each) => each).filter(
      (each) => templateOf(templates, each) === template,
    )
    await makeOlder(sql, '14 months', emailOf(nth))
    const found = await sql.rows(oldOrders, [emailOf(nth)])
    orders.push(...found.map((one) => ({ kind: template.name, ...one })))
  }
  expect([...new Set(orders.map(({ kind }) => kind))]).toEqual(templates.map(({ name }) => name))
  const read = async () => {
    const exported: string[] = []
    for await (const line of exportOrders(sql, new Date(0), new Date())) exported.push(line)
    const seen: unknown[] = [exported]
    for (const { kind, orderNumber, linkVersion } of orders) {
      const shopper = world.shopper()
      const { page } = await shopper.page(lastingOrderAddress(world.shop.orders, { orderNumber, linkVersion }))
      const linkKey = lastingKey(world.shop.orders, orderNumber, linkVersion)
      const words = { orderNumber, linkUntil: '', linkKey }
      const record = await readRecordByNumber(sql, orderNumber, shopper.variant)
      seen.push([
        kind,
        page,
        await shopper.call('cancellation', 'cancelOrder', words),
        { ...record, placedSecondsAgo: 0 },
      ])
    }
    return seen
  }
  const before = await read()
  expect(await checkInvariants(sql)).toEqual([])
  for (let moved = 1; moved > 0; ) {
    moved = await sql.transaction((tx) => archiveOrders(tx, archivedAtOnce, '13 months'))
    expect(await checkInvariants(sql)).toEqual([])
  }
  expect(await sql.count(archivedOf, [orders.map(({ orderNumber }) => orderNumber)])).toBe(orders.length)
  expect(await read()).toEqual(before)
  expect(await breachesOfPass(sql)).toEqual([])
}, 120_000)
