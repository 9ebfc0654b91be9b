import type { Ran } from './plan-log.ts'

/** What one statement of a call, job or round reads at one size of the shop. */
export type Reading = {
  readonly call: string
  readonly statement: string
  readonly buffers: number
  readonly ms: number
  readonly lookups: number
  /** The most that it read in any round. */
  readonly most: number
}

/** All readings of a shop of one size. */
export type Size = {
  readonly orders: number
  readonly skus: number
  readonly bytes: number
  /** How long a full pass of the guard of the books takes, reckoned from some of its slices; null: not measured. */
  readonly passHours: number | null
  readonly readings: readonly Reading[]
}

/** The least of all rounds: one reads of PostgreSQL's own catalogue, too, another looks for a page that has room. */
export function leastOf(call: string, rounds: readonly (readonly Ran[])[]): Reading[] {
  // those of the walk itself are nobody's
  const names = new Set(
    rounds.flatMap((round) => round.map(({ name }) => name)).filter((name) => !/^(test|grow)\./.test(name)),
  )
  return [...names].map((statement) => {
    const means = rounds
      .map((round) => round.filter(({ name }) => name === statement))
      .filter((ran) => ran.length > 0)
      .map((ran) => meanOf(ran))
    const least = (of: (one: Mean) => number) => Math.min(...means.map(of))
    return {
      ...{ call, statement, buffers: least((one) => one.buffers) },
      ...{ ms: least((one) => one.ms), lookups: least((one) => one.lookups) },
      most: Math.max(
        ...rounds.flatMap((round) => round.filter(({ name }) => name === statement)).map(({ buffers }) => buffers),
      ),
    }
  })
}

type Mean = Pick<Ran, 'buffers' | 'ms' | 'lookups'>

function meanOf(ran: readonly Ran[]): Mean {
  const mean = (of: (one: Ran) => number) => ran.reduce((sum, one) => sum + of(one), 0) / ran.length
  return { buffers: mean((one) => one.buffers), ms: mean((one) => one.ms), lookups: mean((one) => one.lookups) }
}

/** Statements that look at so much as there is of something, and why they may: they are printed and not compared. */
const ofMany: { readonly [name: string]: string } = {
  'request-key.sweep': 'what has ended since the last round: more do in a bigger shop',
  'cart.abandon-of-members': 'what has ended since the last round, 5,000 at most',
  'watch.oldest-kept': 'passes the index entries of what was removed a moment before',
}

/**
 * The call whose statements look at as many rows as a slice has, and what none of them may read and take, be the
 * shop ever so big (OPS-42).
 */
export const guardOfBooks = 'guard of the books'
const buffersOfGuard = 20_000
const msOfGuard = 200

/** Buffers that a statement may read more for each factor of ten, be there ever so few indexes that may have become deeper. */
const buffersPerFactor = 3

export type Growth = {
  readonly call: string
  readonly statement: string
  /** At each size, null where it did not run. */
  readonly buffers: readonly (number | null)[]
  readonly ms: number
  /** What it may read at the largest size. */
  readonly allowed: number
}

/** Every statement at all sizes, the largest last. */
export function growthOf(sizes: readonly Size[]): Growth[] {
  const [first, last] = [sizes.at(0), sizes.at(-1)]
  if (first === undefined || last === undefined) return []
  const factors = Math.log10(last.orders / first.orders)
  return last.readings.map((reading) => {
    const all = sizes.map((size) => sameIn(size, reading))
    const before = all[0]
    const { call, statement, ms } = reading
    if (call === guardOfBooks) {
      return { call, statement, ms, buffers: all.map((one) => one?.most ?? null), allowed: buffersOfGuard }
    }
    return {
      ...{ call, statement, ms, buffers: all.map((one) => one?.buffers ?? null) },
      allowed: before === undefined ? Number.POSITIVE_INFINITY : allowedFor(before, factors),
    }
  })
}

function sameIn({ readings }: Size, { call, statement }: Reading): Reading | undefined {
  return readings.find((one) => one.call === call && one.statement === statement)
}

/** An index is a level deeper at most for each factor of ten: so much more for each look, and three in any case. */
function allowedFor({ statement, buffers, lookups }: Reading, factors: number): number {
  return statement in ofMany ? Number.POSITIVE_INFINITY : buffers + factors * Math.max(buffersPerFactor, lookups)
}

/** Those that read more than they may. */
export function tooMuch(sizes: readonly Size[]): string[] {
  return growthOf(sizes)
    .filter(({ buffers, allowed }) => (buffers.at(-1) ?? 0) > allowed)
    .map(({ call, statement, buffers, allowed }) => `${call}: ${statement} reads ${buffers.join(', ')}, not ${allowed}`)
    .concat(tooSlow(sizes.at(-1)))
}

function tooSlow(size: Size | undefined): string[] {
  return (size?.readings ?? [])
    .filter(({ call, ms }) => call === guardOfBooks && ms > msOfGuard)
    .map(({ call, statement, ms }) => `${call}: ${statement} takes ${ms.toFixed(0)} ms, not ${msOfGuard}`)
}
