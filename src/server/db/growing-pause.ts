/** How long the first pause is, and the longest unless said, milliseconds. */
const shortestMs = 250
const usualMaxMs = 10_000

/** Milliseconds to wait after the nth failure in a row (from 1): twice as long each time, up to `maxMs`, never quite the same for two. */
export function growingPauseMs(nth: number, maxMs: number = usualMaxMs): number {
  return Math.min(shortestMs * 2 ** (nth - 1), maxMs) * (0.75 + Math.random() / 2)
}
