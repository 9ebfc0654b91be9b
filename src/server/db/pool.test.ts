import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Database, DatabaseUnavailable, type Sql, statement, type Tx } from '#server/db/database.ts'
import { sqlState } from '#server/db/faults.ts'
import { createDatabase } from '#server/db/pool.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'

const read = statement<{ n: number }>('test.read', 'select n from probe where id = $1')
const raise = statement('test.raise', 'update probe set n = n + 1 where id = $1')
const insert = statement('test.insert', 'insert into probe (id, n) values ($1, $2)')
const ownPid = statement<{ pid: number }>('test.pid', 'select pg_backend_pid() as pid')
const sleepFor = statement('test.sleep', 'select pg_sleep($1)')

let db: TestDatabase
let database: Database
beforeAll(async () => {
  db = await createTestDatabase({ max: 4 })
  database = db.database
  await database.count(statement('test.table', 'create table probe(id int primary key, n int not null)'))
})
afterAll(() => db.drop())
beforeEach(async () => {
  await database.count(statement('test.clear', 'delete from probe'))
  await database.count(statement('test.fill', 'insert into probe values (1, 0), (2, 0)'))
})

const value = async (sql: Sql, id: number) => (await sql.row(read, [id]))?.n

test('a migrated database is ready, and one that is away is not', async () => {
  expect(await database.ready()).toBe(true)
  const away = createDatabase({ url: 'postgresql://nobody:x@127.0.0.1:1/none', log: silent })
  expect(await away.ready()).toBe(false)
  await away.end()
})

test('a process that stood still for longer than it may wait does not take the database for away', async () => {
  const own = createDatabase({ url: db.url, max: 1, waitMs: 1_000, log: silent })
  const [first, waiting] = [value(own, 1), value(own, 2)]
  // as a large library does that is loaded at once
  for (const until = performance.now() + 1_700; performance.now() < until; );
  expect(await Promise.all([first, waiting])).toEqual([0, 0])
  await own.end()
})

const silent = { info: () => undefined, warn: () => undefined }

test('columns come as plain values', async () => {
  const row = await database.row(
    statement(
      'test.types',
      `select 9007199254740991::bigint as big, sum(2::bigint) as total, date '2026-02-03' as day, array[1, null]::bigint[] as list,
        timestamptz '2026-02-03 04:05:06.789Z' as at, '{"a":[1]}'::jsonb as json`,
    ),
  )
  expect(row).toEqual({
    big: 9007199254740991,
    total: 2,
    day: '2026-02-03',
    list: [1, null],
    at: new Date('2026-02-03T04:05:06.789Z'),
    json: { a: [1] },
  })
})

test.each([
  ['a bigint that loses digits', "select '9007199254740993'::bigint as v"],
  ['a numeric with a fraction', 'select 0.5::numeric as v'],
])('%s is an error, and the connection stays good', async (name, text) => {
  await expect(database.row(statement(`test.unsafe ${name}`, text))).rejects.toThrow(RangeError)
  expect(await value(database, 1)).toBe(0)
})

