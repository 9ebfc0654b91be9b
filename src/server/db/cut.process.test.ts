import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CommitUnknown, type Database, statement } from '#server/db/database.ts'
import { createDatabase } from '#server/db/pool.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { type DatabaseProxy, startProxy } from '#test/proxy.ts'

const read = statement<{ n: number }>('test.read', 'select n from probe where id = $1')
const raise = statement('test.raise', 'update probe set n = n + $2 where id = $1')
const sum = statement<{ total: number }>('test.sum', 'select sum(n) as total from probe')
const ownPid = statement<{ pid: number }>('test.pid', 'select pg_backend_pid() as pid')
const kill = statement('test.kill', 'select pg_terminate_backend($1, 5000)')
const killAll = statement<{ killed: number }>(
  'test.kill-all',
  `select count(pg_terminate_backend(pid)) as killed from pg_stat_activity
    where datname = current_database() and application_name = 'victim'`,
)
const silent = { info: () => undefined, warn: () => undefined }

let db: TestDatabase
let killer: Database
let victim: Database
beforeAll(async () => {
  db = await createTestDatabase()
  killer = db.database
  victim = createDatabase({ url: db.url, max: 4, applicationName: 'victim', log: silent })
  await killer.count(statement('test.table', 'create table probe(id int primary key, n int not null)'))
})
afterAll(async () => {
  await victim.end()
  await db.drop()
})
beforeEach(async () => {
  await killer.count(statement('test.clear', 'delete from probe'))
  await killer.count(statement('test.fill', 'insert into probe select id, 0 from generate_series(1, 10) id'))
})

describe('a backend that is terminated', () => {
  test('between two statements: the transaction is repeated and counts once', async () => {
    let tries = 0
    await victim.transaction(async (tx) => {
      tries += 1
      await tx.count(raise, [1, 1])
      const own = await tx.row(ownPid)
      if (tries === 1) await killer.row(kill, [own?.pid])
      await tx.count(raise, [2, 1])
    })
    expect(tries).toBe(2)
    expect(await killer.row(sum)).toEqual({ total: 2 })
  })

  test('in the middle of a statement: the transaction is repeated and counts once', async () => {
    let tries = 0
    await victim.transaction(async (tx) => {
      tries += 1
      await tx.count(raise, [1, 1])
      const own = await tx.row(ownPid)
      const slow = tx.row(statement('test.slow', 'select pg_sleep($1)'), [tries === 1 ? 2 : 0])
      await Promise.all([slow, tries === 1 ? killer.row(kill, [own?.pid]) : undefined])
    })
    expect(tries).toBe(2)
    expect(await killer.row(sum)).toEqual({ total: 1 })
  })

  test('just before COMMIT leaves its outcome unknown or repeats it, and never counts twice', async () => {
    let tries = 0
    const outcome = await victim
      .transaction(async (tx) => {
        tries += 1
        await tx.count(raise, [1, 1])
        const own = await tx.row(ownPid)
        if (tries === 1) await killer.row(kill, [own?.pid])
      })
      .then(() => 'committed')
      .catch((error: unknown) => error)
    const total = (await killer.row(sum))?.total
    if (outcome === 'committed') expect(total).toBe(1)
    else {
      expect(outcome).toBeInstanceOf(CommitUnknown)
      expect(total).toBe(0)
    }
  })

  test('while what nobody waits for is at work, COMMIT behind it: the transaction is repeated and counts once', async () => {
    const slow = statement('test.slow-write', 'update probe set n = n + 1 from pg_sleep($1) where id = 1')
    let tries = 0
    await victim.transaction(async (tx) => {
      tries += 1
      const own = await tx.row(ownPid)
      tx.write(slow, [tries === 1 ? 2 : 0])
      if (tries === 1) setTimeout(() => void killer.row(kill, [own?.pid]), 300)
    })
    expect(tries).toBe(2)
    expect(await killer.row(sum)).toEqual({ total: 1 })
  })

  test('while idle in the pool is not noticed by the next call', async () => {
    await Promise.all([1, 2, 3, 4].map((id) => victim.count(raise, [id, 1])))
    expect((await killer.row(killAll))?.killed).toBe(4)
    const read4 = await Promise.all([1, 2, 3, 4].map((id) => victim.row(read, [id])))
    expect(read4).toEqual([1, 2, 3, 4].map(() => ({ n: 1 })))
  })

  test('again and again under 200 transfers: money is neither made nor lost, and the process lives', async () => {
    let done = false
    let killed = 0
    const killing = (async () => {
      while (!done) {
        killed += (await killer.row(killAll))?.killed ?? 0
        await killer.row(statement('test.breath', 'select pg_sleep(0.015)'))
      }
    })()
    const failed: unknown[] = []
    const transfer = async (nth: number) => {
      const from = 1 + (nth % 10)
      const to = 1 + ((nth * 7 + 3) % 10)
      await victim
        .transaction(async (tx) => {
          await tx.count(raise, [Math.min(from, to), from < to ? -1 : 1])
          await tx.count(raise, [Math.max(from, to), from < to ? 1 : -1])
        })
        .catch((error: unknown) => failed.push(error))
    }
    for (let round = 0; round < 50; round += 1) {
      await Promise.all([0, 1, 2, 3].map((lane) => transfer(round * 4 + lane)))
    }
    done = true
    await killing
    expect(killed).toBeGreaterThan(0)
    expect(await killer.row(sum)).toEqual({ total: 0 })
    // what was not repeated said so in words the caller can act on
    expect(failed.filter((error) => !(error instanceof Error && /Unknown|Unavailable/.test(error.name)))).toEqual([])
  })
})

