/** What one question to the database tells of the clock of this process. */
export type Measured = {
  /** How far it was ahead of the database's in the middle between question and answer, milliseconds. */
  readonly aheadMs: number
  /** How long the answer took: by half of that the measure may be wrong. */
  readonly roundTripMs: number
}

/** The clock of this process, corrected by how far it differs from the database's (OPS-41). */
export type CorrectedClock = {
  now(): Date
  /** Takes what was measured with a heartbeat; the first that is too far off is told to the log. */
  note(measured: Measured): void
  /** How far it is ahead, when it was too far off three times running; else null. */
  offByMs(): number | null
}

const maxOffMs = 2_000
const patience = 3
/** What the way to the database adds and takes changes no time of day. */
const noticeableMs = 250

/** @param raw the clock of the process, milliseconds since 1970 */
export function correctedClock(warn: (facts: Measured) => void, raw: () => number = Date.now): CorrectedClock {
  let correctionMs = 0
  let inARow = 0
  let last = 0
  let isFirst = true
  return {
    now: () => new Date(raw() - correctionMs),
    note(measured) {
      const { aheadMs, roundTripMs } = measured
      last = aheadMs
      if (Math.abs(aheadMs - correctionMs) - roundTripMs / 2 > noticeableMs) correctionMs = aheadMs
      const isOff = Math.abs(aheadMs) - roundTripMs / 2 > maxOffMs
      if (isOff && isFirst) warn(measured)
      isFirst = false
      inARow = isOff ? inARow + 1 : 0
    },
    offByMs: () => (inARow >= patience ? last : null),
  }
}
