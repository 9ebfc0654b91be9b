import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { beforeEach, expect, test, vi } from 'vitest'
import { statement } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { createEmptyDatabase, createTestDatabase } from '#test/database.ts'

const silent = { info: () => undefined, warn: () => undefined }

let url: string
let client: pg.Client
let folder: string
beforeEach(async () => {
  const empty = await createEmptyDatabase()
  url = empty.url
  client = await connect()
  folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  write(
    '0001_first.sql',
    `create schema shop;
     create table shop.visit(n int, day int, constraint small check (n < 10)) partition by range (day);
     create table shop.visit_1 partition of shop.visit for values from (1) to (2);
     create table shop.note(n int); insert into shop.note select generate_series(1, 50);
     alter table shop.note add constraint note_small check (n < 100) not valid;`,
  )
  return async () => {
    await client.end()
    await empty.drop()
    rmSync(folder, { recursive: true })
  }
})

async function connect(): Promise<pg.Client> {
  const opened = new pg.Client({ connectionString: url })
  await opened.connect()
  return opened
}
const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
const run = () => migrate({ url, folder, log: silent })
async function read<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  return (await client.query<Row>(text)).rows
}
const indexes = () =>
  read(
    'select indexrelid::regclass::text as name, indisvalid as valid from pg_index where indrelid = to_regclass($$shop.note$$)',
  )
const partitions = () =>
  read('select inhdetachpending as pending from pg_inherits where inhparent = to_regclass($$shop.visit$$)')

/** Lets the migration run up to where it waits for an open transaction, and cuts it off there. */
async function cutOff(reads: string): Promise<void> {
  const reader = await connect()
  await reader.query('begin isolation level repeatable read')
  await reader.query(reads)
  const cut = expect(run()).rejects.toThrow('Migration 0002_more.concurrent.sql failed')
  await vi.waitFor(
    async () => {
      const waiting = await read(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cartwright-migrate'
         and datname = current_database() and wait_event_type = 'Lock' and query ~* 'concurrently'`,
      )
      expect(waiting).toHaveLength(1)
    },
    { timeout: 30_000 },
  )
  await cut
  await reader.query('rollback')
  await reader.end()
}

test('SCALE-06: another statement stops the migration before anything runs', async () => {
  write('0002_more.concurrent.sql', 'alter table shop.note add column m int')
  await expect(run()).rejects.toThrow('Migration 0002_more.concurrent.sql may not contain "alter table shop.note add')
  expect(await read('select to_regclass($$shop.note$$) as made')).toEqual([{ made: null }])
})

test('SCALE-06: each statement runs by itself outside a transaction, and all of them once', async () => {
  write(
    '0002_more.concurrent.sql',
    `create index concurrently if not exists a on note (n); create index concurrently if not exists b on shop.note (n) where n > 5;
     drop index concurrently if exists a; alter table note validate constraint note_small;
     alter table shop.visit detach partition shop.visit_1 concurrently;`,
  )
  write('0003_last.sql', 'create table last(n int);')
  expect(await run()).toEqual(['0001_first.sql', '0002_more.concurrent.sql', '0003_last.sql'])
  expect(await indexes()).toEqual([{ name: 'shop.b', valid: true }])
  expect(await read("select convalidated as valid from pg_constraint where conname = 'note_small'")).toEqual([
    { valid: true },
  ])
  expect(await partitions()).toEqual([])
  expect(await run()).toEqual([])
})

test('SCALE-06: processes that start at once do not wait for each other for ever', async () => {
  write('0002_more.concurrent.sql', 'create index concurrently if not exists a on shop.note (n)')
  const applied = await Promise.all([run(), run(), run(), run()])
  expect(applied.flat().sort()).toEqual(['0001_first.sql', '0002_more.concurrent.sql'])
})

test('SCALE-06: an invalid index left by a crash is dropped and made anew', async () => {
  await run()
  write(
    '0002_more.concurrent.sql',
    'create index concurrently if not exists done on note (n); create index concurrently if not exists a on note (n)',
  )
  write('0003_last.sql', 'create table last(n int);')
  await cutOff('select from shop.note')
  expect(await indexes()).toContainEqual({ name: expect.any(String), valid: false })
  expect(await run()).toEqual(['0002_more.concurrent.sql', '0003_last.sql'])
  expect(await indexes()).toEqual([
    { name: 'shop.done', valid: true },
    { name: 'shop.a', valid: true },
  ])
})

test('SCALE-06: a partition whose leaving was cut off is let go when the migration runs again', async () => {
  await run()
  write('0002_more.concurrent.sql', 'alter table visit detach partition visit_1 concurrently')
  await cutOff('select from shop.visit')
  expect(await partitions()).toEqual([{ pending: true }])
  expect(await run()).toEqual(['0002_more.concurrent.sql'])
  expect(await partitions()).toEqual([])
})

test('SCALE-06: whoever keeps an index waiting is named in the log, soon and again, and the index outlasts a limit of statements', async () => {
  await run()
  write('0002_more.concurrent.sql', 'create index concurrently if not exists a on shop.note (n)')
  const reader = await connect()
  await reader.query("set application_name = 'forgotten'")
  await reader.query('begin isolation level repeatable read')
  await reader.query('select from shop.note')
  const told: object[] = []
  const tell = (facts: object, text: string) => told.push({ ...facts, text })
  const pace = { firstMs: 100, thenMs: 1_500 }
  const limited = `${url}${url.includes('?') ? '&' : '?'}options=-c%20statement_timeout%3D3000`
  const log = { info: tell, warn: tell }
  const running = [1, 2].map(() => migrate({ url: limited, folder, log, pace }))
  const one = {
    ...{ text: 'a migration waits for these connections to end their transaction', migrating: expect.any(Number) },
    blockers: [
      {
        pid: expect.any(Number),
        application: 'forgotten',
        state: 'idle in transaction',
        statement: null,
        seconds: expect.any(Number),
      },
    ],
  }
  // of both processes, and for longer than a statement may take
  await vi.waitFor(() => expect(told.filter((line) => 'blockers' in line).length).toBeGreaterThanOrEqual(8), {
    timeout: 30_000,
  })
  expect(told.filter((line) => 'blockers' in line)).toEqual(expect.arrayContaining([one]))
  await reader.query('rollback')
  await reader.end()
  expect((await Promise.all(running)).flat()).toEqual(['0002_more.concurrent.sql'])
  expect(await indexes()).toEqual([{ name: 'shop.a', valid: true }])
})

test('SCALE-06: the indexes by which orders and what they hold are found', async () => {
  const test = await createTestDatabase()
  const made = await test.database.rows(
    statement<{ index: string }>(
      'test.indexes',
      `select format('%s (%s)', indrelid::regclass, pg_get_indexdef(indexrelid, 1, true)) as index from pg_index
       where indisvalid and indnatts = 1 and not indisunique`,
    ),
  )
  await test.drop()
  expect(made.map(({ index }) => index)).toEqual(
    expect.arrayContaining([
      'gift_card_entry (order_id)',
      'promo_use (order_id)',
      'trip_hold (order_id)',
      'payment (sent_at)',
      'orders (created_at)',
    ]),
  )
})
