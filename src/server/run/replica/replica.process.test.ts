import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { variants } from '#domain/variant.ts'
import { type Database, type Sql, statement } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase } from '#server/db/pool.ts'
import { exportOrders } from '#server/order/export/export-orders.ts'
import { type Lookout, startLookout } from '#server/run/lookout.ts'
import { add, item } from '#test/builders/cart-calls.ts'
import { sku, testCatalog } from '#test/builders/catalog.ts'
import { guestInCheckout } from '#test/builders/guest-checkout.ts'
import { startServerBeside } from '#test/builders/server-process.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { freePort } from '#test/e2e/store-process.ts'
import { cardToken } from '#test/order/gateway.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { order } from '#test/order/place.ts'
import { type PostgresPair, startPostgresPair, until } from '#test/postgres-pair.ts'
import { type DatabaseProxy, startProxy } from '#test/proxy.ts'
import { makeRoles } from '#test/superuser.ts'
import { createWorld, type World } from '#test/world.ts'
import { openReplicaOf, type ReadOutcome, type ReplicaReads } from './replica-reads.ts'

const log = { info: () => undefined, warn: () => undefined }
/** What an import does in each of its transactions. */
const importPrice = statement(
  'test.import-price',
  `with noted as (insert into shop.catalog_import (file_name, file_sha256, lines, changed, skipped) values ('prices', '', 1, 1, 0))
   update shop.price set current_cents = $1, regular_cents = $1 where sku = $2`,
)

/** A process that serves pages: what a shop, its look at the database and its replica are together. */
type Serving = {
  readonly world: World
  readonly replica: ReplicaReads
  readonly lookout: Lookout
  /** Names of what was asked where everybody's pages are read. */
  readonly asked: string[]
  stop(): Promise<void>
}

let pair: PostgresPair
let database: Database
/** Between the shop and its standby. */
let wire: DatabaseProxy
/** Names of the statements that were sent to it. */
const heard = new Set<string>()
let one: Serving
let other: Serving

function openTo(replicaUrl: string, databasePool: number): ReplicaReads {
  const replica = openReplicaOf({ replicaUrl, databasePool, isPrepared: true }, database, log)
  if (replica === null) throw new Error('No replica was named')
  return replica
}

async function serve(name: string, isFirst: boolean): Promise<Serving> {
  const replica = openTo(wire.url, 4)
  const lookout = await startLookout({
    ...{ url: pair.url, instanceName: name, role: 'web', version: '1', log, clock: { note: () => undefined } },
    onLook: replica.note,
  })
  const asked: string[] = []
  const { shared } = replica
  const tapped: Sql = {
    rows(of, values) {
      asked.push(of.name)
      return shared.rows(of, values)
    },
    row(of, values) {
      asked.push(of.name)
      return shared.row(of, values)
    },
    count(of, values) {
      asked.push(of.name)
      return shared.count(of, values)
    },
  }
  const on = { database, url: pair.url, drop: () => database.end() }
  const world = await createWorld({
    ...{ on, catalog: isFirst ? testCatalog() : null, replica: { ...replica, shared: tapped } },
  })
  return {
    ...{ world, replica, lookout, asked },
    async stop() {
      await world.close()
      await lookout.stop()
      await replica.stop()
    },
  }
}

