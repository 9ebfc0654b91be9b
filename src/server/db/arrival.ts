import { setTimeout as sleep } from 'node:timers/promises'
import { CommitUnknown, DatabaseUnavailable } from '#server/db/database.ts'
import type { DatabaseLog } from '#server/db/database-log.ts'
import { faultOf, sqlState } from '#server/db/faults.ts'
import { growingPauseMs } from '#server/db/growing-pause.ts'

/** The database is there and lets us not in, or has no database of that name, or was waited for long enough: waiting on would not help. */
export class DatabaseRefuses extends Error {
  override name = 'DatabaseRefuses'
}

export type ArrivalOptions = {
  readonly log: DatabaseLog
  /** The start ends when the database is away for so long, seconds; 0: it waits for ever. */
  readonly waitSeconds?: number
  /** Told when it turns out to be away, and when the work was done after all. */
  readonly onAway?: (isAway: boolean) => void
}

/** With this longest pause and a second or two for the start itself, a shop serves 6 s after its database has come. */
const maxPauseMs = 3_000

/**
 * Does `work`, which may be done again, once the database is there: while it is away it waits with growing pauses and says
 * so each time.
 * @throws DatabaseRefuses for a wrong password or a missing database, when it was waited for long enough, and whatever else is no outage
 */
export async function whenDatabaseAnswers<Result>(
  work: () => Promise<Result>,
  { log, waitSeconds = 0, onAway = () => undefined }: ArrivalOptions,
): Promise<Result> {
  const began = performance.now()
  for (let nth = 1; ; nth += 1) {
    try {
      const result = await work()
      onAway(false)
      return result
    } catch (error) {
      if (!isAway(error)) throw refusalOf(error) ?? error
      onAway(true)
      const leftMs = waitSeconds === 0 ? Number.POSITIVE_INFINITY : began + waitSeconds * 1_000 - performance.now()
      if (leftMs <= 0) throw tooLong(waitSeconds, error)
      const pauseMs = Math.round(Math.min(growingPauseMs(nth, maxPauseMs), leftMs))
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

function tooLong(seconds: number, error: unknown): DatabaseRefuses {
  const text = `The database did not answer within ${seconds} s (DATABASE_WAIT_SECONDS): ${reasonOf(error)}`
  return new DatabaseRefuses(text, { cause: error })
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
