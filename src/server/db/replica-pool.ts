import type pg from 'pg'
import { columnTypes } from '#server/db/column-types.ts'
import { end, initSession, run, runFirst } from '#server/db/connection.ts'
import type { Statement, Value } from '#server/db/database.ts'
import { faultOf } from '#server/db/faults.ts'
import { HostPool } from '#server/db/host-choice.ts'
import { forReading } from '#server/db/hosts.ts'
import { usualLimits } from '#server/db/session-settings.ts'

/** A statement as it is asked. */
export type StatementRequest<Row> = { readonly statement: Statement<Row>; readonly values?: readonly Value[] }

/** What one read of a replica answered. */
export type MarkedAnswer<Mark> = {
  /** What the server says of itself, as of the very moment of the answer. */
  readonly mark: Mark | undefined
  readonly answer: pg.QueryResult<pg.QueryResultRow> | null
  /** Which server it was, as in 'db2:5432'. */
  readonly server: string
  /** Turns from this server: where there are others, what is asked next is asked of another one. */
  turnFrom(): void
}

/** Connections to servers that are only read from. Nothing is asked twice: who asks has another server to ask. */
export type ReplicaPool = {
  /**
   * Asks a server what it is, and what one wants of it, both as of one moment: in one write, in one transaction.
   * @throws what either failed with, and that there was no connection
   */
  read<Mark>(mark: StatementRequest<Mark>, wanted?: StatementRequest<unknown>): Promise<MarkedAnswer<Mark>>
  end(): Promise<void>
}

export type ReplicaPoolOptions = {
  /** Of one server or several, any of which will do. */
  readonly url: string
  /** Connections at most. */
  readonly max: number
  readonly isPrepared: boolean
  readonly applicationName: string
  /** What the server holds a statement to, milliseconds. */
  readonly statementTimeoutMs?: number
}

/** So long one waits for a connection, milliseconds: there is another server to ask. */
const waitMs = 1_000
/** An answer that is so much later than the server's own limit does not come: the network has gone silent. */
const silenceMs = 500

/** Nothing is connected before the first read. */
export function createReplicaPool(options: ReplicaPoolOptions): ReplicaPool {
  const { url, max, isPrepared, applicationName, statementTimeoutMs = usualLimits.statement_timeout } = options
  const limits = {
    ...usualLimits,
    statement_timeout: statementTimeoutMs,
    transaction_timeout: Math.max(usualLimits.transaction_timeout, statementTimeoutMs + silenceMs),
  }
  // not all processes read from the first
  const pool = new HostPool(forReading(url, Math.floor(Math.random() * 1_000)), {
    ...{ max, application_name: applicationName, query_timeout: statementTimeoutMs + silenceMs },
    ...{ connectionTimeoutMillis: waitMs, idleTimeoutMillis: 60_000 },
    ...{ keepAlive: true, keepAliveInitialDelayMillis: 10_000, pipeline: true, types: columnTypes },
    // a pooler here keeps the session: what a transaction is asked is asked of one server in any case
    onConnect: (client) => initSession(client, limits, { isTransactionPooled: false, isPrepared }, true),
  })
  // who asks next is told
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('error', (_error, client) => pool.hosts.renew(client))
  let ending: Promise<void> | undefined

  return {
    async read<Mark>(mark: StatementRequest<Mark>, wanted?: StatementRequest<unknown>) {
      const client = await pool.connect()
      const [marked, answered, over] = await Promise.allSettled([
        runFirst(client, mark.statement, mark.values),
        wanted === undefined ? null : run(client, wanted.statement, wanted.values),
        end(client, 'commit'),
      ])
      const failed = [marked, answered, over].find((each) => each.status === 'rejected')
      if (failed !== undefined) {
        const fault = faultOf(failed.reason)
        if (fault === 'cut') pool.hosts.renew(client)
        client.release(fault === 'cut' || fault === 'stale' || over.status === 'rejected')
        throw failed.reason
      }
      client.release()
      const rows = marked.status === 'fulfilled' ? marked.value.rows : []
      return {
        mark: rows[0] as Mark | undefined,
        answer: answered.status === 'fulfilled' ? answered.value : null,
        server: `${client.host}:${client.port}`,
        turnFrom: () => pool.hosts.turnFrom(client),
      }
    },
    end() {
      ending ??= pool.end()
      return ending
    },
  }
}
