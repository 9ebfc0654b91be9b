const minPauseMs = 500
const maxPauseMs = 30_000
/** Deaths of so long ago, or after so long a life, say nothing of the next. */
const minuteMs = 60_000
/** So often within a minute each of them. */
const maxDeaths = 5

/** The deaths of the processes in one place, of which each follows the one before. */
export type Deaths = {
  /** Notes one. @returns how long to wait before the next is started, milliseconds */
  note(bornAt: number, diedAt: number): number
  /** Five of them within the last minute. */
  isTooMany(now: number): boolean
}

/** Pauses of 0.5, 1, 2 … 30 s, from the shortest again after one that lived for a minute (OPS-04). */
export function countDeaths(): Deaths {
  let inARow = 0
  let at: number[] = []
  return {
    note(bornAt, diedAt) {
      inARow = diedAt - bornAt >= minuteMs ? 1 : inARow + 1
      at = [...at, diedAt].slice(-maxDeaths)
      return Math.min(minPauseMs * 2 ** (inARow - 1), maxPauseMs)
    },
    isTooMany: (now) => at.length === maxDeaths && now - (at[0] ?? now) < minuteMs,
  }
}