describe('a transaction', () => {
  test('commits what it did, and undoes it when work throws', async () => {
    const result = await database.transaction(async (tx) => {
      expect(await tx.count(raise, [1])).toBe(1)
      return value(tx, 1)
    })
    expect(result).toBe(1)
    const failure = database.transaction(async (tx) => {
      await tx.count(raise, [1])
      throw new Error('changed my mind')
    })
    await expect(failure).rejects.toThrow('changed my mind')
    expect(await value(database, 1)).toBe(1)
  })

  test('whose first statement fails leaves nothing behind', async () => {
    const failure = database.transaction((tx) => tx.count(insert, [1, 5]))
    await expect(failure).rejects.toMatchObject({ code: '23505' })
    await Promise.all([1, 2, 3, 4].map(() => database.transaction((tx) => tx.count(raise, [1]))))
    expect(await value(database, 1)).toBe(4)
  })

  test('sends statements that do not wait for each other at once', async () => {
    await database.transaction(async (tx) => {
      const [changed, there] = await Promise.all([tx.count(raise, [1]), value(tx, 1), tx.count(raise, [2])])
      expect([changed, there]).toEqual([1, 1])
    })
    expect(await value(database, 2)).toBe(1)
  })

  test('is not passed off as committed when an error was swallowed', async () => {
    const failure = database.transaction(async (tx) => {
      await tx.count(raise, [1])
      await tx.count(insert, [1, 5]).catch(() => undefined)
    })
    await expect(failure).rejects.toMatchObject({ cause: { code: '23505' } })
    expect(await value(database, 1)).toBe(0)
  })

  test('keeps what was written and waited for by nobody, and undoes all of it when that fails', async () => {
    await database.transaction(async (tx) => {
      tx.write(raise, [1])
      tx.write(raise, [1])
    })
    expect(await value(database, 1)).toBe(2)
    const failure = database.transaction(async (tx) => {
      tx.write(raise, [1])
      tx.write(insert, [1, 5])
      tx.write(raise, [2])
      return 'as if it were done'
    })
    await expect(failure).rejects.toMatchObject({ cause: { code: '23505' } })
    expect([await value(database, 1), await value(database, 2)]).toEqual([2, 0])
  })

  test('tells the fault of what was written, whatever is asked after it', async () => {
    const failure = database.transaction(async (tx) => {
      tx.write(insert, [1, 5])
      return value(tx, 1)
    })
    await expect(failure).rejects.toMatchObject({ code: '23505' })
    expect(await value(database, 1)).toBe(0)
  })

  test('is repeated whole when what was written meets a serialization fault', async () => {
    let tries = 0
    const fault = statement('test.fault-of-write', `do $$ begin raise exception using errcode = '40001'; end $$`)
    await database.transaction(async (tx) => {
      tries += 1
      tx.write(raise, [1])
      if (tries < 3) tx.write(fault)
    })
    expect([tries, await value(database, 1)]).toEqual([3, 1])
  })

  test('keeps nothing when the driver itself refuses what was written', async () => {
    const unprepared = statement('test.raise', 'update probe set n = n + 7 where id = $1')
    let tries = 0
    const failure = database.transaction(async (tx) => {
      tries += 1
      tx.write(raise, [1])
      tx.write(unprepared, [2])
    })
    await expect(failure).rejects.toThrow('must be unique')
    expect([tries, await value(database, 1), await value(database, 2)]).toEqual([1, 0, 0])
  })

  test('refuses at once what is written after its end', async () => {
    const stored: Tx[] = []
    await database.transaction(async (tx) => {
      stored.push(tx)
      await value(tx, 1)
    })
    expect(() => stored[0]?.write(raise, [1])).toThrow('an await is missing')
    expect(await value(database, 1)).toBe(0)
  })

  test('refuses a statement after its end', async () => {
    const stored: Sql[] = []
    await database.transaction(async (tx) => {
      stored.push(tx)
      await tx.count(raise, [1])
    })
    await expect(stored[0]?.count(raise, [1])).rejects.toThrow('an await is missing')
    expect(await value(database, 1)).toBe(1)
  })

  test('without a statement asks for nothing', async () => {
    expect(await database.transaction(async () => 7)).toBe(7)
  })

  test('is repeated whole after a deadlock', async () => {
    let tries = 0
    let both: Promise<void>[] = []
    const bothHoldOne = gate(2)
    const cross = (first: number, second: number) =>
      database.transaction(async (tx) => {
        tries += 1
        // who is repeated could take its row again before the other has woken, and both would cross once more
        if (tries === 3) await Promise.race(both)
        await tx.count(raise, [first])
        await bothHoldOne()
        await tx.count(raise, [second])
      })
    both = [cross(1, 2), cross(2, 1)]
    await Promise.all(both)
    expect(tries).toBe(3)
    expect([await value(database, 1), await value(database, 2)]).toEqual([2, 2])
  })

  test('gives up after three serialization faults', async () => {
    let tries = 0
    const failure = database.transaction(async (tx) => {
      tries += 1
      await tx.count(raise, [1])
      await tx.count(statement('test.fault', `do $$ begin raise exception using errcode = '40001'; end $$`))
    })
    await expect(failure).rejects.toThrow(DatabaseUnavailable)
    expect(tries).toBe(3)
    expect(await value(database, 1)).toBe(0)
  })

  test('goes to another connection when its prepared statement no longer fits', async () => {
    const one = createDatabase({ url: db.url, max: 1, log: silent })
    const all = statement<object>('test.all', 'select * from probe where id = $1')
    await one.row(all, [1])
    await database.count(statement('test.widen', 'alter table probe add column more int'))
    expect(await one.transaction((tx) => tx.row(all, [1]))).toEqual({ id: 1, n: 0, more: null })
    await database.count(statement('test.narrow', 'alter table probe drop column more'))
    expect(await one.row(all, [1])).toEqual({ id: 1, n: 0 })
    await database.count(statement('test.widen-again', 'alter table probe add column more int'))
    await one.transaction(async (tx) => tx.write(all, [1]))
    expect(await one.row(all, [1])).toEqual({ id: 1, n: 0, more: null })
    await database.count(statement('test.narrow-again', 'alter table probe drop column more'))
    await one.end()
  })
})

