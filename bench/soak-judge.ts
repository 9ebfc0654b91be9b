import type { Holding } from './soak-probe.ts'

/** What the server held after so many seconds and operations. */
export type Look = Holding & { readonly seconds: number; readonly operations: number }

/** What is left behind by each operation, and whether anything is. */
export type Verdict = {
  /** Growth of the heap, of the looks that count. */
  readonly bytesPerOperation: number
  /** Most of the first half of these looks, and of the second. */
  readonly handles: readonly [number, number]
  readonly prepared: readonly [number, number]
  /** The bars that are missed, in words. */
  readonly missed: readonly string[]
}

/** SPEED-14: the heap grows by less, from the tenth minute on. */
export const maxBytesPerOperation = 200
/** A connection that is made anew, a job of the hour with a statement of its own: they come, and stay this few. */
const slack = 6

/**
 * Judges the looks from `fromSeconds` on: what fills itself once, as caches do, has done so by then. In the few operations of a
 * short run code is still compiled; there it is what the program itself keeps that counts.
 */
export function judgeSoak(
  all: readonly Look[],
  fromSeconds: number,
  { maxBytes = maxBytesPerOperation, isShort = false } = {},
): Verdict {
  const looks = all
    .filter(({ seconds }) => seconds >= fromSeconds)
    .map((look) => (isShort ? { ...look, heapBytes: look.heapBytes - look.codeBytes } : look))
  if (looks.length < 4) throw new Error(`${looks.length} looks at the server are too few to judge it by`)
  const bytesPerOperation = slopeOf(looks)
  const handles = halvesOf(looks.map((look) => look.handles))
  const prepared = halvesOf(looks.map((look) => look.prepared))
  return {
    ...{ bytesPerOperation, handles, prepared },
    missed: [
      ...(bytesPerOperation < maxBytes
        ? []
        : [`the heap grows by ${bytesPerOperation.toFixed(0)} bytes an operation, less than ${maxBytes} wanted`]),
      ...(handles[1] <= handles[0] + slack ? [] : [`open handles grow from ${handles[0]} to ${handles[1]}`]),
      ...(prepared[1] <= prepared[0] + slack ? [] : [`prepared statements grow from ${prepared.join(' to ')}`]),
    ],
  }
}

/** Bytes an operation: the median of the slopes between any two looks, which one look taken at a bad moment does not turn. */
function slopeOf(looks: readonly Look[]): number {
  const slopes = looks
    .flatMap((one, nth) => looks.slice(nth + 1).map((later) => [one, later] as const))
    .map(([one, later]) => (later.heapBytes - one.heapBytes) / Math.max(1, later.operations - one.operations))
    .sort((one, other) => one - other)
  return slopes[Math.floor(slopes.length / 2)] ?? 0
}

function halvesOf(counts: readonly number[]): [number, number] {
  const middle = Math.ceil(counts.length / 2)
  return [Math.max(...counts.slice(0, middle)), Math.max(...counts.slice(middle))]
}

/** The looks for people, and the judgement below them. */
export function soakText(looks: readonly Look[], { bytesPerOperation, missed }: Verdict): string {
  const mb = (bytes: number) => (bytes / 1_048_576).toFixed(1).padStart(7)
  const count = (value: number, width: number) => value.toFixed(0).padStart(width)
  const lines = looks.map(
    (look) =>
      `${(look.seconds / 60).toFixed(1).padStart(6)} ${count(look.operations, 10)} ${mb(look.heapBytes)} ${mb(look.codeBytes)} ${mb(look.residentBytes)} ${count(look.handles, 7)} ${count(look.prepared, 8)} ${count(look.preparedOnOne, 6)}`,
  )
  const told =
    missed.length === 0
      ? [`good    the heap grows by ${bytesPerOperation.toFixed(0)} bytes an operation`]
      : missed.map((each) => `MISSED  ${each}`)
  return ['minute operations heap MB code MB  RSS MB handles prepared on one', ...lines, '', ...told].join('\n')
}
