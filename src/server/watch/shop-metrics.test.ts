import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { DatabaseUnavailable, statement } from '#server/db/database.ts'
import { createDatabaseCounts } from '#server/db/database-counts.ts'
import { createMetrics } from '#server/http/ops/metrics.ts'
import { createBooksGuard } from '#server/order/books/books-guard.ts'
import { webhookPath } from '#server/order/payment/webhook-path.ts'
import { beatAndLook } from '#server/run/heartbeat-store.ts'
import { sku } from '#test/builders/catalog.ts'
import { cardToken } from '#test/order/gateway.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { order } from '#test/order/place.ts'
import { createWorld, type World } from '#test/world.ts'
import { type MetricName, maxSeriesOf, metricOf, metricsReference, metricTable } from './metric-table.ts'
import { removeWhatIsOver } from './retention.ts'
import { seldom } from './seldom.ts'
import { tellShopMetrics } from './shop-metrics.ts'
import { readShopState } from './shop-state-store.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const host = 'cb.localhost:3000'
const names = Object.keys(metricTable) as MetricName[]
const text = () => world.shop.app.metrics.text()
const seriesOf = (of: string) => of.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
/** The value of a series, by its name and labels as they are written. */
const toldOf = (of: string, series: string) =>
  Number(
    seriesOf(of)
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length + 1),
  )

/** A guest's purchase by card, pressed at the shop's own address. */
async function buy(token: string): Promise<string> {
  const shopper = world.shopper()
  await shopper.get('/session')
  const { database, shop } = world
  const session = await shop.sessions.find(shopper.cookies.get('sid'))
  const shopperId = session?.shopperId ?? ''
  const lines = [{ sku: sku.mug, quantity: 1 }]
  await insertCart(database, { shopperId, lines, tokens: [token], email: 'guest@example.com' })
  await shopper.get('/checkout/cart')
  await shopper.call('order', 'placeOrder', { adata: '' })
  return shopperId
}

