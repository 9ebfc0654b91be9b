import type { Database } from '#server/db/database.ts'
import { endRun, finishSlice } from './import-applying.ts'
import { ImportRefused } from './import-errors.ts'
import { atWork, createStretches, nameOf } from './import-messages.ts'
import { readLinesLeft } from './import-plan-store.ts'
import { type CatalogRun, moveRun, readOpenRun, runStep, whileAlone } from './import-run-store.ts'
import { emptyStage } from './import-stage-store.ts'

/**
 * Ends the run that was cut off and keeps what was taken over of it, which is made whole first; says so, and which lines were
 * not. Again it says that there is nothing to end.
 * @throws ImportRefused while a process is at work on it
 */
export async function abandonRun(database: Database, say: (text: string) => void): Promise<void> {
  const done = await whileAlone(database, () => endOpenRun(database, say))
  if (done === null) throw new ImportRefused(atWork(await readOpenRun(database)))
}

async function endOpenRun(database: Database, say: (text: string) => void): Promise<void> {
  const run = await readOpenRun(database)
  if (run === undefined) return say('No import is open: there is nothing to end.')
  if (run.state !== 'applying' || run.atSlice < 0) {
    await runStep(database, run.runId, limits, (tx, now) => moveRun(tx, now, { state: 'failed', atLine: 0 }))
    say(`${nameOf(run)} is ended. Nothing of it was taken over.`)
  } else {
    await finishSlice(database, run.runId)
    await tellLinesLeft(database, run, say)
    const taken = await endRun(database, run.runId, 'failed')
    say(`${nameOf(run)} is ended: ${taken} of ${run.changed} changed lines were taken over.`)
  }
  await emptyStage(database)
}

async function tellLinesLeft(database: Database, { atSlice }: CatalogRun, say: (text: string) => void): Promise<void> {
  let isFirst = true
  const stretches = createStretches(say)
  for await (const lines of readLinesLeft(database, atSlice)) {
    if (isFirst && lines.length > 0) say('These lines were not taken over:')
    isFirst = false
    for (const line of lines) stretches.add(line)
  }
  stretches.end()
}

const limits = { statementMs: 60_000, lockMs: 60_000, isSlice: false }
