import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DatabaseUnavailable, statement } from '#server/db/database.ts'
import { createDatabase } from '#server/db/pool.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { type DatabaseProxy, startProxy } from '#test/proxy.ts'

const one = statement<{ one: number }>('test.one', 'select 1 as one')
const pause = statement('test.pause', 'select pg_sleep(2.5)')
const write = statement('test.write', 'insert into probe values (1)')
const readOnly = statement('test.read-only', 'set transaction read only')
const pid = statement<{ pid: number }>('test.pid', 'select pg_backend_pid() as pid')

let db: TestDatabase
let first: DatabaseProxy
let second: DatabaseProxy
/** The same database by two ways, as if by two servers. */
let url: string
beforeAll(async () => {
  db = await createTestDatabase()
  await db.database.count(statement('test.probe', 'create table shop.probe(id int)'))
  ;[first, second] = await Promise.all([startProxy(db.url), startProxy(db.url)])
  const [one, other] = [new URL(first.url), new URL(second.url)]
  url = `postgres://${one.username}:${one.password}@${one.host},${other.host}${one.pathname}`
})
afterAll(async () => {
  await Promise.all([first.close(), second.close()])
  await db.drop()
})

test('OPS-12: of a server that is gone without a word one answer is waited for in vain, and not one for each connection', async () => {
  const warn = vi.fn()
  const database = createDatabase({ url, max: 6, statementTimeoutMs: 100, waitMs: 4_000, log: { info: vi.fn(), warn } })
  await Promise.all(Array.from({ length: 6 }, () => database.row(one)))
  first.cut('silent')
  for (let nth = 0; nth < 6; nth += 1) expect(await database.row(one)).toEqual({ one: 1 })
  expect(warn.mock.calls.filter(([, text]) => text === 'statement repeated')).toHaveLength(1)
  first.heal()
  await database.end()
}, 60_000)

test('OPS-12: where there is but one server, a write that it refuses costs no other connection', async () => {
  const database = createDatabase({ url: db.url, max: 6, log: { info: vi.fn(), warn: vi.fn() } })
  const held = await Promise.all(Array.from({ length: 6 }, () => database.row(pid)))
  const refused = database.transaction(async (tx) => {
    await tx.count(readOnly)
    await tx.count(write)
  })
  await expect(refused).rejects.toThrow(DatabaseUnavailable)
  expect(held).toContainEqual(await database.row(pid))
  await database.end()
})

test('OPS-12: a pool that is full is waited for once, however many servers there are', async () => {
  const connect = vi.fn()
  const database = createDatabase({ url, max: 1, waitMs: 1_000, log: { info: connect, warn: connect } })
  const long = database.count(pause)
  const asked: Promise<unknown>[] = []
  for (let nth = 0; nth < 3; nth += 1) asked.push(database.row(one).catch((error: unknown) => error))
  // they give up while the one that works goes on
  let isOver = false
  const over = long.then(() => {
    isOver = true
  })
  for (const answer of await Promise.all(asked)) expect(answer).toBeInstanceOf(DatabaseUnavailable)
  expect(isOver).toBe(false)
  await over
  await database.end()
})
