import type { Database, Sql } from '#server/db/database.ts'
import type { Log } from '#server/http/context.ts'
import type { Metrics } from '#server/http/ops/metrics.ts'
import type { OrderDeps } from '#server/order/order-deps.ts'
import { checkRound, endRound } from './books-round.ts'
import { countBreaches, noteDoneRound, noteFailedRound } from './guard-round-store.ts'

/** Checks the books round by round, and says when it cannot (SAFE-64). */
export type BooksGuard = {
  /** One round; passed over while one is at work, and for as long after it as it took. Throws nothing. */
  round(): Promise<void>
}

type GuardParts = {
  readonly database: Database
  readonly log: Log
  readonly alarm: OrderDeps['alarm']
  /** Where the checks run: a connection with a limit of its own, beside those of the web. */
  readonly books: Sql
  readonly metrics: Pick<Metrics, 'gauge'>
  readonly now?: () => number
}

/** From the second failed round on a person is told: the first may be an outage that passes. */
const failedRoundsReported = 2

export function createBooksGuard(parts: GuardParts): BooksGuard {
  const { database, log, alarm, books, metrics, now = () => performance.now() } = parts
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

  async function check(): Promise<void> {
    const began = now()
    const round = await checkRound(books)
    const tookMs = now() - began
    restsUntil = now() + tookMs
    for (const breach of round.breaches) {
      log.error(breach, 'an invariant is broken')
      await alarm(database, breach.invariant, breach.key ?? '', breach)
    }
    await endRound(database, round)
    await noteDoneRound(database, Math.round(tookMs))
    failed = 0
    failedRounds(0)
    breaches(await countBreaches(database))
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
