import type { Log } from '#server/http/context.ts'

/** Tells of requests that could not be served: one line a second at most, without a stack, however many they are. */
export type RefusalLog = { note(facts: { readonly reason: string; readonly route: string | undefined }): void }

export function createRefusalLog(log: Log, now: () => number = () => performance.now()): RefusalLog {
  let reportedAt = Number.NEGATIVE_INFINITY
  let untold = 0
  return {
    note(facts) {
      untold += 1
      if (now() - reportedAt < 1_000) return
      // those since the last line, this one among them
      log.warn({ event: 'unavailable', refused: untold, ...facts }, 'could not be served now')
      reportedAt = now()
      untold = 0
    },
  }
}
