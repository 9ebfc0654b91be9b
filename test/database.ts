import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { Wire } from '#server/db/connection.ts'
import type { Database } from '#server/db/database.ts'
import { createDatabase, type DatabaseOptions } from '#server/db/pool.ts'
import { databaseUrl } from '#test/postgres.ts'

export type TestDatabase = {
  readonly database: Database
  readonly url: string
  /** How the shop itself reaches it: as everybody else, or as the role that TEST_ROLE names (OPS-19). */
  readonly shopUrl?: string
  /** What is between the shop and the server there; nothing unless said. */
  readonly wire?: Wire
  /** Closes the pool and removes the database. */
  drop(): Promise<void>
}

/** An empty, migrated database of this test's own. Drop it in afterEach or afterAll. */
export function createTestDatabase(options: Partial<DatabaseOptions> = {}): Promise<TestDatabase> {
  return cloneOf(inject('testPostgres').template, options)
}

/** One that has the test catalogue already. */
export function createStockedDatabase(): Promise<TestDatabase> {
  return cloneOf(inject('testPostgres').stocked, {})
}

/** What a busy machine makes slow is no fault of the test; one that is about such a limit sets its own. */
export const patience = {
  transactionTimeoutMs: 60_000,
  waitMs: 20_000,
  log: { info: () => undefined, warn: () => undefined },
}

async function cloneOf(template: string, options: Partial<DatabaseOptions>): Promise<TestDatabase> {
  const { url: server, run, pooled } = inject('testPostgres')
  const name = `${run}_${randomBytes(5).toString('hex')}`
  await administer(server, `create database ${name} template ${template} strategy file_copy`)
  const url = databaseUrl(server, name)
  const { TEST_ROLE: role, TEST_POOLER: mode } = process.env
  const asRole = role === undefined ? url : roleUrl(url, role)
  const database = createDatabase({ max: 8, applicationName: 'test', ...patience, ...options, url: options.url ?? url })
  return {
    database,
    url,
    shopUrl: pooled === null ? asRole : databaseUrl(pooled, name),
    wire: { isTransactionPooled: mode === 'transaction' || mode === 'unprepared', isPrepared: mode !== 'unprepared' },
    async drop() {
      await database.end()
      await dropDatabase(server, name)
    },
  }
}

/** The same database as one of the product's roles. */
export function roleUrl(url: string, role: string): string {
  const changed = new URL(url)
  changed.username = `cartwright_${role}`
  return changed.href
}

/** The test server itself, for tests that need a database without our tables. */
export async function createEmptyDatabase(): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const { url: server, run } = inject('testPostgres')
  const name = `${run}_${randomBytes(5).toString('hex')}`
  await administer(server, `create database ${name}`)
  return {
    url: databaseUrl(server, name),
    drop: () => dropDatabase(server, name),
  }
}

/** A cleaner of the server's own may be at work in it (autovacuum), whom nobody but a superuser ends; it soon goes by itself. */
async function dropDatabase(url: string, name: string, tries = 50): Promise<void> {
  try {
    await administer(url, `drop database if exists ${name} with (force)`)
  } catch (error) {
    if (tries === 0 || !(error instanceof pg.DatabaseError && error.code === '42501')) throw error
    await new Promise((resolve) => setTimeout(resolve, 100))
    await dropDatabase(url, name, tries - 1)
  }
}

async function administer(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