describe('limits', () => {
  test('a lock not given within its limit is DatabaseUnavailable', async () => {
    const impatient = createDatabase({ url: db.url, max: 2, lockTimeoutMs: 50, log: silent })
    const failure = impatient.transaction(async (tx) => {
      await tx.count(raise, [1])
      await impatient.transaction((other) => other.count(raise, [1]))
    })
    await expect(failure).rejects.toThrow(DatabaseUnavailable)
    await impatient.end()
  })

  test('a statement over its limit is DatabaseUnavailable, and the connection stays good', async () => {
    const impatient = createDatabase({ url: db.url, max: 1, statementTimeoutMs: 50, log: silent })
    const before = await impatient.row(ownPid)
    const failure = await impatient.row(sleepFor, [5]).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(DatabaseUnavailable)
    expect(sqlState(failure)).toBe('57014')
    expect(await impatient.row(ownPid)).toEqual(before)
    await impatient.end()
  })

  test('a transaction that waits for something else is ended and not repeated', async () => {
    const strict = createDatabase({ url: db.url, idleInTransactionMs: 50, log: silent })
    let tries = 0
    const failure = strict.transaction(async (tx) => {
      tries += 1
      await tx.count(raise, [1])
      await database.row(sleepFor, [0.3])
      await tx.count(raise, [1])
    })
    await expect(failure).rejects.toThrow('held open too long')
    expect(tries).toBe(1)
    await strict.end()
  })

  test('a hundred pages at once, of a dozen statements each, are short work: none is refused', async () => {
    const asked = Array.from({ length: 1_200 }, () => database.row(ownPid))
    expect((await Promise.all(asked)).every((row) => row !== undefined)).toBe(true)
  })

  test('a call that gets no connection in time is DatabaseUnavailable; beyond the queue it is refused at once', async () => {
    const small = createDatabase({ url: db.url, max: 1, waitMs: 1_000, waiters: 2, log: silent })
    const release = gate(2)
    const holds = small.transaction(async (tx) => {
      await tx.count(raise, [1])
      await release()
    })
    await small.ready
    const waiting = [small.row(ownPid), small.row(ownPid)]
    await expect(small.row(ownPid)).rejects.toThrow('More than 2 calls')
    for (const wait of waiting) await expect(wait).rejects.toThrow(DatabaseUnavailable)
    await release()
    await holds
    expect(await small.row(ownPid)).toBeDefined()
    await small.end()
  })

  test('a database that refuses connections is DatabaseUnavailable', async () => {
    const away = createDatabase({ url: 'postgresql://nobody:x@127.0.0.1:1/none', log: silent })
    await expect(away.transaction((tx) => tx.row(ownPid))).rejects.toThrow(DatabaseUnavailable)
    await away.end()
  })
})

/** Waits until `parties` have come; who comes later passes. */
function gate(parties: number): () => Promise<void> {
  let come = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  return () => {
    come += 1
    if (come >= parties) resolve()
    return promise
  }
}
