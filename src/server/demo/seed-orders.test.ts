import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importCatalog } from '#server/catalog/import/importer.ts'
import { refreshRecommendations } from '#server/catalog/recommendation/recommendation-engine.ts'
import { statement, type Tx } from '#server/db/database.ts'
import { findDemo, removeDemo } from '#server/demo.ts'
import { auditLedgers } from '#server/order/books/audit-ledgers.ts'
import { checkInvariants } from '#server/order/books/invariants-store.ts'
import { reconcile } from '#server/order/books/reconcile.ts'
import { lastingOrderAddress } from '#server/order/mail/send-order-links.ts'
import { processorsOf } from '#server/order/order-deps.ts'
import { lastingKey } from '#server/order/order-link.ts'
import { storedValueMac } from '#server/tender/stored-value-mac.ts'
import { contents } from '#test/contents.ts'
import { mailedTo } from '#test/order/deliveries.ts'
import { createWorld, type World } from '#test/world.ts'
import { readDemoStories } from './demo-orders-file.ts'
import { removeDemoShoppers } from './demo-orders-store.ts'
import { emailOf } from './retelling.ts'
import { seedDemoOrders } from './seed-orders.ts'

let world: World
let before: Awaited<ReturnType<typeof contents>>
beforeAll(async () => {
  world = await createWorld({ catalog: null, now: new Date().toISOString() })
  for (const name of ['cb', 'cb2']) await importCatalog(world.database, { file: `catalog/demo/${name}.jsonl` })
  before = await contents(world.database)
}, 120_000)
afterAll(() => world.close())

const stories = readDemoStories('catalog/demo-orders.jsonl')
const mac = () => storedValueMac(world.config.secret)
const seed = () => {
  const { database, clock, shop } = world
  const { installation, macOf } = shop.orders
  return seedDemoOrders(database, stories, { installation, macOf, now: clock.now() })
}

const counts = statement<{ readonly [what: string]: number }>(
  'test.demo-orders',
  `select count(*)::int as orders, count(*) filter (where state = 'placed')::int as placed,
     count(*) filter (where state = 'cancelled')::int as cancelled, count(*) filter (where state = 'refused')::int as refused,
     count(*) filter (where created_at between now() - interval '181 minutes' and now())::int as recent,
     count(distinct date_trunc('minute', created_at) - (extract(minute from created_at)::int % 10) * interval '1 minute')::int >= 18 as steady,
     count(distinct brand || country)::int as stores, count(distinct order_number)::int as numbers,
     (select count(*)::int from shop.outbox where done_at is null) as open,
     (select count(*)::int from shop.payment where state <> 'refused') as charged from shop.orders`,
)
const alarms = statement<object>(
  'test.demo-alarm',
  `select kind, severity, resolved_at is not null as "isOver", tell_at is null and not is_told as "isUntold" from shop.alarm`,
)
const runs = statement<{ done: number; others: number }>(
  'test.demo-runs',
  `select count(*) filter (where state = 'done')::int as done, count(*) filter (where state <> 'done')::int as others from shop.catalog_run`,
)

const lists = statement<object>(
  'test.demo-lists',
  "select kind, brand, country from shop.recommendation_list where kind in ('bestsellers', 'trending', 'alsoBought')",
)
const anyPlaced = statement<{ orderNumber: string; linkVersion: number }>(
  'test.demo-any-placed',
  `select order_number as "orderNumber", link_version as "linkVersion" from shop.orders
   where state = 'placed' and brand = 'CB' and country = 'US' order by created_at desc limit 1`,
)
const justPlaced = statement(
  'test.demo-just-placed',
  "update shop.orders set settled_at = now() - interval '1 minute' where order_number = $1",
)
const withShopper = statement<{ name: string }>(
  'test.tables-with-shopper',
  `select table_name as name from information_schema.columns where table_schema = 'shop' and column_name = 'shopper_id'`,
)
/** A guest has none of these, nor is a browser hers that could bring a card. */
const ofMembers = new Set(
  `demo_shopper token_owner account account_address account_card account_identity identity_offer password_reset registration registry
   registry_item removed_address removed_card`.split(/\s+/),
)

