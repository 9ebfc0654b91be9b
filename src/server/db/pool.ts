import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { columnTypes } from '#server/db/column-types.ts'
import { type Answer, initSession, run } from '#server/db/connection.ts'
import {
  CommitUnknown,
  type Database,
  DatabaseUnavailable,
  type Sql,
  type Statement,
  type Tx,
  type Value,
} from '#server/db/database.ts'
import { faultOf, neverSent, sqlState } from '#server/db/faults.ts'
import { isMigrated, migrationFolder } from '#server/db/migrate.ts'
import { readOn } from '#server/db/read-on.ts'
import { sqlOf } from '#server/db/sql.ts'
import { attempt } from '#server/db/transaction.ts'
import type { DatabaseLog } from './database-log.ts'

export type DatabaseOptions = {
  readonly url: string
  /** Connections at most. */
  readonly max?: number
  readonly applicationName?: string
  /** Limits the server holds us to, in milliseconds; 0 is none. */
  readonly statementTimeoutMs?: number
  readonly lockTimeoutMs?: number
  readonly idleInTransactionMs?: number
  readonly transactionTimeoutMs?: number
  /** How long a statement waits for a connection, and how many may wait: a page asks a dozen at once, each short work. */
  readonly waitMs?: number
  readonly waiters?: number
  /** The folder whose migrations `ready` asks for. */
  readonly migrations?: string
  readonly log: DatabaseLog
}

const tries = 3

/**
 * A wait that ends so much later than it may, milliseconds, was for this process: it stood still, as while a large library is
 * loaded or its machine is paused. What the database answered meanwhile lies unread, and timers come before it.
 */
const stalledMs = 500

/** A pool of connections to PostgreSQL behind the Database interface. Nothing is connected before the first call. */
export function createDatabase(options: DatabaseOptions): Database {
  const { url, log, max = 16, waitMs = 2000, waiters = 5000, statementTimeoutMs = 3000 } = options
  const { lockTimeoutMs = 2000, idleInTransactionMs = 5000, transactionTimeoutMs = 10_000 } = options
  const deaths = new WeakMap<pg.ClientBase, Error>()
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: options.applicationName ?? 'cartwright',
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    // the server's limit answers first; this one is for a network that has gone silent
    ...(statementTimeoutMs > 0 ? { query_timeout: statementTimeoutMs + 5000 } : {}),
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    pipeline: true,
    types: columnTypes,
    onConnect: (client) => initSession(client, transactionTimeoutMs),
  })
  // the pool listens to idle connections only: one cut while checked out would end the process
  pool.on('connect', (client) => {
    // the first error is the reason, what follows only says that the connection is gone
    client.on('error', (error) => deaths.has(client) || deaths.set(client, error))
  })
  pool.on('error', (error) =>
    log.warn({ code: sqlState(error), reason: error.message }, 'idle database connection cut'),
  )

  async function checkOut(): Promise<pg.PoolClient> {
    if (pool.waitingCount >= waiters) throw new DatabaseUnavailable(`More than ${waiters} calls wait for the database`)
    let until = performance.now() + waitMs
    let hasStalled = false
    for (;;) {
      try {
        return await pool.connect()
      } catch (error) {
        const isStalled: boolean = !hasStalled && performance.now() > until + stalledMs
        // 57P03: the server is starting up or recovering
        if (!isStalled && (sqlState(error) !== '57P03' || performance.now() > until)) {
          throw new DatabaseUnavailable('No database connection', { cause: error })
        }
        if (isStalled) until = performance.now() + waitMs
        else await sleep(100)
        hasStalled ||= isStalled
      }
    }
  }

  async function once(statement: Statement<unknown>, values: readonly Value[] | undefined): Promise<Answer> {
    for (let nth = 1; ; nth += 1) {
      const client = await checkOut()
      try {
        const answer = await run(client, statement, values)
        client.release()
        return answer
      } catch (error) {
        const fault = faultOf(error)
        client.release(fault === 'cut' || fault === 'stale')
        if (fault === 'other') throw error
        const harmless = fault !== 'cut' || neverSent(error) || readsOnly(statement.text)
        if (!harmless) throw new CommitUnknown(`Connection cut while ${statement.name} ran`, { cause: error })
        if (fault === 'busy' || nth >= tries)
          throw new DatabaseUnavailable(`${statement.name} failed`, { cause: error })
        log.warn({ statement: statement.name, code: sqlState(error), nth }, 'statement repeated')
        await pause(nth)
      }
    }
  }

  async function transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    for (let nth = 1; ; nth += 1) {
      const client = await checkOut()
      const ended = await attempt(client, work, () => deaths.get(client))
      if (ended.kind === 'committed') return ended.result
      if (ended.kind === 'failed') throw ended.error
      if (nth >= tries) throw new DatabaseUnavailable(`Transaction failed ${tries} times`, { cause: ended.error })
      log.warn({ code: sqlState(ended.error), nth }, 'transaction repeated')
      await pause(nth)
    }
  }

  async function reading<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    for (let nth = 1; ; nth += 1) {
      const client = await checkOut()
      try {
        const result = await readOn(client, work)
        client.release()
        return result
      } catch (error) {
        const fault = faultOf(error)
        client.release(fault === 'cut' || fault === 'stale')
        if (fault === 'other' || error instanceof DatabaseUnavailable) throw error
        if (fault === 'busy' || nth >= tries) throw new DatabaseUnavailable('Reads failed', { cause: error })
        log.warn({ code: sqlState(error), nth }, 'reads repeated')
        await pause(nth)
      }
    }
  }

  let migrated = false
  let ending: Promise<void> | undefined
  const sql = sqlOf(once)
  return {
    ...sql,
    transaction,
    reading,
    async ready() {
      try {
        migrated ||= await isMigrated(sql, options.migrations ?? migrationFolder)
        return migrated && (await sql.row(ping)) !== undefined
      } catch {
        return false
      }
    },
    end() {
      ending ??= pool.end()
      return ending
    },
  }
}

const ping: Statement<unknown> = { name: 'database.ping', text: 'select 1' }

/** A cut read may be repeated; a cut write may have happened. */
function readsOnly(text: string): boolean {
  return /^\s*(select|with|values)\b/i.test(text) && !/\b(insert|update|delete|merge|nextval|set_config)\b/i.test(text)
}

/** Jittered, so that two that met do not meet again; long enough at the second for a server that restarts. */
function pause(nth: number): Promise<void> {
  return sleep(nth === 1 ? 5 + Math.random() * 20 : 100 + Math.random() * 100)
}
