import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Sql, statement } from '#server/db/database.ts'
import type { MarkedAnswer, ReplicaPool } from '#server/db/replica-pool.ts'
import { createReplicaReads, type ReplicaReads } from './replica-reads.ts'

const price = statement<{ price: number }>('test.price', 'select price')
const answerOf = (server: Server) => ({ rows: [{ price: server.newest }], rowCount: 1 })

/** What a server has: its newest import is its price. */
type Server = { newest: number; isAway?: boolean; fails?: boolean }

let primary: Server
let replica: Server
/** Which of several a connection leads to. */
let replicas: () => Server
let reads: ReplicaReads
let heardAgoMs: number
let asked: string[]

function serverError(code: string): Error {
  return Object.assign(new pg.DatabaseError(code, 0, 'error'), { code })
}

const pool: ReplicaPool = {
  async read<Mark>(_mark: unknown, wanted?: unknown): Promise<MarkedAnswer<Mark>> {
    const server = replicas()
    if (server.isAway) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    if (server.fails && wanted !== undefined) throw serverError('40001')
    const mark = { isStandby: true, newestImport: server.newest, heardAtMs: Date.now() - heardAgoMs } as Mark
    const answer = wanted === undefined ? null : (answerOf(server) as unknown as pg.QueryResult)
    return { mark, answer, server: 'db2:5432', turnFrom: () => undefined }
  },
  end: async () => undefined,
}
const database: Sql = {
  async rows<Row>({ name }: { readonly name: string }) {
    asked.push(name)
    return answerOf(primary).rows as Row[]
  },
  async row<Row>({ name }: { readonly name: string }) {
    asked.push(name)
    return { newestImport: primary.newest, atMs: Date.now() } as Row
  },
  count: async () => 0,
}

beforeEach(async () => {
  primary = { newest: 1 }
  replica = { newest: 1 }
  replicas = () => replica
  heardAgoMs = 0
  asked = []
  reads = createReplicaReads({ primary: database, pool, log: { info: () => undefined, warn: () => undefined } })
  reads.note({ newestImport: 1, atMs: Date.now(), askedAt: performance.now(), instance: 'one' })
  await isGood()
  asked = []
})
afterEach(() => reads.stop())

const isGood = () => vi.waitFor(() => expect(reads.state().why).toBeNull(), { timeout: 5_000, interval: 10 })
const isRefused = (why: string) =>
  vi.waitFor(() => expect(reads.state().why).toBe(why), { timeout: 5_000, interval: 10 })
const shown = async (sql: Sql = reads.shared) => (await sql.rows(price))[0]?.price

test('SCALE-12: a fresh replica answers alone', async () => {
  expect(await shown()).toBe(1)
  expect(asked).toEqual([])
})

test('SCALE-12: what the primary has shown while the replica was away is not forgotten when it comes back', async () => {
  replica.isAway = true
  expect(await shown()).toBe(1)
  primary.newest = 2
  expect(await shown()).toBe(2)
  replica.isAway = false
  await isRefused('catalogue')
  expect(await shown()).toBe(2)
  replica.newest = 2
  await isGood()
  asked = []
  expect(await shown()).toBe(2)
  expect(asked).toEqual([])
})

test('SCALE-12: nor what it has shown in the place of a statement that the replica cancelled', async () => {
  primary.newest = 2
  replica.fails = true
  expect(await shown()).toBe(2)
  expect(reads.state().why).toBeNull()
  replica.fails = false
  expect(await shown()).toBe(2)
  expect(reads.state().counts.get('failed')).toBe(1)
})

test('SCALE-12: nor what one shopper was shown of it', async () => {
  primary.newest = 2
  expect(await shown(reads.own)).toBe(2)
  expect(await shown()).toBe(2)
})

test('SCALE-12: nor what another replica has shown', async () => {
  primary.newest = 2
  const ahead = { newest: 2 }
  replicas = () => ahead
  expect(await shown()).toBe(2)
  replicas = () => replica
  expect(await shown()).toBe(2)
})

test('SCALE-12: while it is away the primary is asked for nothing but what is wanted', async () => {
  replica.isAway = true
  await isRefused('away')
  asked = []
  for (let nth = 0; nth < 5; nth += 1) await shown()
  expect(asked).toEqual(Array(5).fill('test.price'))
})

test('SCALE-12: imports that a failover lost do not keep it away', async () => {
  reads.know(9)
  expect(await shown()).toBe(1)
  expect(reads.state().why).toBe('catalogue')
  await isGood()
})

test('SCALE-12: an export waits for what was there when it began, and not for ever', async () => {
  heardAgoMs = 2_000
  const began = performance.now()
  setTimeout(() => {
    heardAgoMs = 0
  }, 300)
  await reads.catchUp()
  expect(performance.now() - began).toBeGreaterThan(250)
  expect(reads.state().why).toBeNull()

  heardAgoMs = 60_000
  await reads.catchUp()
  expect(reads.state().why).toBe('lag')
  expect(await shown()).toBe(1)
}, 20_000)
