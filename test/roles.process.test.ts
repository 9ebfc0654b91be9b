import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import type { KillPoint } from '#server/order/order-deps.ts'
import { sku } from '#test/builders/catalog.ts'
import { spawnServerBeside, startServerBeside } from '#test/builders/server-process.ts'
import { tapStatements } from '#test/builders/statement-tap.ts'
import { createTestDatabase } from '#test/database.ts'
import { freePort, type StoreProcess } from '#test/e2e/store-process.ts'
import { mailsTo } from '#test/order/cancelling.ts'
import { cardToken } from '#test/order/gateway.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { orderAndDie } from '#test/order/killed.ts'
import { expectBalancedBooks } from '#test/order/ordering.ts'
import { startProxy } from '#test/proxy.ts'
import { portsOf, treeOf } from '#test/start/processes.ts'
import { productionSettings, start } from '#test/start/server.ts'
import { createWorld, type World } from '#test/world.ts'

// a busy machine takes its time
const patience = { timeout: 40_000, interval: 100 }

type Talk = { application: string; query: string }
const talks = statement<Talk>(
  'test.talks',
  `select application_name as application, query from pg_stat_activity
   where datname = current_database() and pid <> pg_backend_pid()`,
)
const heartbeats = statement<{ instance: string; role: string; version: string; host: string; age: number }>(
  'test.heartbeats',
  `select instance, role, version, database_host as host, extract(epoch from now() - seen_at)::float8 as age
   from shop.heartbeat order by instance`,
)
const states = statement<{ state: string }>('test.states', 'select state from shop.orders where shopper_id = any($1)')

let world: World
let token: string
const running: StoreProcess[] = []
beforeAll(async () => {
  world = await createWorld()
  token = await cardToken(world)
}, 60_000)
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()))
})
afterAll(() => world.close())

async function startWeb(env: NodeJS.ProcessEnv = {}): Promise<StoreProcess> {
  const server = await startServerBeside(world, world.databaseUrl, { ROLE: 'web', ...env })
  running.push(server)
  return server
}

/** A worker, as it says of itself that it is ready at OPS_PORT. */
async function startWorker(): Promise<StoreProcess & { readonly opsPort: number }> {
  const opsPort = await freePort()
  const server = await spawnServerBeside(world, world.databaseUrl, { ROLE: 'worker', OPS_PORT: String(opsPort) })
  running.push(server)
  const isReady = () =>
    fetch(`http://127.0.0.1:${opsPort}/readyz`)
      .then(({ status }) => status)
      .catch(() => 0)
  await expect.poll(isReady, patience).toBe(200)
  return { ...server, opsPort }
}

const newCart = (email = 'jane@example.com') =>
  insertCart(world.database, { lines: [{ sku: sku.mug, quantity: 1 }], tokens: [token], email })

describe('OPS-01: what a process does is its role', () => {
  test('OPS-01: web listens on its ports, claims no job and listens to none; its order is mailed once a worker starts', async () => {
    const opsPort = await freePort()
    const web = await startWeb({ OPS_PORT: String(opsPort), INSTANCE_NAME: 'web-1' })
    expect(portsOf(treeOf(web.pid))).toEqual([web.port, opsPort].sort((a, b) => a - b))
    const email = 'mailed-later@example.com'
    const { shopperId } = await newCart(email)
    expect(JSON.parse((await orderAndDie(world, shopperId, null)).said)).toMatchObject({ kind: 'placed' })
    // several looks of readiness and of all clocks lie between
    await expect.poll(async () => (await world.database.rows(heartbeats))[0]?.instance, patience).toBe('web-1')
    const alone = await world.database.rows(talks)
    expect(alone.map(({ application }) => application)).toContain('cartwright-readiness')
    expect(alone.filter(({ application }) => /jobs|books/.test(application))).toEqual([])
    expect(alone.filter(({ query }) => /listen |get_job/i.test(query))).toEqual([])
    expect(await mailsTo(world, email, /./)).toEqual([])

    await startWorker()
    await expect
      .poll(() => world.database.rows(talks), patience)
      .toContainEqual({
        application: 'cartwright-jobs',
        query: expect.stringMatching(/listen /i),
      })
    await expect.poll(async () => (await mailsTo(world, email, /./)).length, patience).toBe(1)
    expect(web.log()).not.toMatch(/job/)
  }, 120_000)

  test('OPS-01: a worker listens on OPS_PORT alone, tells there of itself, and leaves no row when it ends', async () => {
    const worker = await startWorker()
    expect(portsOf(treeOf(worker.pid))).toEqual([worker.opsPort])
    const at = (path: string) => fetch(`http://127.0.0.1:${worker.opsPort}${path}`)
    expect([(await at('/healthz')).status, await (await at('/readyz')).text()]).toEqual([200, 'ready\n'])
    expect(await (await at('/metrics')).text()).toContain('process_cpu_seconds_total')
    const [row] = await world.database.rows(heartbeats)
    expect(row).toMatchObject({
      role: 'worker',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      host: expect.any(String),
    })
    expect(row?.instance).toMatch(new RegExp(`-${worker.pid}$`))
    const first = row?.age ?? 0
    await expect.poll(async () => (await world.database.rows(heartbeats))[0]?.age ?? first, patience).toBeLessThan(2.5)
    await worker.stop()
    expect(await world.database.rows(heartbeats)).toEqual([])
  }, 60_000)
})

