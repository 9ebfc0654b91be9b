import type { CatalogRun } from './import-run-store.ts'
import type { StoreWord } from './patient-store.ts'

const orEnd = 'or end it and keep what was taken over: npm run catalog:import -- --abandon'

/** 'Run 12 of spring.jsonl'. */
export function nameOf({ runId, fileName }: CatalogRun): string {
  return `Run ${runId} of ${fileName}`
}

/** How far a run is. */
export function progressOf({ state, atLine, lines, changed }: CatalogRun): string {
  if (state === 'staging') return `${atLine} of ${lines} lines read`
  if (state === 'staged') return `${lines} lines read, to be checked`
  return `${atLine} of ${changed} changed lines taken over`
}

/** Another process imports. */
export function atWork(run: CatalogRun | undefined): string {
  if (run === undefined) return 'Another import is at work. Try again when it is over.'
  return `${nameOf(run)} is at work: ${progressOf(run)}. Wait for its end; how far it is: npm run catalog:import -- --status`
}

/** A run that was cut off is not the one of this command. */
export function inTheWay(run: CatalogRun, isSameFile: boolean): string {
  const words = run.options === '' ? 'without options' : `with ${run.options}`
  const how = isSameFile ? `It was begun ${words}: go on with the same words` : 'Go on with its file'
  return `${nameOf(run)} is not over: ${progressOf(run)}. ${how}, ${orEnd}`
}

/** The file of a run was written while it was read. */
export function changedMeanwhile({ fileName }: CatalogRun): string {
  return `${fileName} was changed while it was read. Nothing of it was taken over: give it again when it is whole.`
}

/** What is told of the run that was begun last. */
export function statusOf(run: CatalogRun | undefined, isAtWork: boolean): readonly string[] {
  if (run === undefined) return ['Nothing was ever imported.']
  const begun = `${nameOf(run)}, begun ${timeOf(run.startedAt)}`
  if (run.endedAt !== null) return [`${begun}: ${run.state} ${timeOf(run.endedAt)}.`, `  ${outcomeOf(run)}`]
  const goesOn = isAtWork
    ? 'a process is at work on it'
    : `nobody is at work on it: give its file again to go on, ${orEnd}`
  const options = run.options === '' ? [] : [`  options: ${run.options}`]
  return [`${begun}: ${run.state}.`, `  ${goesOn}`, ...options, `  ${progressOf(run)}`, `  ${restOf(run)}`]
}

function outcomeOf({ state, changed, atLine, skipped, lines }: CatalogRun): string {
  if (state === 'failed' && changed === 0) return `nothing of its ${lines} lines was taken over`
  return `${atLine} of ${changed} changed lines taken over${skipped === 0 ? '' : `, ${skipped} bad lines skipped`}`
}

/** What is left of this state, by the time that the lines before took. */
function restOf({ state, atLine, lines, changed, workedMs }: CatalogRun): string {
  const left = (state === 'applying' ? changed : lines) - atLine
  if (atLine === 0 || state === 'staged') return 'how long it will take is not known yet'
  const what = state === 'applying' ? 'taken over' : 'read'
  return `the rest will be ${what} in about ${durationOf((workedMs / atLine) * left)}`
}

function durationOf(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 1) return 'a minute'
  return minutes < 120 ? `${minutes + 1} minutes` : `${Math.round(minutes / 60)} hours`
}

const timeOf = (at: Date) => at.toISOString().slice(0, 16).replace('T', ' ')

/** Lines of a file as 'line 7' and 'lines 9 to 30', one for each stretch; those that come later may go on with the last one. */
export function createStretches(say: (text: string) => void) {
  let first = 0
  let last = 0
  const end = () => first > 0 && say(first === last ? `  line ${first}` : `  lines ${first} to ${last}`)
  return {
    add(line: number): void {
      if (line !== last + 1 || first === 0) {
        end()
        first = line
      }
      last = line
    },
    end,
  }
}

/** What is said of a store of pictures that is waited for. */
export function storeText(name: string, word: StoreWord): string {
  return word.isAway
    ? `${name} does not answer (${word.why}). The import waits, and goes on when it is back.`
    : `${name} is back; the import goes on.`
}
