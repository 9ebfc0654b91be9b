import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { columnTypes } from '#server/db/column-types.ts'
import { type Answer, initSession, run, type Wire } from '#server/db/connection.ts'
import {
  CommitUnknown,
  type Database,
  DatabaseUnavailable,
  type Statement,
  type Tx,
  type Value,
} from '#server/db/database.ts'
import { createDatabaseCounts } from '#server/db/database-counts.ts'
import { faultOf, isReadOnly, neverSent, sqlState } from '#server/db/faults.ts'
import { HostPool } from '#server/db/host-choice.ts'
import { isMigrated } from '#server/db/migration/applied-migrations.ts'
import { migrationFolder } from '#server/db/migration/migration-files.ts'
import { readsOnly } from '#server/db/reads-only.ts'
import { type SessionLimits, usualLimits } from '#server/db/session-settings.ts'
import { sqlOf } from '#server/db/sql.ts'
import { attempt } from '#server/db/transaction.ts'
import type { DatabaseLog } from './database-log.ts'

export type DatabaseOptions = Partial<Wire> & {
  /** Of one server or several (hosts.ts). */
  readonly url: string
  /** Connections at most. */
  readonly max?: number
  readonly applicationName?: string
  /** Limits the server holds us to, in milliseconds; 0 is none. */
  readonly statementTimeoutMs?: number
  readonly lockTimeoutMs?: number
  readonly idleInTransactionMs?: number
  readonly transactionTimeoutMs?: number
  /** How long an answer is waited for when the network has gone silent, milliseconds; 5 s above the server's own limit unless said. */
  readonly answerMs?: number
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

/**
 * A pool of connections to PostgreSQL behind the Database interface. Nothing is connected before the first call. Where several
 * servers are named all connections lead to one that takes writes; it is chosen anew when it takes none any more.
 */
export function createDatabase(options: DatabaseOptions): Database {
  const { url, log, max = 16, waitMs = 2000, waiters = 5000 } = options
  const { isTransactionPooled = false, isPrepared = true } = options
  const { statementTimeoutMs = usualLimits.statement_timeout } = options
  const limits: SessionLimits = {
    statement_timeout: statementTimeoutMs,
    lock_timeout: options.lockTimeoutMs ?? usualLimits.lock_timeout,
    idle_in_transaction_session_timeout: options.idleInTransactionMs ?? usualLimits.idle_in_transaction_session_timeout,
    transaction_timeout: options.transactionTimeoutMs ?? usualLimits.transaction_timeout,
  }
  const deaths = new WeakMap<pg.ClientBase, Error>()
  const pool = new HostPool(url, {
    max,
    application_name: options.applicationName ?? 'cartwright',
    // the server's limit answers first; this one is for a network that has gone silent
    ...(statementTimeoutMs > 0 ? { query_timeout: options.answerMs ?? statementTimeoutMs + 5000 } : {}),
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    pipeline: true,
    types: columnTypes,
    onConnect: (client) => initSession(client, limits, { isTransactionPooled, isPrepared }),
  })
  // the pool listens to idle connections only: one cut while checked out would end the process
  pool.on('connect', (client) => {
    // the first error is the reason, what follows only says that the connection is gone
    client.on('error', (error) => deaths.has(client) || deaths.set(client, error))
  })
  // a connection that was made for one request serves many: what becomes of it is no line of that one
  const tellCut = AsyncLocalStorage.bind((error: Error) =>
    log.warn({ code: sqlState(error), reason: error.message }, 'idle database connection cut'),
  )
  pool.on('error', (error, client) => {
    pool.hosts.renew(client)
    tellCut(error)
  })

  /** Where the fault of a connection says something of its server, the next connections may be to another one. */
  function lookAgain(client: pg.PoolClient, error: unknown): void {
    if (isReadOnly(error)) pool.hosts.turnFrom(client)
    else if (faultOf(error) === 'cut') pool.hosts.renew(client)
  }

  const counts = createDatabaseCounts()

  async function checkOut(): Promise<pg.PoolClient> {
    if (pool.idleCount > 0) return takeOne()
    const began = performance.now()
    try {
      return await takeOne()
    } finally {
      counts.waited(performance.now() - began)
    }
  }

  async function takeOne(): Promise<pg.PoolClient> {
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
        const over = counts.ask(statement.name)
        const answer = await run(client, statement, values).finally(over)
        client.release()
        return answer
      } catch (error) {
        const fault = faultOf(error)
        lookAgain(client, error)
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
      const ended = await attempt(client, work, counts, () => deaths.get(client))
      if (ended.kind === 'committed') return ended.result
      lookAgain(client, ended.error)
      if (ended.kind === 'failed') throw ended.error
      if (nth >= tries) throw new DatabaseUnavailable(`Transaction failed ${tries} times`, { cause: ended.error })
      log.warn({ code: sqlState(ended.error), nth }, 'transaction repeated')
      await pause(nth)
    }
  }

  let migrated = false
  let ending: Promise<void> | undefined
  const sql = sqlOf(once)
  return {
    ...sql,
    transaction,
    load: () => ({
      ...{ statements: counts.statements, waitedSeconds: counts.waitedSeconds },
      ...{ connections: pool.totalCount, inUse: pool.totalCount - pool.idleCount, waiting: pool.waitingCount },
    }),
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

/** Jittered, so that two that met do not meet again; long enough at the second for a server that restarts. */
function pause(nth: number): Promise<void> {
  return sleep(nth === 1 ? 5 + Math.random() * 20 : 100 + Math.random() * 100)
}
