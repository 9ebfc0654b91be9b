import type pg from 'pg'
import type { DatabaseLog } from '#server/db/database-log.ts'
import { HostPool } from '#server/db/host-choice.ts'
import { databaseHosts } from '#server/db/hosts.ts'

export type JobPoolOptions = {
  readonly url: string
  readonly max: number
  /** How long a statement is waited for, milliseconds; 0: for ever. */
  readonly answerMs?: number
  readonly log: DatabaseLog
}

/**
 * The connections of the job library. Its own pool takes its listeners away before it ends, so that a connection cut
 * meanwhile would end the process; and it has no limit on a wire that has gone silent. Ours keeps its listeners for life.
 */
export function createJobPool({ url, max, answerMs = 10_000, log }: JobPoolOptions): pg.Pool {
  const hasOthers = (databaseHosts(url)?.urls.length ?? 1) > 1
  const pool = new HostPool(url, {
    // a server that takes no writes any more need not cut anybody: the library is not told, so it is looked at anew each minute
    maxLifetimeSeconds: hasOthers ? 60 : 0,
    max,
    application_name: 'cartwright-jobs',
    connectionTimeoutMillis: 5_000,
    query_timeout: answerMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // a statement without an answer takes its connection with it
    pipeline: true,
  })
  const tell = (error: Error) => log.warn({ reason: error.message }, 'a connection of the jobs was cut')
  pool.on('error', tell)
  pool.on('connect', (client) => {
    client.on('error', (error) => {
      pool.hosts.renew(client)
      tell(error)
    })
  })
  return pool
}
