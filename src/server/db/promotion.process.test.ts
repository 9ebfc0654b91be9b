import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase } from '#server/db/pool.ts'
import { readShopState } from '#server/watch/shop-state-store.ts'
import { sku, testCatalog } from '#test/builders/catalog.ts'
import { cardToken } from '#test/order/gateway.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { expectBalancedBooks, orderCounts } from '#test/order/ordering.ts'
import { order } from '#test/order/place.ts'
import { type PairedServer, type PostgresPair, startPostgresPair, until } from '#test/postgres-pair.ts'
import { createWorld, type World } from '#test/world.ts'

const silent = { info: () => undefined, warn: () => undefined }
const applicationName = 'promoted'
const enough = statement('test.enough', 'update shop.stock set on_hand = 100000 where sku = $1')
const own = `select count(*)::int as n from pg_stat_activity where application_name = '${applicationName}'`
const connections = async (server: PairedServer) => (await server.ask<{ n: number }>(own))[0]?.n

/** A role that may read all statistics is told of the standby. */
async function tellsItsReplica({ shop, database }: World, { primary }: PostgresPair): Promise<void> {
  expect((await readShopState(database)).replicas).toEqual([])
  await primary.ask('grant pg_read_all_stats to cartwright')
  const of = (text: string) => /^cartwright_replica_lag_seconds\{replica="[^"]+"\} (\S+)$/m.exec(text)?.[1]
  expect(Number(of(await shop.app.metrics.text()))).toBeGreaterThanOrEqual(0)
  expect((await readShopState(database)).timeline).toMatch(/^[\dA-F]{8}$/)
}

test.each([
  [
    'was set to be read only, by the first refusal of a write',
    async (primary: PairedServer) => {
      await primary.ask('alter system set default_transaction_read_only = on')
      await primary.ask('select pg_reload_conf()')
      // what was begun before it is told ends as it began
      await until(
        async () => (await primary.ask('select from pg_stat_activity where backend_xid is not null')).length === 0,
      )
    },
    true,
  ],
  [
    'was killed, by the cut',
    async (primary: PairedServer) => {
      process.kill(primary.pid, 'SIGKILL')
    },
    false,
  ],
])(
  'OPS-12, OPS-34: orders go on, none lost and none twice, where the standby was promoted after the primary %s',
  async (_name, leave, isThere) => {
    const pair = await startPostgresPair()
    await migrate({ url: pair.url, log: silent })
    const database = createDatabase({ url: pair.url, applicationName, log: silent })
    const on = { database, url: pair.url, drop: () => database.end() }
    const world = await createWorld({ on, catalog: testCatalog() })
    await database.count(enough, [sku.mug])
    const token = await cardToken(world)
    const shoppers: string[] = []
    for (let nth = 0; nth < 100; nth += 1) {
      const lines = [{ sku: sku.mug, quantity: 1 }]
      shoppers.push((await insertCart(database, { lines, tokens: [token] })).shopperId)
    }
    expect(await connections(pair.standby)).toBe(0)
    expect(await connections(pair.primary)).toBeGreaterThan(0)
    await tellsItsReplica(world, pair)

    const waiting = [...shoppers]
    const placed: string[] = []
    const hand = async () => {
      for (let shopperId = waiting.shift(); shopperId !== undefined; shopperId = waiting.shift()) {
        for (;;) {
          // an answer that she is asked to come again, or none: she presses again
          const outcome = await order(world.shop.orders, shopperId).catch(() => ({ kind: 'none' }) as const)
          if (outcome.kind === 'placed') break
          expect(['none', 'pending']).toContain(outcome.kind)
          await sleep(100)
        }
        placed.push(shopperId)
      }
    }
    const placing = Promise.all([hand(), hand(), hand(), hand()])
    await until(async () => placed.length >= 30)
    await leave(pair.primary)
    const before = placed.length
    expect(before).toBeLessThan(100)
    await pair.standby.ask('select pg_promote()')
    await placing

    expect(await orderCounts(world)).toEqual({ placed: 100 })
    await expectBalancedBooks(world)
    expect(await connections(pair.standby)).toBeGreaterThan(0)
    // one that was in use then is closed when it is next taken
    if (isThere) await until(async () => (await connections(pair.primary)) === 0)
    await world.close()
    await database.end()
    await pair.stop()
  },
  180_000,
)
