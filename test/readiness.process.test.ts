import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { variants } from '#domain/variant.ts'
import { statement } from '#server/db/database.ts'
import { startLookout } from '#server/run/lookout.ts'
import { startServerBeside } from '#test/builders/server-process.ts'
import { testShopper } from '#test/builders/shopper.ts'
import { overTheWire } from '#test/builders/wire.ts'
import { createTestDatabase } from '#test/database.ts'
import type { StoreProcess } from '#test/e2e/store-process.ts'
import { type DatabaseProxy, startProxy } from '#test/proxy.ts'
import { createWorld, type World } from '#test/world.ts'

// a busy machine takes its time
const patience = { timeout: 20_000, interval: 50 }
const log = { info: () => undefined, warn: () => undefined }

describe('OPS-09: /readyz follows a connection of its own and says why not', () => {
  let world: World
  let wire: DatabaseProxy
  let server: StoreProcess
  let admin: pg.Client
  beforeAll(async () => {
    world = await createWorld()
    wire = await startProxy(world.databaseUrl)
    server = await startServerBeside(world, wire.url, { DATABASE_POOL: '2' })
    admin = new pg.Client({ connectionString: world.databaseUrl })
    admin.on('error', () => undefined)
    await admin.connect()
  }, 60_000)
  afterAll(async () => {
    await admin.end()
    await server.stop()
    await wire.close()
    await world.close()
  })

  async function readyz(): Promise<[number, string]> {
    const answer = await fetch(`http://127.0.0.1:${server.port}/readyz`)
    return [answer.status, await answer.text()]
  }
  const waiting = async () =>
    Number(
      (
        await admin.query(
          "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
      ).rows[0].count,
    )
  /** As many calls of one shopper, each of which needs her cart. */
  async function callsAt(count: number): Promise<Promise<unknown>[]> {
    const shopper = testShopper(overTheWire({ port: () => server.port, address: '10.0.0.9' }), variants.cb)
    await shopper.get('/session')
    return Array.from({ length: count }, () => shopper.rawCall('cart', 'getCartJsx', {}).catch(() => undefined))
  }

  test('OPS-09: a pool without a free connection, 200 waiting calls and a lock of three seconds do not turn it', async () => {
    await admin.query('begin; lock table shop.cart in access exclusive mode')
    const calls = await callsAt(200)
    await expect.poll(waiting, patience).toBeGreaterThan(0)
    const seen = new Set<string>()
    const until = performance.now() + 3_000
    while (performance.now() < until) seen.add((await readyz()).join(' '))
    await admin.query('rollback')
    await Promise.all(calls)
    expect([...seen]).toEqual(['200 ready\n'])
  }, 60_000)

  test.each(['closed', 'silent'] as const)('OPS-09: the database is away (%s), and comes back', async (how) => {
    wire.cut(how)
    await expect.poll(readyz, patience).toEqual([503, 'database away\n'])
    expect((await fetch(`http://127.0.0.1:${server.port}/healthz`)).status).toBe(200)
    wire.heal()
    await expect.poll(readyz, patience).toEqual([200, 'ready\n'])
  })

  test('OPS-09: a server that reads only', async () => {
    const name = new URL(world.databaseUrl).pathname.slice(1)
    const cutAll = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`
    await admin.query(`alter database ${name} set default_transaction_read_only = on`)
    await admin.query(cutAll)
    await expect.poll(readyz, patience).toEqual([503, 'database is read-only\n'])
    await admin.query(`alter database ${name} reset default_transaction_read_only`)
    await admin.query(cutAll)
    await expect.poll(readyz, patience).toEqual([200, 'ready\n'])
  })

  test('OPS-09: a disk without room', async () => {
    // PostgreSQL says the same code wherever it finds none
    await admin.query(`
      create function shop.no_room() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
      create trigger no_room before insert or update on shop.heartbeat for each row execute function shop.no_room()`)
    await expect.poll(readyz, patience).toEqual([503, 'writes fail: disk full\n'])
    await admin.query('drop function shop.no_room cascade')
    await expect.poll(readyz, patience).toEqual([200, 'ready\n'])
  })

  test('OPS-09: one that ends', async () => {
    await admin.query('begin; lock table shop.cart in access exclusive mode')
    const calls = await callsAt(1)
    await expect.poll(waiting, patience).toBeGreaterThan(0)
    const ended = server.stop()
    await expect.poll(readyz, { ...patience, interval: 10 }).toEqual([503, 'draining\n'])
    await admin.query('rollback')
    await Promise.all([...calls, ended])
  })
})

test('OPS-09: a migration that is missing is named', async () => {
  const test = await createTestDatabase()
  await test.database.count(statement('test.unmigrate', 'delete from shop_meta.migration where number = 31'))
  const clock = { note: () => undefined }
  const options = { url: test.url, instanceName: 'one', role: 'web', version: '1', log, clock } as const
  const lookout = await startLookout(options)
  expect(lookout.whyNot()).toBe('migration 0031 missing')
  await lookout.stop()
  await test.drop()
})
