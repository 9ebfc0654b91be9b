import { createHash } from 'node:crypto'
import type { Database } from '#server/db/database.ts'
import { type LineFault, noteFaults } from './import-check-store.ts'
import { ImportRefused } from './import-errors.ts'
import { type NumberedLine, readLines } from './import-lines.ts'
import { changedMeanwhile } from './import-messages.ts'
import { type ImportScope, parseLine, rowsOf } from './import-rows.ts'
import { type CatalogRun, moveRun, runStep } from './import-run-store.ts'
import { type StagedRow, type StageKind, stageKinds, stageRows } from './import-stage-store.ts'

/** Lines of a file as they go to the database at once; a batch of long ones is smaller. */
const batch = { lines: 1000, characters: 4_000_000 }
const limits = { statementMs: 60_000, lockMs: 60_000, isSlice: false }

/** What a file is known by, and how many lines it has without empty ones. Every line can be read. */
export async function surveyFile(file: string): Promise<{ readonly sha256: string; readonly lines: number }> {
  const sha256 = createHash('sha256')
  let lines = 0
  for await (const piece of readLines(file, (bytes) => sha256.update(bytes))) lines += piece.length
  return { sha256: sha256.digest('hex'), lines }
}

export type StagingOptions = ImportScope & {
  readonly file: string
  readonly refused?: ReadonlyMap<number, readonly LineFault[]>
}

type Batch = {
  readonly rows: Map<StageKind, StagedRow[]>
  readonly faults: LineFault[]
  lines: number
  outside: number
  characters: number
}

const emptyBatch = (): Batch => ({
  rows: new Map(stageKinds.map((kind) => [kind, []])),
  faults: [],
  lines: 0,
  outside: 0,
  characters: 0,
})

/**
 * Puts the lines of the run's file on the stage that are not there yet, batch by batch.
 * @throws ImportRefused when it is another file by now: the run is over, and nothing of it is taken
 */
export async function stageFile(database: Database, run: CatalogRun, options: StagingOptions): Promise<void> {
  let waiting = emptyBatch()
  let at = 0
  let begunAt = performance.now()
  const send = async (isLast: boolean) => {
    const sent = waiting
    waiting = emptyBatch()
    await runStep(database, run.runId, limits, async (tx, now) => {
      if (now.state !== 'staging' || now.atLine !== at - sent.lines) throw new Error(`run ${run.runId} is elsewhere`)
      for (const [kind, rows] of sent.rows) await stageRows(tx, kind, rows)
      await noteFaults(tx, sent.faults)
      await moveRun(tx, now, {
        state: isLast ? 'staged' : 'staging',
        atLine: at,
        outside: now.outside + sent.outside,
        workedMs: now.workedMs + performance.now() - begunAt,
      })
    })
    begunAt = performance.now()
  }
  const sha256 = createHash('sha256')
  for await (const piece of readLines(options.file, (bytes) => sha256.update(bytes))) {
    for (const line of piece) {
      at += 1
      if (at <= run.atLine) continue
      put(waiting, line, options)
      if (waiting.lines >= batch.lines || waiting.characters >= batch.characters) await send(false)
    }
  }
  if (sha256.digest('hex') !== run.sha256) {
    await runStep(database, run.runId, limits, (tx, now) => moveRun(tx, now, { state: 'failed', atLine: 0 }))
    throw new ImportRefused(changedMeanwhile(run))
  }
  await send(true)
}

function put(waiting: Batch, { line, text }: NumberedLine, { refused, ...scope }: StagingOptions): void {
  waiting.lines += 1
  waiting.characters += text.length
  const parsed = parseLine(line, text)
  const before = refused?.get(line) ?? []
  waiting.faults.push(...before)
  if ('faults' in parsed) {
    waiting.faults.push(...parsed.faults)
    return
  }
  if (before.length > 0) return
  const rows = rowsOf(line, parsed.record, scope)
  if (rows.length === 0 || rows[0]?.[1].in_scope === false) waiting.outside += 1
  for (const [kind, row] of rows) waiting.rows.get(kind)?.push(row)
}
