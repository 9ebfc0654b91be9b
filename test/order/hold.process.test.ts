import { expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase } from '#server/db/pool.ts'
import { reconcileRound } from '#server/order/books/hold-round.ts'
import { sku, testCatalog } from '#test/builders/catalog.ts'
import { cardToken, gatewayBooks } from '#test/order/gateway.ts'
import { holdWatchOf } from '#test/order/guard.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { order } from '#test/order/place.ts'
import { startPostgresPair, until } from '#test/postgres-pair.ts'
import { createWorld } from '#test/world.ts'

const silent = { info: () => undefined, warn: () => undefined }
const installation = statement<{ mode: string; reason: string | null; timeline: number; oid: string | null }>(
  'test.installation',
  'select mode, reason, timeline, system_identifier as oid from shop.installation',
)
const fiveMinutes = statement(
  'test.five-minutes',
  "update shop.installation set clean_at = clean_at - interval '5 minutes'",
)

test('OPS-28: a standby that took over is held, sells, and is live after two rounds in which nothing was missing', async () => {
  const pair = await startPostgresPair()
  await migrate({ url: pair.url, log: silent })
  const database = createDatabase({ url: pair.url, log: silent })
  const on = { database, url: pair.url, drop: () => database.end() }
  const world = await createWorld({ on, catalog: testCatalog(), now: new Date().toISOString() })
  const { orders } = world.shop
  const token = await cardToken(world)
  const place = async () => {
    const { shopperId } = await insertCart(database, { lines: [{ sku: sku.mug, quantity: 1 }], tokens: [token] })
    expect(await order(orders, shopperId)).toMatchObject({ kind: 'placed' })
  }
  const watch = holdWatchOf(orders)
  expect(await watch.look()).toBe('live')
  const before = await database.row(installation)
  expect(before).toEqual({ mode: 'live', reason: null, timeline: 1, oid: expect.stringMatching(/^\d{19}$/) })
  await place()

  process.kill(pair.primary.pid, 'SIGKILL')
  await pair.standby.ask('select pg_promote()')
  await until(async () => (await watch.look().catch(() => 'away')) === 'hold')
  expect(await database.row(installation)).toEqual({ ...before, mode: 'hold', reason: 'new-timeline', timeline: 2 })
  await place()
  const round = () => reconcileRound(orders, watch, new Date(Date.now() - 86_400_000))
  expect(await round()).toMatchObject({ compared: 2, orphans: [], held: [], missing: [] })
  await database.count(fiveMinutes)
  await round()
  expect(await database.row(installation)).toMatchObject({ mode: 'live' })
  expect((await gatewayBooks(world)).map(({ state }) => state)).toEqual(['authorized', 'authorized'])
  await world.close()
  await database.end()
  await pair.stop()
}, 180_000)
