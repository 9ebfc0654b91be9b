import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Call, call } from '#contracts/call.ts'
import { variants } from '#domain/variant.ts'
import { CommitUnknown, type Database, statement } from '#server/db/database.ts'
import { type CallContext, type Handler, isReset } from '#server/http/context.ts'
import { testRates } from '#test/builders/rates.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { idempotentRequest, KeyReused } from './request-keys.ts'
import { driftOf, runHandler } from './run-handler.ts'

const add = statement('test.add', `insert into client_log (level, message) values ('info', $1)`)
const count = statement<{ n: number }>('test.count', 'select count(*)::int as n from client_log where message = $1')

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

const shopperId = '11111111-1111-4111-8111-111111111111'
const request = (key: string, body: unknown = {}) => idempotentRequest(shopperId, key, 'POST /x', body)
const written = async (message: string) => (await db.database.row(count, [message]))?.n
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const context = (database: Database): CallContext => ({
  variant: variants.cb,
  origin: 'http://cb.localhost:3000',
  session: null,
  deviceCookie: undefined,
  shopper: { shopperId, auth: 'guest', guestBefore: null },
  now: new Date('2026-03-02T15:00:00Z'),
  requestId: 'r',
  log: silent,
  text: (key) => key,
  flags: { paymentProvider_EnableAdyen: false, cbhcc_EnableCbhcc: false, oms_UseSharedEngine: false },
  rates: testRates(),
  isApp: false,
  isInternational: false,
  clientAddress: '127.0.0.1',
  seenVersion: null,
  requestKey: null,
  database,
})

/** Writes one row, and says which run it was. */
function writing(message: string, pauseMs = 0): { handler: Handler<Call>; runs: () => number } {
  let runs = 0
  return {
    runs: () => runs,
    handler: {
      kind: 'change',
      async run(_context, _input, tx) {
        runs += 1
        const run = runs
        await tx.count(add, [message])
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
        return { run }
      },
    },
  }
}

describe('OPEN-07, PLAT-15: a request key', () => {
  test('OPEN-07: the same request again gets the first answer and changes nothing', async () => {
    const { handler, runs } = writing('twice')
    const first = await runHandler(handler, context(db.database), {}, request('k1'))
    const second = await runHandler(handler, context(db.database), {}, request('k1'))
    expect(first).toEqual({ kind: 'reply', status: 200, body: { run: 1 } })
    expect(second).toEqual(first)
    expect([runs(), await written('twice')]).toEqual([1, 1])
  })

  test('OPEN-07: a twin at the same time waits for the first answer', async () => {
    const { handler } = writing('twins', 50)
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map(() => runHandler(handler, context(db.database), {}, request('k2'))),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await written('twins')).toBe(1)
  })

  test('OPEN-07: the same key with another body is refused', async () => {
    const { handler } = writing('other')
    await runHandler(handler, context(db.database), {}, request('k3', { a: 1 }))
    await expect(runHandler(handler, context(db.database), {}, request('k3', { a: 2 }))).rejects.toThrow(KeyReused)
    expect(await written('other')).toBe(1)
  })

  test('OPEN-07: a fault is not kept, so the same request may be made again', async () => {
    let runs = 0
    const handler: Handler<Call> = {
      kind: 'change',
      async run(_context, _input, tx) {
        await tx.count(add, ['after a fault'])
        runs += 1
        if (runs === 1) throw new Error('a bug')
        return { run: runs }
      },
    }
    await expect(runHandler(handler, context(db.database), {}, request('k4'))).rejects.toThrow('a bug')
    expect(await runHandler(handler, context(db.database), {}, request('k4'))).toMatchObject({ body: { run: 2 } })
    expect(await written('after a fault')).toBe(1)
  })

  test('OPEN-07: without a key nothing is kept', async () => {
    const { handler } = writing('keyless')
    await runHandler(handler, context(db.database), {}, null)
    await runHandler(handler, context(db.database), {}, null)
    expect(await written('keyless')).toBe(2)
  })

  test('OPEN-07: when the answer to COMMIT is lost, what was done is read back and given', async () => {
    const { handler, runs } = writing('lost')
    const { database } = db
    let lost = false
    const losing: Database = {
      ...database,
      async transaction(work) {
        const result = await database.transaction(work)
        if (lost) return result
        lost = true
        throw new CommitUnknown('the line was cut')
      },
    }
    const answer = await runHandler(handler, context(losing), {}, request('k5'))
    expect(answer).toEqual({ kind: 'reply', status: 200, body: { run: 1 } })
    expect([runs(), await written('lost')]).toEqual([1, 1])
  })

  test('OPEN-07: work with the outside world keeps its answer with its effect', async () => {
    let asked = 0
    const handler: Handler<Call> = {
      kind: 'external',
      async run(_context, _input, once) {
        asked += 1
        const outside = asked
        return once.commit(async (tx) => {
          await tx.count(add, ['external'])
          return { outside }
        })
      },
    }
    await runHandler(handler, context(db.database), {}, request('k6'))
    const again = await runHandler(handler, context(db.database), {}, request('k6'))
    expect(again).toEqual({ kind: 'reply', status: 200, body: { outside: 1 } })
    expect([asked, await written('external')]).toEqual([1, 1])
  })
})

test('OPEN-06: IsReset rolls back what was changed, and its key', async () => {
  let isSecond = false
  const handler: Handler<Call> = {
    kind: 'change',
    async run(_context, _input, tx) {
      await tx.count(add, ['reset'])
      if (isSecond) return { run: 2 }
      isSecond = true
      return isReset
    },
  }
  expect(await runHandler(handler, context(db.database), {}, request('k7'))).toEqual({ kind: 'reset' })
  expect(await written('reset')).toBe(0)
  expect(await runHandler(handler, context(db.database), {}, request('k7'))).toMatchObject({ body: { run: 2 } })
})

test('a reply with a field its schema does not know is named', () => {
  const declared = call({ method: 'GET', path: '/x' }, 'X', {
    input: z.object({}),
    reply: z.object({ line: z.object({ id: z.string() }) }),
  })
  expect(driftOf(declared, { line: { id: 'a' } })).toBeNull()
  expect(driftOf(declared, { line: { id: 'a', secret: 1 } })).toBe('fields beyond the schema: line.secret')
  expect(driftOf(declared, { line: { id: 7 } })).toContain('line.id')
})
