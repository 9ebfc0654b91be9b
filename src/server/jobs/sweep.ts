import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#server/http/context.ts'

/** Removes what is over, so many at most; answers how many it found. */
export type Sweep = (max: number) => Promise<number>

export type SweepOptions = {
  /** By what they are about, for the log. */
  readonly sweeps: { readonly [name: string]: Sweep }
  readonly log: Log
  /** Rows of one slice. */
  readonly max?: number
  /** How long a round may take, milliseconds. */
  readonly maxMs?: number
  readonly now?: () => number
  readonly pause?: (ms: number) => Promise<unknown>
}

/** Small enough that nobody notices its locks. */
const sliceOf = 1_000
/** Shorter than the time between two rounds. */
const roundMs = 40_000

/**
 * Removes slice by slice until each finds less than a slice, one slice of each in turn, so that one that has a lot to do holds up
 * no other. After each slice it rests for as long as that took: visitors wait at most for one. One that fails waits for the next
 * round; so does what is left when time is up, which is told.
 */
export async function sweepRound(options: SweepOptions): Promise<{ readonly removed: { [name: string]: number } }> {
  const { sweeps, log, max = sliceOf, maxMs = roundMs, now = () => performance.now(), pause = sleep } = options
  const until = now() + maxMs
  const removed: { [name: string]: number } = {}
  let left = Object.entries(sweeps)
  while (left.length > 0 && now() < until) {
    const more: typeof left = []
    for (const [name, sweep] of left) {
      const began = now()
      const found = await sliced(sweep, max).catch((error: unknown) => {
        log.error({ err: error, sweep: name }, 'what is over could not be removed')
        return 0
      })
      removed[name] = (removed[name] ?? 0) + found
      if (found >= max) more.push([name, sweep])
      if (found > 0) await pause(now() - began)
    }
    left = more
  }
  if (left.length > 0)
    log.warn({ left: left.map(([name]) => name), removed }, 'not all that is over could be removed in time')
  return { removed }
}

/** A sweep that throws at once fails like one that does so later. */
async function sliced(sweep: Sweep, max: number): Promise<number> {
  return sweep(max)
}