beforeAll(async () => {
  pair = await startPostgresPair()
  await migrate({ url: pair.url, log })
  // one whose commits wait for nobody can lag
  await pair.primary.ask("alter system set synchronous_standby_names = ''")
  await pair.primary.ask('select pg_reload_conf()')
  const urlOf = (port: number) => pair.url.replace(/@[^/]+/, `@127.0.0.1:${port}`)
  const { password } = new URL(urlOf(pair.primary.port))
  await makeRoles(urlOf(pair.primary.port))
  await pair.primary.ask(`alter role cartwright_web password '${password}'`)
  // who only looks may read all that is read there
  wire = await startProxy(urlOf(pair.standby.port).replace('//cartwright:', '//cartwright_web:'), 0, () => (chunk) => {
    for (const [, name = ''] of chunk.toString('latin1').matchAll(/\/\* ([\w.-]+) \*\//g)) heard.add(name)
  })
  database = createDatabase({ url: pair.url, max: 8, log })
  one = await serve('one', true)
  other = await serve('other', false)
}, 120_000)
afterAll(async () => {
  await one.stop()
  await other.stop()
  await database.end()
  await wire.close()
  await pair.stop()
})

const outcomes = ({ replica }: Serving) => replica.state().counts
const times = (name: string) =>
  database
    .load()
    .statements()
    .find((each) => each.name === name)?.times ?? 0
const product = 'catalog.product-with-skus'
const isGood = (of: Serving) => until(async () => of.replica.state().why === null)
const untilWhy = (of: Serving, why: ReadOutcome) => until(async () => of.replica.state().why === why)
const pause = async () => {
  await pair.standby.ask('select pg_wal_replay_pause()')
  await until(
    async () => (await pair.standby.ask("select where pg_get_wal_replay_pause_state() = 'paused'")).length > 0,
  )
}
async function lagBy(time: string): Promise<void> {
  await pair.standby.ask(`alter system set recovery_min_apply_delay = '${time}'`)
  await pair.standby.ask('select pg_reload_conf()')
}
const resume = () => pair.standby.ask('select pg_wal_replay_resume()')

/** The price of the mug on its page, made for her: one with a session is not shown a kept page. */
async function priceFor(shopper: TestShopper): Promise<number> {
  const { page } = await shopper.page(`/product/${sku.mug}`)
  if (page.name !== 'product') throw new Error(`Not a product: ${page.name}`)
  return page.product.skus[0]?.currentPrice ?? 0
}

/** How often something is told of while work is done. */
async function during(of: Serving, outcome: ReadOutcome, work: () => Promise<unknown>): Promise<number> {
  const before = outcomes(of).get(outcome) ?? 0
  await work()
  return (outcomes(of).get(outcome) ?? 0) - before
}

async function visitor(of: Serving): Promise<TestShopper> {
  const shopper = of.world.shopper()
  await shopper.get('/session')
  return shopper
}

let price = 1_295
async function changePrice(): Promise<number> {
  price += 100
  await database.count(importPrice, [price, sku.mug])
  return price
}

describe('SCALE-12: what everybody may see is read from a replica while it is fresh', () => {
  beforeEach(async () => {
    await isGood(one)
    await isGood(other)
  })

  test('SCALE-12: guest pages, suggestions, recommendations and the list of addresses ask the primary nothing of the catalogue', async () => {
    const shopper = await visitor(one)
    const asked = times(product)
    const read = await during(one, 'replica', async () => {
      expect((await one.world.shopper().get('/')).statusCode).toBe(200)
      expect(await priceFor(shopper)).toBe(price)
      expect((await shopper.get('/search?q=mug')).statusCode).toBe(200)
      expect((await shopper.call('browse', 'getSuggestions', { q: 'mug' })).products).toHaveLength(1)
      const recommended = { podid: 'people-also-viewed-pdp', item_id: String(sku.mug) }
      expect((await shopper.rawCall('recommendation', 'index', recommended)).statusCode).toBe(200)
      expect((await shopper.get('/sitemap.xml')).body).toContain(`/product/${sku.mug}`)
    })
    expect(read).toBeGreaterThan(8)
    expect(times(product)).toBe(asked)
    expect([...outcomes(one).keys()].filter((name) => name === 'failed' || name === 'promoted')).toEqual([])
    const told = await one.world.shop.app.metrics.text()
    expect(told).toMatch(/^cartwright_replica_reads_total\{outcome="replica"\} [1-9]/m)
    const lag = Number(/^cartwright_replica_read_lag_seconds (\S+)$/m.exec(told)?.[1])
    expect(lag).toBeGreaterThan(-1)
    expect(lag).toBeLessThan(5)
    expect(await one.world.shop.status()).toMatch(/Pages are read from<\/dt><dd>127\.0\.0\.1:\d+, \d\.\d s behind/)
  })

  test('SCALE-12: sessions, carts, checkout and orders are never asked of it', async () => {
    const shopper = await guestInCheckout(one.world, item(sku.mug))
    for (const path of ['/cart', '/checkout/shipping', '/product/1101', '/favorites', '/account/orders'])
      await shopper.get(path)
    const token = await cardToken(one.world)
    const { shopperId } = await insertCart(database, { lines: [{ sku: sku.mug, quantity: 1 }], tokens: [token] })
    expect(await order(one.world.shop.orders, shopperId)).toMatchObject({ kind: 'placed' })
    expect(one.asked.length).toBeGreaterThan(0)
    expect([...new Set(one.asked)].filter((name) => !/^(catalog|recommendation)\./.test(name))).toEqual([])
    expect(one.asked).not.toContain('catalog.latest-version')
    // nor does anything else reach it, from any process
    expect([...heard]).toContain('run.replica-mark')
    expect([...heard].filter((name) => !/^(catalog|recommendation)\.|^run\.replica-mark$/.test(name))).toEqual([])
  })

  test('SCALE-12: what would write goes to the primary', async () => {
    const write = statement<{ n: number }>(
      'test.write',
      `insert into shop.search_word (brand, word, products) values ('CB', 'written', 1) returning products as n`,
    )
    expect(await one.replica.shared.rows(write)).toEqual([{ n: 1 }])
  })

  test('SCALE-12: replay paused: what was shown new is not shown old, and five seconds later nothing is read there', async () => {
    const shopper = await visitor(one)
    await add(shopper, item(sku.mug))
    await pause()
    const old = price
    const now = await changePrice()
    // the cart is the primary's: whoever has seen it there sees it everywhere
    const cart = await shopper.call('cart', 'getCartJsx', {})
    expect(JSON.stringify(cart)).toContain(String(now))
    const refused = await during(one, 'catalogue', async () => {
      const asked = times(product)
      expect(await priceFor(shopper)).toBe(now)
      expect(await priceFor(shopper)).toBe(now)
      expect(times(product)).toBe(asked + 2)
    })
    expect(refused).toBeGreaterThan(0)
    // the other process hears of it by its look
    const another = await visitor(other)
    expect([old, now]).toContain(await priceFor(another))
    await until(async () => (await priceFor(another)) === now)
    for (let nth = 0; nth < 20; nth += 1) {
      expect(await Promise.all([priceFor(shopper), priceFor(another)])).toEqual([now, now])
    }
    await untilWhy(one, 'lag')
    expect(await priceFor(shopper)).toBe(now)
    expect(await one.world.shop.app.whyNotReady()).toBeNull()
    expect(one.lookout.whyNot()).toBeNull()

    await resume()
    await isGood(one)
    const asked = times(product)
    expect(await during(one, 'replica', async () => expect(await priceFor(shopper)).toBe(now))).toBeGreaterThan(0)
    expect(times(product)).toBe(asked)
  }, 60_000)

  test('SCALE-12: prices never go back while imports come and replay stops and goes on, in either process', async () => {
    const shown = new Map<Serving, number>([
      [one, 0],
      [other, 0],
    ])
    let isOver = false
    const today = '2026-03-02'
    const read = async (of: Serving) => {
      while (!isOver) {
        const floor = shown.get(of) ?? 0
        const found = await of.world.shop.catalog.productPage(variants.cb, sku.mug, today)
        const current = found?.skus[0]?.currentCents ?? 0
        expect(current).toBeGreaterThanOrEqual(floor)
        shown.set(of, Math.max(shown.get(of) ?? 0, current))
      }
    }
    const reading = [one, one, other, other].map(read)
    const primaryBefore = times(product)
    const replicaBefore = outcomes(one).get('replica') ?? 0
    for (let nth = 0; nth < 30; nth += 1) {
      if (nth % 3 === 0) await pause()
      await changePrice()
      await sleep(30)
      if (nth % 3 !== 2) continue
      await resume()
      await sleep(60)
    }
    // always a little behind: whoever was shown the primary's meanwhile is not shown the replica's too early
    await lagBy('250ms')
    for (let nth = 0; nth < 60; nth += 1) {
      await changePrice()
      await sleep(nth % 10 === 9 ? 600 : 40)
      if (nth % 5 === 0) await one.world.shop.catalog.version()
    }
    await lagBy('0')
    await isGood(one)
    isOver = true
    await Promise.all(reading)
    expect(times(product)).toBeGreaterThan(primaryBefore)
    expect(outcomes(one).get('replica') ?? 0).toBeGreaterThan(replicaBefore)
  }, 120_000)

  test('SCALE-12: an export reads its orders there, and none of them is missing', async () => {
    await lagBy('700ms')
    const token = await cardToken(one.world)
    const { shopperId } = await insertCart(database, { lines: [{ sku: sku.mug, quantity: 1 }], tokens: [token] })
    const exporting = openTo(wire.url, 1)
    expect(await order(one.world.shop.orders, shopperId)).toMatchObject({ kind: 'placed' })
    const asked = times('order.export-page')
    const orders: string[] = []
    const readsNow = async () => {
      await exporting.catchUp()
      return exporting.shared
    }
    for await (const line of exportOrders(database, new Date(0), new Date(Date.now() + 60_000), readsNow))
      orders.push(line)
    expect(orders).toHaveLength(await database.row(placed).then((row) => row?.n ?? 0))
    expect(times('order.export-page')).toBe(asked)
    expect(exporting.state().counts.get('replica')).toBe(1)

    await pause()
    const again = exportOrders(database, new Date(0), new Date(Date.now() + 60_000), readsNow)
    const inTheEnd: string[] = []
    for await (const line of again) inTheEnd.push(line)
    expect(inTheEnd).toEqual(orders)
    expect(times('order.export-page')).toBe(asked + 1)
    await resume()
    await lagBy('0')
    await exporting.stop()
  }, 60_000)

  test('SCALE-12: a process of its own, and the command, read from the first of several servers that is there', async () => {
    heard.clear()
    const replicas = wire.url.replace('@', '@127.0.0.1:1,')
    const env = { DATABASE_REPLICA_URL: replicas, OPS_PORT: String(await freePort()) }
    const server = await startServerBeside(one.world, pair.url, env)
    const metrics = async () => (await fetch(`http://127.0.0.1:${env.OPS_PORT}/metrics`)).text()
    await until(async () => {
      const page = await fetch(
        `http://127.0.0.1:${server.port}/product/${sku.mug}?n=${Math.random().toString(36).slice(2, 8)}`,
        {
          headers: { host: 'cb.localhost:3000', cookie: 'ship-to-country=FR' },
        },
      )
      expect(page.status).toBe(200)
      return /^cartwright_replica_reads_total\{outcome="replica"\} [1-9]/m.test(await metrics())
    })
    await server.stop()

    const exporting = { ...process.env, DATABASE_URL: pair.url, DATABASE_REPLICA_URL: replicas, NODE_ENV: 'test' }
    const program = join(import.meta.dirname, '../../order/export/export-cli.ts')
    heard.clear()
    const done = promisify(execFile)(process.execPath, [program, '--since', '2020-01-01'], {
      env: { ...exporting, DATA_DIR: one.world.config.dataDir },
    })
    const { stdout } = await done
    expect(stdout.trim().split('\n')).toHaveLength((await database.row(placed))?.n ?? 0)
    expect([...heard]).toContain('order.export-page')
  }, 90_000)

  test.each(['closed', 'silent'] as const)(
    'SCALE-12: the replica gone (%s): the page is answered by the primary, and the process stays ready',
    async (how) => {
      const shopper = await visitor(one)
      await isGood(one)
      wire.cut(how)
      const asked = times(product)
      const cutAt = performance.now()
      expect(await priceFor(shopper)).toBe(price)
      expect(performance.now() - cutAt).toBeLessThan(3_000)
      expect(await priceFor(shopper)).toBe(price)
      expect(times(product)).toBe(asked + 2)
      await untilWhy(one, 'away')
      const began = performance.now()
      expect(await priceFor(shopper)).toBe(price)
      expect(performance.now() - began).toBeLessThan(1_000)
      expect(one.lookout.whyNot()).toBeNull()
      expect(await one.world.shop.app.whyNotReady()).toBeNull()
      wire.heal()
      await isGood(one)
    },
    30_000,
  )

  test('SCALE-12: the replica promoted: the second statement is on the primary, and what is imported there is shown', async () => {
    const shopper = await visitor(one)
    await pair.standby.ask('select pg_promote()')
    const asked = times(product)
    expect(await priceFor(shopper)).toBe(price)
    expect(await priceFor(shopper)).toBe(price)
    expect(times(product)).toBe(asked + 2)
    expect(outcomes(one).get('promoted')).toBeGreaterThan(0)
    await untilWhy(other, 'promoted')
    const now = await changePrice()
    expect(await Promise.all([priceFor(shopper), priceFor(await visitor(other))])).toEqual([now, now])
    expect(one.replica.state().why).toBe('promoted')
  }, 30_000)
})

const placed = statement<{ n: number }>(
  'test.placed-orders',
  "select count(*)::int as n from shop.orders where state in ('placed', 'cancelled')",
)
