import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#server/db/database.ts'
import type { Log } from '#server/http/context.ts'
import type { Metrics } from '#server/http/ops/metrics.ts'
import type { OrderDeps } from '#server/order/order-deps.ts'
import { checkChanges } from './books-changes.ts'
import { checkAtOnce, checkSlice } from './books-pass.ts'
import { snapshotOf } from './counters-store.ts'
import { readStart, type Upto } from './guard-changes-store.ts'
import { noteChangesUpto, noteDoneRound, noteFailedRound, notePassAt, readProgress } from './guard-mark-store.ts'
import type { Breach } from './invariants-store.ts'

/** Checks the books round by round, and says when it cannot (SAFE-64, OPS-42). */
export type BooksGuard = {
  /** One round; passed over while one is at work, and for as long after it as it took. Throws nothing. */
  round(): Promise<void>
}

/** How long a round looks at what changed and goes on with its full pass, milliseconds, the pass with its rests. */
export type RoundTimes = { readonly changesMs: number; readonly passMs: number }
/** Of a minute. Half of the pass is rest: it works for ten seconds, and 10 million orders take days and not weeks. */
export const roundTimes: RoundTimes = { changesMs: 40_000, passMs: 20_000 }

type GuardParts = {
  readonly database: Database
  readonly log: Log
  readonly alarm: OrderDeps['alarm']
  /** Where the checks run: a connection with a limit of its own, beside those of the web. */
  readonly books: Database
  readonly metrics: Pick<Metrics, 'gauge'>
  readonly times?: RoundTimes
  readonly now?: () => number
  readonly rest?: (ms: number) => Promise<unknown>
}

/** From the second failed round on a person is told: the first may be an outage that passes. */
const failedRoundsReported = 2

export function createBooksGuard(parts: GuardParts): BooksGuard {
  const { database, log, alarm, metrics, times = roundTimes, now = () => performance.now(), rest = sleep } = parts
  const books = { sql: parts.books, snapshot: snapshotOf(parts.books) }
  const failedRounds = metrics.gauge('books_guard_failed_rounds')
  const breaches = metrics.gauge('books_guard_breaches')
  const seconds = metrics.gauge('books_guard_seconds')
  let isAtWork = false
  let restsUntil = Number.NEGATIVE_INFINITY
  let failed = 0

  async function fail(error: unknown): Promise<void> {
    failed += 1
    failedRounds(failed)
    log.error({ err: error, failed }, 'the guard of the books could not run')
    const why = error instanceof Error ? error.message.slice(0, 500) : 'fault'
    const mark = await noteFailedRound(database, why)
    failed = Math.max(failed, mark.failedRounds)
    failedRounds(failed)
    if (failed >= failedRoundsReported) await alarm(database, 'guard-cannot-run', 'books', { ...mark, why })
  }

  /** Tells of each once in a round, be it in several slices. */
  async function tell(found: readonly Breach[], told: Set<string>): Promise<void> {
    for (const breach of found) {
      const text = JSON.stringify(breach)
      if (told.has(text)) continue
      told.add(text)
      log.error(breach, 'an invariant is broken')
      await alarm(database, breach.invariant, breach.key ?? '', breach)
    }
  }

  /** What changed, slice by slice; what no time is left for is the next round's. */
  async function lookAtChanges(upto: Upto, told: Set<string>): Promise<void> {
    const until = now() + times.changesMs
    for (let after = await readStart(books.sql, upto); ; ) {
      const slice = await checkChanges(books, after)
      await tell(slice.breaches, told)
      await noteChangesUpto(database, slice.upto)
      if (slice.isLast || now() >= until) return
      after = slice.next
    }
  }

  /** Goes on with the full pass, at most to its end; rests after each slice as long as that took. */
  async function passOn(began: number, told: Set<string>): Promise<void> {
    const until = now() + times.passMs
    let { pass } = await readProgress(database)
    while (now() < until) {
      const sliceBegan = now()
      const { breaches: found, next } = await checkSlice(books, pass)
      await tell(found, told)
      const isMine = await notePassAt(database, pass, next, now() - began)
      if (!isMine || next === null) return
      pass = next
      await rest(now() - sliceBegan)
    }
  }

  async function check(): Promise<void> {
    const began = now()
    const told = new Set<string>()
    await tell(await checkAtOnce(books), told)
    await lookAtChanges((await readProgress(database)).upto, told)
    await passOn(began, told)
    const tookMs = now() - began
    restsUntil = now() + tookMs
    const open = await noteDoneRound(database, Math.round(tookMs))
    failed = 0
    failedRounds(0)
    breaches(open)
    seconds(tookMs / 1000)
  }

  return {
    async round() {
      if (isAtWork || now() < restsUntil) return
      isAtWork = true
      try {
        await check().catch(fail)
      } catch (error) {
        log.error({ err: error }, 'the guard of the books could not even say so')
      } finally {
        isAtWork = false
      }
    },
  }
}