test('OPS-01: in production a web process without any worker for a minute raises an alarm', async () => {
  const { url, database, drop } = await createTestDatabase()
  const web = await start({ ...productionSettings, ROLE: 'web', DATABASE_URL: url })
  const alarms = statement('test.alarms', "select kind, key, facts from shop.alarm where kind = 'no-worker'")
  const minute = { timeout: 100_000, interval: 500 }
  await expect
    .poll(() => database.rows(alarms), minute)
    .toEqual([{ kind: 'no-worker', key: 'shop', facts: { silentSeconds: expect.any(Number) } }])
  await web.stop()
  await drop()
}, 120_000)

describe('OPS-02: orders that nobody is at', () => {
  const points: readonly KillPoint[] = ['k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7']
  const settled = async (shoppers: readonly string[]) =>
    (await world.database.rows(states, [shoppers])).map(({ state }) => state)

  async function killAtEachPoint(): Promise<string[]> {
    const carts = await Promise.all(points.map(() => newCart()))
    const ends = await Promise.all(
      points.map((point, index) => orderAndDie(world, carts[index]?.shopperId ?? '', point)),
    )
    expect(ends.map(({ signal }) => signal)).toEqual(points.map(() => 'SIGKILL'))
    return carts.map(({ shopperId }) => shopperId)
  }
  // at k1 nothing was written yet
  const all = points.slice(1).map(() => 'placed')

  test('OPS-02: web processes alone settle what was killed at k1 to k7', async () => {
    await startWeb()
    const shoppers = await killAtEachPoint()
    await expect.poll(() => settled(shoppers), patience).toEqual(all)
    await expectBalancedBooks(world)
  }, 90_000)

  test('OPS-02: while a worker is heard of a web process asks for nothing; when it dies with the order the web takes over', async () => {
    const worker = await startWorker()
    const sent: string[] = []
    const wire = await startProxy(world.databaseUrl, 0, () => tapStatements((name) => sent.push(name)))
    const web = await startServerBeside(world, wire.url, { ROLE: 'web' })
    running.push(web)
    sent.length = 0
    await expect.poll(() => sent.filter((name) => name === 'run.look').length, patience).toBeGreaterThan(2)
    expect(sent).not.toContain('order.left-to-recovery')
    // idle, it sends its heartbeat and nothing else
    const begun = sent.length
    await expect.poll(() => sent.slice(begun).filter((name) => name === 'run.beat').length, patience).toBe(5)
    expect(new Set(sent.slice(begun))).toEqual(new Set(['run.look', 'run.beat']))
    const [shoppers] = await Promise.all([
      killAtEachPoint(),
      // as soon as there is an order in nobody's hands
      expect
        .poll(async () => (await world.database.rows(pending)).length, { timeout: 30_000, interval: 10 })
        .toBeGreaterThan(0)
        .then(() => worker.stop('SIGKILL')),
    ])
    await expect.poll(() => settled(shoppers), patience).toEqual(all)
    await expectBalancedBooks(world)
    expect(sent).toContain('order.left-to-recovery')
    expect(web.log()).not.toMatch(/a round of recovery failed/)
    await web.stop()
    await wire.close()
  }, 120_000)
})

const pending = statement('test.pending', "select from shop.orders where state = 'pending'")
