import { setTimeout as sleep } from 'node:timers/promises'
import { CommitUnknown, DatabaseUnavailable } from '#server/db/database.ts'
import type { DatabaseLog } from '#server/db/database-log.ts'
import { faultOf, sqlState } from '#server/db/faults.ts'
import { growingPauseMs } from '#server/db/growing-pause.ts'

/** The database is there and lets us not in, or has no database of that name: waiting would not help. */
export class DatabaseRefuses extends Error {
  override name = 'DatabaseRefuses'
}

/**
 * Does `work`, which may be done again, once the database is there: while it is away it waits with growing pauses and says
 * so each time.
 * @throws DatabaseRefuses for a wrong password or a missing database, and whatever else is no outage
 */
export async function whenDatabaseAnswers<Result>(work: () => Promise<Result>, log: DatabaseLog): Promise<Result> {
  for (let nth = 1; ; nth += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isAway(error)) throw refusalOf(error) ?? error
      const pauseMs = Math.round(growingPauseMs(nth))
      log.warn({ tries: nth, pauseMs, reason: reasonOf(error) }, 'the database is away: the start waits for it')
      await sleep(pauseMs)
    }
  }
}

function isAway(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable || error instanceof CommitUnknown) return refusalOf(error) === null
  const fault = faultOf(error)
  return fault === 'cut' || fault === 'busy'
}

/** 28: who we say we are is not believed; 3D: no such database. */
function refusalOf(error: unknown): DatabaseRefuses | null {
  if (!/^(28|3D)/.test(sqlState(error) ?? '')) return null
  return new DatabaseRefuses(`The database says: ${innermost(error).message} (see DATABASE_URL)`, { cause: error })
}

function reasonOf(error: unknown): string {
  // two addresses that both refuse are one error without words
  return innermost(error).message || (sqlState(error) ?? 'no answer')
}

function innermost(error: unknown): Error {
  let inner = error instanceof Error ? error : new Error(String(error))
  while (inner.cause instanceof Error) inner = inner.cause
  return inner
}