describe('an answer lost on the wire', () => {
  let proxy: DatabaseProxy
  let far: Database
  beforeEach(async () => {
    proxy = await startProxy(db.url)
    far = createDatabase({ url: proxy.url, max: 2, log: silent })
    await far.row(ownPid)
    return async () => {
      await far.end()
      await proxy.close()
    }
  })

  test('of COMMIT: CommitUnknown, and reading back finds it done', async () => {
    let tries = 0
    const failure = far.transaction(async (tx) => {
      tries += 1
      await tx.count(raise, [1, 1])
      proxy.swallowAnswerTo('commit\0')
    })
    await expect(failure).rejects.toThrow(CommitUnknown)
    expect(tries).toBe(1)
    proxy.heal()
    expect(await far.row(read, [1])).toEqual({ n: 1 })
  })

  test.each(['08P01', '57P01'])(
    'of COMMIT behind what nobody waits for, with the last word %s of a pooler: CommitUnknown, and nothing is done twice',
    async (code) => {
      const fields = ['SFATAL', 'VFATAL', `C${code}`, 'Mserver conn crashed?', ''].map((field) => `${field}\0`).join('')
      const last = Buffer.from(`E\0\0\0\0${fields}`)
      last.writeInt32BE(last.length - 1, 1)
      let tries = 0
      const failure = far.transaction(async (tx) => {
        tries += 1
        await tx.row(ownPid)
        tx.write(raise, [1, 1])
        proxy.swallowAnswerTo('commit\0', last)
      })
      await expect(failure).rejects.toThrow(CommitUnknown)
      expect(tries).toBe(1)
      proxy.heal()
      expect(await far.row(read, [1])).toEqual({ n: 1 })
    },
  )

  test('of a single change: CommitUnknown, and reading back finds it done', async () => {
    const change = statement('test.change-one', 'update probe set n = n + 1 where id = 1')
    proxy.swallowAnswerTo('test.change-one')
    await expect(far.count(change)).rejects.toThrow(CommitUnknown)
    proxy.heal()
    expect(await far.row(read, [1])).toEqual({ n: 1 })
  })

  test('of a statement before COMMIT: all is repeated and counts once', async () => {
    let tries = 0
    await far.transaction(async (tx) => {
      tries += 1
      await tx.count(raise, [1, 1])
      if (tries === 1) proxy.swallowAnswerTo('test.read')
      else proxy.heal()
      await tx.row(read, [1])
    })
    expect(tries).toBe(2)
    expect(await far.row(read, [1])).toEqual({ n: 1 })
  })

  test('of a read: it is asked again', async () => {
    proxy.swallowAnswerTo('test.read')
    const answer = far.row(read, [1])
    await killer.row(statement('test.moment', 'select pg_sleep(0.01)'))
    proxy.heal()
    expect(await answer).toEqual({ n: 0 })
  })
})
