import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { migrationFolder } from '#server/db/migration/migration-files.ts'
import { createDatabase } from '#server/db/pool.ts'
import { sku } from '#test/builders/catalog.ts'
import { cardToken } from '#test/order/gateway.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { orderCounts } from '#test/order/ordering.ts'
import { order } from '#test/order/place.ts'
import { createWorld, type World } from '#test/world.ts'

const silent = { info: () => undefined, warn: () => undefined }

let world: World
let folder: string
let client: pg.Client
beforeAll(async () => {
  world = await createWorld()
  folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  cpSync(migrationFolder, folder, { recursive: true })
  client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await world.close()
  rmSync(folder, { recursive: true })
})

/** One more file behind those of the product. */
function nextFile(words: string, text: string): string {
  const number = readdirSync(folder).filter((name) => name.endsWith('.sql')).length + 1
  const name = `${String(number).padStart(4, '0')}_${words}.sql`
  writeFileSync(join(folder, name), text)
  return name
}

test('OPS-16: a migration that waits for a forgotten transaction lets 50 orders through, none of which waits for a second', async () => {
  const name = nextFile('wanted', 'alter table shop.orders add column wanted int')
  const token = await cardToken(world)
  const carts = await Promise.all(
    Array.from({ length: 50 }, () =>
      insertCart(world.database, { lines: [{ sku: sku.mug, quantity: 1 }], tokens: [token] }),
    ),
  )
  // whoever waits for longer than a second is refused, and not asked again
  const database = createDatabase({ url: world.databaseUrl, max: 8, lockTimeoutMs: 1_000, waitMs: 60_000, log: silent })
  const reader = new pg.Client({ connectionString: world.databaseUrl, application_name: 'forgotten' })
  await reader.connect()
  await reader.query('begin; select from shop.orders')
  const tries: { readonly migration: string; readonly holders: readonly object[] }[] = []
  const log = { info: () => undefined, warn: (facts: object) => tries.push(facts as (typeof tries)[number]) }
  const migrating = migrate({ url: world.databaseUrl, folder, log, patience: { pauseMs: [10, 50] } })
  try {
    await expect.poll(() => tries.length, { timeout: 30_000 }).toBeGreaterThan(0)
    const before = tries.length
    for (const { shopperId } of carts) {
      expect(await order({ ...world.shop.orders, database }, shopperId)).toMatchObject({ kind: 'placed' })
    }
    await expect.poll(() => tries.length, { timeout: 30_000 }).toBeGreaterThan(before)
    expect(await orderCounts(world)).toEqual({ placed: 50 })
  } finally {
    await reader.query('rollback')
    await reader.end()
    await database.end()
  }
  expect(await migrating).toEqual([name])
  const holder = { pid: expect.any(Number), application: 'forgotten', state: 'idle in transaction', statement: null }
  expect(tries).toContainEqual(expect.objectContaining({ migration: name, holders: [expect.objectContaining(holder)] }))
  expect(await world.database.rows(statement('test.wanted', 'select wanted from shop.orders limit 1'))).toEqual([
    { wanted: null },
  ])
})

test('OPS-16: after 60 tries it ends, and tells who holds the lock, for how long and by which of our statements', async () => {
  const name = nextFile('never', 'alter table shop.cart add column never int')
  const holding = statement<{ pid: number }>('test.holding', 'select pg_backend_pid() as pid from shop.cart limit 1')
  const told: object[] = []
  const log = { info: () => undefined, warn: (facts: object) => told.push(facts) }
  const patience = { timeoutMs: 150, pauseMs: [1, 2] } as const
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  const patient = createDatabase({
    ...{ url: world.databaseUrl, applicationName: 'holds', max: 1, log: silent },
    ...{ idleInTransactionMs: 0, transactionTimeoutMs: 0 },
  })
  const { promise: taken, resolve: take } = Promise.withResolvers<number>()
  const holds = patient.transaction(async (tx) => {
    take((await tx.row(holding))?.pid ?? 0)
    await isOver
  })
  const pid = await taken
  await expect(
    migrate({ url: world.databaseUrl, folder, log, pace: { firstMs: 1e6, thenMs: 1e6 }, patience }),
  ).rejects.toThrow(
    new RegExp(
      `^Migration ${name} did not get its locks in 60 tries. They were held by:\\n` +
        `  pid ${pid}: holds, idle in transaction, test\\.holding, a transaction of \\d+ s\\n`,
    ),
  )
  expect(told).toHaveLength(59)
  end()
  await holds
  await patient.end()
  const { rows } = await client.query('select from shop_meta.migration_run')
  expect(rows).toEqual([])
  expect(await migrate({ url: world.databaseUrl, folder, log: silent })).toEqual([name])
})

test('OPS-17: backfill sets a value page by page, of a partitioned table too, and finds what is left when it runs again', async () => {
  const name = nextFile(
    'note',
    `create table shop.note(n int, m int) with (fillfactor = 10); insert into shop.note (n) select generate_series(1, 20000);
     create table shop.day(n int, m int) partition by range (n); create table shop.day_1 partition of shop.day for values from (0) to (5);
     create table shop.day_2 partition of shop.day for values from (5) to (9); insert into shop.day (n) select generate_series(1, 8);`,
  )
  const more = nextFile(
    'fill.concurrent',
    "call shop_meta.backfill('shop.note', 'm = n * 2', 'm is null'); call shop_meta.backfill('day', 'm = 1', 'm is null')",
  )
  expect(await migrate({ url: world.databaseUrl, folder, log: silent })).toEqual([name, more])
  const read = async (text: string) => (await client.query(text)).rows
  expect(
    await read(
      'select count(*)::int as n, count(distinct xmin::text)::int > 10 as slices from shop.note where m = n * 2',
    ),
  ).toEqual([{ n: 20_000, slices: true }])
  expect(await read('select sum(m)::int as m from shop.day')).toEqual([{ m: 8 }])
  await client.query('update shop.note set m = null where n % 1000 = 7')
  await client.query("call shop_meta.backfill('shop.note', 'm = 0', 'm is null')")
  expect(await read('select count(*)::int as n from shop.note where m = 0')).toEqual([{ n: 20 }])
})
