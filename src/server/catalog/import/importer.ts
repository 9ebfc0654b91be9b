import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#server/db/database.ts'
import { applySlices, endRun } from './import-applying.ts'
import { checkStage, type LineFault, readFaults } from './import-check-store.ts'
import { ImportRefused } from './import-errors.ts'
import { atWork, inTheWay } from './import-messages.ts'
import { planSlices } from './import-plan-store.ts'
import { countriesOf, type ImportScope } from './import-rows.ts'
import {
  beginRun,
  type CatalogRun,
  moveRun,
  readLastRun,
  readOpenRun,
  runStep,
  whileAlone,
} from './import-run-store.ts'
import { analyzeStage, emptyStage } from './import-stage-store.ts'
import { stageFile, surveyFile } from './import-staging.ts'

export type ImportOptions = ImportScope & {
  /** Path of a JSON Lines file (docs/reference/catalog-import.md). */
  readonly file: string
  /** Takes the good lines of a file that has bad ones; without it such a file changes nothing. */
  readonly skipBadLines?: boolean
  /** Lines that were found bad before: their pictures were refused. */
  readonly refused?: ReadonlyMap<number, readonly LineFault[]>
  /** Waits for the import of another process instead of being refused. */
  readonly waits?: boolean
  /** Told of a run that goes on where it was cut off. */
  readonly onResume?: (run: CatalogRun) => void
}

/** What became of a file. Lines are counted without empty ones: lines = changed + unchanged + outside + skipped. */
export type ImportReport = {
  /** False when the file has bad lines and they were not to be skipped: nothing was taken over. */
  readonly isTaken: boolean
  readonly lines: number
  readonly changed: number
  /** Of the changed ones those that were done before the run was cut off and went on. */
  readonly changedBefore: number
  readonly unchanged: number
  /** Lines of another brand than asked for, and places of another country. */
  readonly outside: number
  /** Bad lines left out. */
  readonly skipped: number
  /** Bad lines in all; `faults` names the first of them. */
  readonly badLines: number
  readonly faults: readonly LineFault[]
}

const wholeLimits = { statementMs: 0, lockMs: 10 * 60_000, isSlice: false }

/**
 * Takes a catalogue file over: lines are checked by the schema as they are read and staged, the staged rows are checked
 * against one another and the shop, and what differs is taken over slice by slice, each a transaction with whole products. The
 * same file again changes nothing. A run that was cut off goes on with the same file. Stock is never set below what orders
 * hold. Memory does not grow with the file.
 * @throws ImportRefused while there is another run
 */
export async function importCatalog(database: Database, options: ImportOptions): Promise<ImportReport> {
  const file = await surveyFile(options.file)
  for (;;) {
    const done = await whileAlone(database, () => runFile(database, options, file))
    if (done !== null) return done.result
    if (options.waits !== true) throw new ImportRefused(atWork(await readOpenRun(database)))
    await sleep(200)
  }
}

type Surveyed = { readonly sha256: string; readonly lines: number }

async function runFile(database: Database, options: ImportOptions, file: Surveyed): Promise<ImportReport> {
  const before = await readOpenRun(database)
  const run = before ?? (await startRun(database, options, file))
  if (run.sha256 !== file.sha256 || run.options !== wordsOf(options)) {
    throw new ImportRefused(inTheWay(run, run.sha256 === file.sha256))
  }
  if (before !== undefined) options.onResume?.(before)
  if (run.state === 'staging') await stageFile(database, run, options)
  if (run.state !== 'applying') await planRun(database, run.runId, options)
  if ((await readOpenRun(database)) !== undefined) {
    await applySlices(database, run.runId, countriesOf(options))
    await endRun(database, run.runId, 'done')
  }
  const report = await reportOf(database, run)
  await emptyStage(database)
  return report
}

/** The words of the command for what of a file is wanted. */
function wordsOf({ brand, country, skipBadLines }: ImportOptions): string {
  const words = [brand && `--brand ${brand}`, country && `--country ${country}`, skipBadLines && '--skip-bad-lines']
  return words.filter((word) => typeof word === 'string').join(' ')
}

async function startRun(database: Database, options: ImportOptions, file: Surveyed): Promise<CatalogRun> {
  await emptyStage(database)
  return beginRun(database, { fileName: basename(options.file), options: wordsOf(options), ...file })
}

/** Checks what is staged, and deals what differs out to slices; nothing of a bad file is taken. */
function planRun(database: Database, runId: number, options: ImportOptions): Promise<void> {
  return runStep(database, runId, wholeLimits, async (tx, run) => {
    await analyzeStage(tx)
    await checkStage(tx)
    const { badLines } = await readFaults(tx)
    if (badLines > 0 && options.skipBadLines !== true) return moveRun(tx, run, { state: 'failed' })
    const { changed, slices } = await planSlices(tx, countriesOf(options))
    const state = changed === 0 ? 'done' : 'applying'
    return moveRun(tx, run, { state, atLine: 0, workedMs: 0, skipped: badLines, changed, slices })
  })
}

async function reportOf(database: Database, begun: CatalogRun): Promise<ImportReport> {
  const { badLines, faults } = await readFaults(database)
  const { state, lines, outside, changed, skipped } = (await readLastRun(database)) ?? begun
  const isTaken = state === 'done'
  return {
    ...{ isTaken, lines, outside, changed, skipped, badLines, faults },
    changedBefore: begun.state === 'applying' ? begun.atLine : 0,
    unchanged: isTaken ? lines - changed - outside - skipped : 0,
  }
}