describe('OPS-46: the demo sells', () => {
  test('OPS-46: 200 orders of the last three hours in all stores, one alarm that is over, a finished import, and the books hold', async () => {
    expect(await seed()).toBe(200)
    expect(await world.database.row(counts)).toEqual({
      ...{ orders: 200, placed: 187, cancelled: 8, refused: 5, recent: 200, steady: true, stores: 4, numbers: 200 },
      ...{ open: 0, charged: 0 },
    })
    expect(await world.database.rows(alarms)).toEqual([
      { kind: 'demo', severity: 'ticket', isOver: true, isUntold: true },
    ])
    expect(await world.database.row(runs)).toEqual({ done: 2, others: 0 })
    expect(await checkInvariants(world.database)).toEqual([])
    // a start that was cut off tells them once
    expect(await seed()).toBe(200)
    expect((await world.database.row(counts))?.orders).toBe(200)
  })

  test('OPS-46: reconciling finds nothing to give back, nothing missing and no difference', async () => {
    const since = new Date(Date.now() - 86_400_000)
    expect(await reconcile(world.shop.orders, since)).toMatchObject({
      orphans: [],
      held: [],
      missing: [],
      differing: [],
    })
    const report = await auditLedgers({ ...world.shop.orders, processors: processorsOf(world.shop.orders) }, since, 10)
    expect(report).toMatchObject({ differences: [], open: 0 })
    expect(await world.database.rows(alarms)).toHaveLength(1)
  })

  test('OPS-46: they are in no recommendation, no sitemap and no mail', async () => {
    expect(await refreshRecommendations(world.database)).not.toBeNull()
    expect(await world.database.rows(lists)).toEqual([])
    const site = await world.shopper().get('/sitemap.xml')
    expect(site.statusCode).toBe(200)
    expect(site.body).not.toMatch(/order|story-|grown/i)
    const mails = await mailedTo(world, emailOf(0), ['mail.order-placed', 'mail.order-cancelled', 'mail.left-cart'])
    expect(mails).toEqual([])
  })

  test('OPS-46: an order of each kind is opened by its link, and cancelled by whoever has it', async () => {
    const { orderNumber, linkVersion } = (await world.database.row(anyPlaced)) ?? { orderNumber: '', linkVersion: 0 }
    const shopper = world.shopper('cb')
    const { page } = await shopper.page(lastingOrderAddress(world.shop.orders, { orderNumber, linkVersion }))
    expect(page).toMatchObject({ name: 'accountOrder', order: { orderNumber } })
    const linkKey = lastingKey(world.shop.orders, orderNumber, linkVersion)
    await world.database.count(justPlaced, [orderNumber])
    expect(await shopper.call('cancellation', 'cancelOrder', { orderNumber, linkUntil: '', linkKey })).toMatchObject({
      isSuccess: true,
    })
    expect(await checkInvariants(world.database)).toEqual([])
  })

  test('OPS-46: production is told of them, and demo:remove leaves nothing of them, whatever became of one since', async () => {
    expect(await findDemo(world.database, mac())).toEqual(['200 orders that nobody placed'])
    expect(await removeDemo(world.database, mac())).toEqual(['200 orders that nobody placed'])
    const after = await contents(world.database)
    const changed = Object.keys(after).filter((table) => after[table] !== before[table])
    // of a visitor who came and the jobs of what she did, of what reconciling and refreshing noted of themselves; never a row of an order
    const others = ['shop.recommendation_run', 'shop.throttle', 'shop.session', 'shop.shopper', 'shop.request_key']
    expect(changed.filter((table) => table.startsWith('shop.') && !others.includes(table))).toEqual([])
    expect(await findDemo(world.database, mac())).toEqual([])
    expect(await checkInvariants(world.database)).toEqual([])
    expect(await removeDemo(world.database, mac())).toEqual([])
  })

  test('OPS-46: every table with a shopper’s rows is looked through, but what only members have', async () => {
    const removed: string[] = []
    const tx = {
      rows: async () => [{ shopperId: randomUUID() }],
      count: async ({ name }: { name: string }) => removed.push(name.replace('demo.remove-', '')),
    }
    await removeDemoShoppers(tx as unknown as Tx)
    const tables = (await world.database.rows(withShopper)).map(({ name }) => name)
    expect(tables.filter((name) => !removed.includes(name) && !ofMembers.has(name))).toEqual([])
  })
})
