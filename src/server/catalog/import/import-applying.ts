import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Tx } from '#server/db/database.ts'
import { sqlState } from '#server/db/faults.ts'
import {
  analyzeTaken,
  countLines,
  loadFrame,
  loadNextStock,
  loadProducts,
  recordCatalogImport,
  recordPartOfImport,
} from './import-load-store.ts'
import { type CatalogRun, moveRun, runStep, type StepLimits } from './import-run-store.ts'
import { clearWords, collectWords, readNamedBrands, swapWords } from './import-words-store.ts'

// who has to wait for another lets go of what it holds soon: an order may be waiting for that
const sliceLimits = { statementMs: 60_000, lockMs: 100, isSlice: true }
const wholeLimits = { statementMs: 0, lockMs: 60_000, isSlice: false }
/** So long a step is tried again that finds others in its way. */
const patienceMs = 10 * 60_000
/** Products whose words are collected at once. */
const productsOfWords = 2000
/** From so many changed lines on statistics are made. */
const large = 1000

/** Takes what is left of a run's slices over, each in a transaction: first of its products, then of their stock. */
export async function applySlices(database: Database, runId: number, countries: readonly string[]): Promise<void> {
  const step = stepsOf(database, runId)
  do await finishSlice(database, runId)
  while (await step(sliceLimits, (tx, run, workedMs) => applyNext(tx, run, countries, workedMs)))
}

/** Takes the rest of the stock of a slice over whose products are there. */
export async function finishSlice(database: Database, runId: number): Promise<void> {
  while (await patiently(() => loadNextStock(database, runId)));
}

type Steps = <Result>(
  limits: StepLimits,
  work: (tx: Tx, run: CatalogRun, workedMs: number) => Promise<Result>,
) => Promise<Result>

/** Steps of a run, each tried again while others hold what it needs. */
function stepsOf(database: Database, runId: number): Steps {
  let begunAt = performance.now()
  return async (limits, work) => {
    const result = await patiently(() =>
      runStep(database, runId, limits, (tx, run) => work(tx, run, run.workedMs + performance.now() - begunAt)),
    )
    begunAt = performance.now()
    return result
  }
}

/** Tries again what had to wait for others too long. */
async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  const until = performance.now() + patienceMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (sqlState(error) !== '55P03' || performance.now() > until) throw error
      await sleep(50 + Math.random() * 100)
    }
  }
}

/** The lines of the slice before count as done with the beginning of the next. */
async function applyNext(tx: Tx, run: CatalogRun, countries: readonly string[], workedMs: number): Promise<boolean> {
  const done = run.atLine + (await countLines(tx, run.atSlice))
  const next = run.atSlice + 1
  if (next > run.slices) return false
  if (next === 0) await loadFrame(tx)
  else await loadProducts(tx, next, countries)
  const changed = await countLines(tx, next)
  if (changed > 0) await recordPartOfImport(tx, { ...run, changed })
  await moveRun(tx, run, { atLine: done, atSlice: next, atSku: 0, atLocation: 0, workedMs })
  return true
}

/**
 * Ends a run of which all or a part was taken over: the words of its brands are collected and take the place of the old ones
 * at once, and the catalogue has a new version. Answers how many lines were taken over.
 */
export async function endRun(database: Database, runId: number, state: 'done' | 'failed'): Promise<number> {
  const step = stepsOf(database, runId)
  const brands = await step(wholeLimits, async (tx, run) => {
    if (run.changed > large) await analyzeTaken(tx)
    await clearWords(tx)
    return readNamedBrands(tx)
  })
  for (const brand of brands) {
    let after: string | null = ''
    while (after !== null) {
      const last: string = after
      after = await step(sliceLimits, (tx) => collectWords(tx, brand, last, productsOfWords))
    }
  }
  return step({ ...wholeLimits, lockMs: sliceLimits.lockMs }, async (tx, run) => {
    for (const brand of brands) await swapWords(tx, brand)
    const changed = run.atLine + (await countLines(tx, run.atSlice))
    await recordCatalogImport(tx, { ...run, changed })
    await moveRun(tx, run, { state, atLine: changed })
    return changed
  })
}
