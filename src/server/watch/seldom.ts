/** What the database was asked is good for so long, milliseconds, however often one asks. */
const freshMs = 10_000

/** Reads at most once in ten seconds; answers null where it cannot be read. */
export function seldom<Read>(read: () => Promise<Read>, now: () => number = () => performance.now()) {
  let readAt = Number.NEGATIVE_INFINITY
  let found: Promise<Read | null> = Promise.resolve(null)
  return (): Promise<Read | null> => {
    if (now() - readAt >= freshMs) {
      readAt = now()
      // said by a metric of its own, and by readiness
      found = read().catch(() => null)
    }
    return found
  }
}
