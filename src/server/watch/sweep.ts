import { setTimeout as sleep } from 'node:timers/promises'
import { faultOf } from '#server/db/faults.ts'
import type { Log } from '#server/http/context.ts'

/** Removes what is over, so many at most; answers how many it found. */
export type Sweep = (max: number) => Promise<number>

export type SweepOptions = {
  /** By what they are about, for the log. */
  readonly sweeps: { readonly [name: string]: Sweep }
  readonly log: Log
  /** Rows of one batch at most. */
  readonly max?: number
  /** Of one line, where it is less. */
  readonly maxOf?: { readonly [name: string]: number }
  /** How long a round may take, milliseconds. */
  readonly maxMs?: number
  readonly now?: () => number
  readonly pause?: (ms: number) => Promise<unknown>
}

/** What a round did about one line. */
export type Swept = { readonly removed: number; readonly batches: number; readonly tookMs: number }
type Line = { name: string; sweep: Sweep; max: number; size: number; removed: number; batches: number; tookMs: number }

const maxRows = 5_000
/** The first batch of a round, small enough that nobody notices its locks. */
const firstRows = 1_000
const leastRows = 20
/** A batch that takes longer is cut off; the next is smaller long before. */
const slowMs = 100
/** Shorter than the time between two rounds. */
const roundMs = 40_000

/**
 * Removes batch by batch until each line finds less than a batch, one of each in turn, so that one that has a lot to do holds up
 * no other. After each batch it rests for as long as that took: visitors wait at most for one. Batches grow while they are quick
 * and shrink when they are slow or cut off. A line that fails waits for the next round; so does what is left when time is up, which is told.
 */
export async function sweepRound(options: SweepOptions): Promise<{ readonly [name: string]: Swept }> {
  const {
    sweeps,
    log,
    max: maxOfAll = maxRows,
    maxOf = {},
    maxMs = roundMs,
    now = () => performance.now(),
    pause = sleep,
  } = options
  const until = now() + maxMs
  const lines = Object.entries(sweeps).map(([name, sweep]): Line => {
    const max = Math.min(maxOfAll, maxOf[name] ?? maxOfAll)
    return { name, sweep, max, size: Math.min(firstRows, max), removed: 0, batches: 0, tookMs: 0 }
  })
  let left = lines
  while (left.length > 0 && now() < until) {
    const more: Line[] = []
    for (const line of left) {
      const began = now()
      const isMore = await batchOf(line, log)
      const took = now() - began
      line.tookMs += took
      if (took > slowMs) line.size = Math.max(leastRows, Math.floor(line.size / 2))
      else if (took < slowMs / 2) line.size = Math.min(line.max, line.size * 2)
      if (isMore) more.push(line)
      if (isMore) await pause(took)
    }
    left = more
  }
  if (left.length > 0) {
    const removed = Object.fromEntries(lines.map((line) => [line.name, line.removed]))
    log.warn({ left: left.map(({ name }) => name), removed }, 'not all that is over could be removed in time')
  }
  return Object.fromEntries(lines.map(({ name, removed, batches, tookMs }) => [name, { removed, batches, tookMs }]))
}

/** Removes one batch; answers whether there may be more. */
async function batchOf(line: Line, log: Log): Promise<boolean> {
  const { name, sweep, size } = line
  try {
    const found = await sweep(size)
    line.removed += found
    if (found > 0) line.batches += 1
    return found >= size
  } catch (error) {
    // cut off by its limit: nothing of it was removed, and fewer are next
    if (faultOf(error) === 'busy' && size > leastRows) return true
    log.error({ err: error, sweep: name }, 'what is over could not be removed')
    return false
  }
}
