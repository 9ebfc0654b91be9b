import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { Database, Tx } from '#server/db/database.ts'
import { checkStage, type LineFault } from './import-check-store.ts'
import { readLines } from './import-lines.ts'
import { loadStage, recordCatalogImport } from './import-load-store.ts'
import { countriesOf, type ImportScope, parseLine, rowsOf } from './import-rows.ts'
import { closeStage, openStage, type StagedRow, type StageKind, stageKinds, stageRows } from './import-stage-store.ts'

export type ImportOptions = ImportScope & {
  /** Path of a JSON Lines file (docs/reference/catalog-import.md). */
  readonly file: string
  /** Takes the good lines of a file that has bad ones; without it such a file changes nothing. */
  readonly skipBadLines?: boolean
  /** Lines that were found bad before: their pictures were refused. */
  readonly refused?: ReadonlyMap<number, readonly LineFault[]>
}

/** What became of a file. Lines are counted without empty ones: lines = changed + unchanged + outside + skipped. */
export type ImportReport = {
  /** False when the file has bad lines and they were not to be skipped: nothing was taken over. */
  readonly isTaken: boolean
  readonly lines: number
  readonly changed: number
  readonly unchanged: number
  /** Lines of another brand than asked for, and places of another country. */
  readonly outside: number
  /** Bad lines left out. */
  readonly skipped: number
  /** Bad lines in all; `faults` names the first of them. */
  readonly badLines: number
  readonly faults: readonly LineFault[]
}

/** Rows that go to the database at once. */
const batch = 1000
/** Faults named in the report. */
const named = 200

class Refused extends Error {
  readonly report: ImportReport
  constructor(report: ImportReport) {
    super('the file has bad lines')
    this.report = report
  }
}

/**
 * Takes a catalogue file over in one transaction: lines are checked by the schema as they are read and staged in batches,
 * the staged rows are checked against one another and the shop, and what differs is loaded. The same file again changes
 * nothing. Stock is never set below what orders hold. Memory does not grow with the file.
 */
export async function importCatalog(database: Database, options: ImportOptions): Promise<ImportReport> {
  try {
    return await database.transaction((tx) => importInto(tx, options))
  } catch (error) {
    if (error instanceof Refused) return error.report
    throw error
  }
}

async function importInto(tx: Tx, options: ImportOptions): Promise<ImportReport> {
  await openStage(tx)
  const stage = createStage(tx)
  const faults = createFaults()
  const sha256 = createHash('sha256')
  let lines = 0
  let outside = 0
  let last = 0
  for await (const piece of readLines(options.file, (bytes) => sha256.update(bytes))) {
    for (const { line, text } of piece) {
      lines += 1
      last = line
      const parsed = parseLine(line, text)
      const before = options.refused?.get(line) ?? []
      faults.add(before)
      if ('faults' in parsed) {
        faults.add(parsed.faults)
        continue
      }
      if (before.length > 0) continue
      const rows = rowsOf(line, parsed.record, options)
      if (rows.length === 0 || rows[0]?.[1].in_scope === false) outside += 1
      stage.put(rows)
    }
    await stage.flush(batch)
  }
  await stage.flush(1)
  await closeStage(tx)
  faults.add(await checkStage(tx))
  const skipped = faults.count()
  const report = { lines, outside, badLines: skipped, faults: faults.first() }
  if (skipped > 0 && options.skipBadLines !== true) {
    throw new Refused({ ...report, isTaken: false, changed: 0, unchanged: 0, skipped: 0 })
  }
  const changed = await loadStage(tx, last, countriesOf(options))
  if (changed > 0) {
    await recordCatalogImport(tx, {
      name: basename(options.file),
      sha256: sha256.digest('hex'),
      lines,
      changed,
      skipped,
    })
  }
  return { ...report, isTaken: true, changed, unchanged: lines - changed - outside - skipped, skipped }
}

function createStage(tx: Tx) {
  const waiting = new Map<StageKind, StagedRow[]>(stageKinds.map((kind) => [kind, []]))
  return {
    put(rows: readonly (readonly [StageKind, StagedRow])[]): void {
      for (const [kind, row] of rows) waiting.get(kind)?.push(row)
    },
    /** Sends the kinds of which at least `least` rows wait. */
    async flush(least: number): Promise<void> {
      for (const [kind, rows] of waiting) {
        if (rows.length < least) continue
        waiting.set(kind, [])
        await stageRows(tx, kind, rows)
      }
    },
  }
}

function createFaults() {
  const lines = new Set<number>()
  const first: LineFault[] = []
  return {
    add(faults: readonly LineFault[]): void {
      for (const fault of faults) {
        lines.add(fault.line)
        if (first.length < named) first.push(fault)
      }
    },
    count: () => lines.size,
    first: () => first.sort((a, b) => a.line - b.line),
  }
}