test('OPS-34: after one purchase every metric of the table is told, with the labels of the table and with what happened', async () => {
  const { database, shop, config } = world
  const heard = { instance: 'shop-1', role: 'all', version: '1.2.3', startedAt: new Date(), skewMs: 1_500 }
  await beatAndLook(database, heard)
  await createBooksGuard({ ...shop.orders, books: database, metrics: shop.app.metrics }).round()
  await database.count(
    statement(
      'test.backup',
      `insert into shop.check_mark (name, done_at) values ('backup', now() - interval '2 hours')`,
    ),
  )
  await shop.app.http.inject({ method: 'POST', url: webhookPath, headers: { host }, payload: 'no event' })
  const shopperId = await buy(await cardToken(world))
  await removeWhatIsOver({ ...shop.orders, retention: config.retention })
  const placed = statement<{ cents: number; jobs: number }>(
    'test.placed',
    `select total_cents as cents, (select count(*)::int from graphile_worker._private_jobs) as jobs
     from shop.orders where shopper_id = $1 and state = 'placed'`,
  )
  const ordered = await database.row(placed, [shopperId])
  const told = await text()
  // a replica is a server of its own: promotion.process.test.ts has one, and replica.process.test.ts
  const missing = names.filter(
    (name) => !name.startsWith('cartwright_replica_') && !new RegExp(`^${name}(_bucket)?[ {]`, 'm').test(told),
  )
  expect(missing).toEqual([])
  for (const line of seriesOf(told)) {
    const [, name = '', labels = ''] = /^(\w+?)(?:_bucket|_sum|_count)?(?:\{(.*)\})? /.exec(line) ?? []
    if (!(name in metricTable)) continue
    const found = [...labels.matchAll(/(\w+)="/g)].map(([, label]) => label).filter((label) => label !== 'le')
    expect({ name, labels: found }).toEqual({ name, labels: metricOf(name as MetricName).labels ?? [] })
  }
  const values = {
    'cartwright_orders_total{brand="CB",country="US",outcome="placed"}': 1,
    'cartwright_order_cents_total{currency="USD"}': ordered?.cents,
    'cartwright_place_order_seconds_count{outcome="placed"}': 1,
    'cartwright_provider_calls_total{provider="built-in",op="authorize",outcome="authorized"}': 1,
    cartwright_shop_read: 1,
    cartwright_orders_pending: 0,
    cartwright_outbox_due: 1,
    'cartwright_jobs{state="due"}': ordered?.jobs,
    'cartwright_jobs{state="given up"}': 0,
    'cartwright_clock_skew_seconds{instance="shop-1"}': 1.5,
    'webhooks_rejected_total{reason="unreadable"}': 1,
    cartwright_hold: 0,
    'cartwright_alarms_open{severity="page"}': 0,
    books_guard_breaches: 0,
    cartwright_import_open: 0,
  }
  expect(Object.fromEntries(Object.keys(values).map((series) => [series, toldOf(told, series)]))).toEqual(values)
  expect(toldOf(told, 'cartwright_statements_total{name="order.must-insert"}')).toBe(1)
  expect(toldOf(told, 'cartwright_statement_seconds_total{name="order.must-insert"}')).toBeGreaterThan(0)
  expect(toldOf(told, 'cartwright_disk_free_ratio')).toBeGreaterThan(0)
  expect(told).not.toContain(shopperId)
  expect(told).not.toMatch(/guest@example|[\da-f]{8}-[\da-f]{4}-/)
})

test('OPS-34: a declined card counts as refused, a pending order has an age, a mail that nobody tries any more is parked', async () => {
  const { database, shop } = world
  const cart = { lines: [{ sku: sku.mug, quantity: 1 }], tokens: [await cardToken(world, '0002')] }
  const refused = await insertCart(database, cart)
  expect((await order(shop.orders, refused.shopperId)).kind).toBe('refused')
  const told = await text()
  expect(toldOf(told, 'cartwright_orders_total{brand="CB",country="US",outcome="refused"}')).toBe(1)
  expect(toldOf(told, 'cartwright_provider_calls_total{provider="built-in",op="authorize",outcome="refused"}')).toBe(1)

  await database.count(
    statement(
      'test.pend',
      `update shop.orders set state = 'pending', settled_at = null, response = null,
      created_at = now() - interval '7 minutes' where shopper_id = $1`,
    ),
    [refused.shopperId],
  )
  await database.count(
    statement('test.park', `update shop.outbox set parked_at = now(), created_at = now() - interval '1 hour'`),
  )
  const state = await readShopState(database)
  expect(state.orders.pending).toBe(1)
  expect(Math.round(state.orders.oldestSeconds / 60)).toBe(7)
  expect(state.outbox).toMatchObject({ due: 0, parked: 1, oldestSeconds: 0 })
})

test('OPS-34: the series of all metrics stay below 3,000 however much is asked, and so they do after every address was', async () => {
  const bound = names.reduce((sum, name) => sum + maxSeriesOf(metricOf(name)), 0)
  const fresh = createMetrics()
  const ofNode = seriesOf(await fresh.text()).length
  // the library's own grow by kinds of collections and handles alone
  expect(bound + ofNode + 100).toBeLessThan(3_000)

  const { http } = world.shop.app
  const routes = [...http.printRoutes({ commonPrefix: false }).matchAll(/(\/\S*) \(([A-Z, ]+)\)/g)]
  expect(routes.length).toBeGreaterThan(150)
  for (const [, path = '', methods = ''] of routes) {
    const url = path.replaceAll(/:\w+(\([^)]*\))?/g, 'x').replaceAll('*', 'x')
    for (const method of methods.includes('POST') ? (['POST', 'GET'] as const) : (['GET', 'HEAD'] as const)) {
      await http.inject({ method, url, headers: { host, accept: 'text/html' } })
      await http.inject({ method, url, headers: { host: 'elsewhere.example' } })
      if (method === 'POST') await http.inject({ method, url, headers: { host }, payload: { no: 'thing' } })
    }
  }
  const told = await text()
  expect(told).not.toContain('"other"')
  expect(seriesOf(told).length).toBeLessThan(3_000)
})

test('OPS-34: the reference is made from the table', () => {
  expect(readFileSync('docs/reference/metrics.md', 'utf8')).toBe(metricsReference())
})

test('OPS-34: more label sets than the table allows go by other, and are not lost', async () => {
  const metrics = createMetrics()
  const count = metrics.counterBy('webhooks_rejected_total')
  for (let nth = 0; nth < 25; nth += 1) count({ reason: `reason ${nth}` })()
  const told = await metrics.text()
  expect(seriesOf(told).filter((line) => line.startsWith('webhooks_rejected_total'))).toHaveLength(11)
  expect(toldOf(told, 'webhooks_rejected_total{reason="other"}')).toBe(15)

  const counts = createDatabaseCounts()
  for (let nth = 0; nth < 400; nth += 1) counts.ask(`test.n${nth}`)()
  expect(counts.statements()).toHaveLength(301)
  expect(counts.statements().at(-1)).toMatchObject({ name: 'other', times: 100 })
})

test('OPS-34: the database is asked at most once in ten seconds, and where it is away the rest is told all the same', async () => {
  let now = 0
  let asked = 0
  const counting: Database = {
    ...world.database,
    row(of, values) {
      asked += 1
      return world.database.row(of, values)
    },
  }
  const state = seldom(
    () => readShopState(counting),
    () => now,
  )
  for (const at of [0, 1, 9_999]) {
    now = at
    await state()
  }
  expect(asked).toBe(1)
  now = 10_000
  await state()
  expect(asked).toBe(2)

  const away: Database = { ...world.database, row: () => Promise.reject(new DatabaseUnavailable('away')) }
  const metrics = createMetrics()
  tellShopMetrics({ ...world.config, metrics, replica: null, database: away, state: seldom(() => readShopState(away)) })
  const told = await metrics.text()
  expect(toldOf(told, 'cartwright_shop_read')).toBe(0)
  expect(told).toMatch(/^cartwright_database_connections \d+$/m)
  expect(told).not.toMatch(/^cartwright_orders_pending /m)
})
