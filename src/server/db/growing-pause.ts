/** How long the first pause is, and the longest, milliseconds. */
const shortestMs = 250
const maxMs = 10_000

/** Milliseconds to wait after the nth failure in a row (from 1): twice as long each time, up to 10 s, never quite the same for two. */
export function growingPauseMs(nth: number): number {
  return Math.min(shortestMs * 2 ** (nth - 1), maxMs) * (0.75 + Math.random() / 2)
}
