import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, DatabaseUnavailable, type Sql, statement } from '#server/db/database.ts'
import { createDatabase } from '#server/db/pool.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'

const ownPid = statement<{ pid: number }>('test.pid', 'select pg_backend_pid() as pid')
const end = statement('test.end', 'select pg_terminate_backend($1)')
const sleep = statement('test.sleep', 'select pg_sleep($1)')
const wrong = statement('test.wrong', 'select 1 / 0')

let db: TestDatabase
let database: Database
beforeAll(async () => {
  db = await createTestDatabase({ max: 4 })
  database = db.database
})
afterAll(() => db.drop())

const silent = { info: () => undefined, warn: () => undefined }
const pidOf = async (sql: Sql) => (await sql.row(ownPid))?.pid ?? 0

describe('reads', () => {
  test('are asked of one connection', async () => {
    const pids = await database.reading(async (sql) => [
      ...(await Promise.all([pidOf(sql), pidOf(sql)])),
      await pidOf(sql),
    ])
    expect(new Set(pids).size).toBe(1)
  })

  test('are repeated as a whole when their connection was cut', async () => {
    const pids: number[] = []
    const answer = await database.reading(async (sql) => {
      pids.push(await pidOf(sql))
      if (pids.length === 1) await database.row(end, pids)
      return [await pidOf(sql), pids.length]
    })
    expect(pids).toHaveLength(2)
    expect(answer).toEqual([pids[1], 2])
  })

  test('are given up when that happens three times', async () => {
    let tries = 0
    const failure = database.reading(async (sql) => {
      tries += 1
      await sql.row(end, [await pidOf(sql)])
    })
    await expect(failure).rejects.toThrow(DatabaseUnavailable)
    expect(tries).toBe(3)
  })

  test('over the limit of a statement are not repeated', async () => {
    const impatient = createDatabase({ url: db.url, max: 1, statementTimeoutMs: 50, log: silent })
    let tries = 0
    const failure = impatient.reading((sql) => {
      tries += 1
      return sql.row(sleep, [5])
    })
    await expect(failure).rejects.toThrow(DatabaseUnavailable)
    expect(tries).toBe(1)
    await impatient.end()
  })

  test('that fail by themselves say how, once, and leave the connection good', async () => {
    const one = createDatabase({ url: db.url, max: 1, log: silent })
    const before = await pidOf(one)
    await expect(one.reading((sql) => sql.row(wrong))).rejects.toMatchObject({ code: '22012' })
    await expect(one.reading(() => Promise.reject(new Error('mine')))).rejects.toThrow('mine')
    expect(await pidOf(one)).toBe(before)
    await one.end()
  })

  test("are refused after their end: the connection is another one's by then", async () => {
    const stored = await database.reading(async (sql) => [sql])
    await expect(stored[0]?.row(ownPid)).rejects.toThrow('an await is missing')
  })
})
