/** A circuit breaker: after too many failures in a while it lets nothing through but a probe now and then. */
export type Breaker = {
  /** Asks to send; false: do not. While open, true once per probe interval, for the probe. */
  admit(): boolean
  succeeded(): void
  failed(): void
  /** True while nothing would be admitted. */
  isOpen(): boolean
}

export type BreakerSettings = {
  readonly failures: number
  readonly windowMs: number
  readonly probeMs: number
  /** A clock that only goes forward, milliseconds. */
  readonly clock: () => number
}

/** Opens after 5 failures in 10 s, probes every 5 s, closes at the first success. */
export const breakerSettings: BreakerSettings = {
  failures: 5,
  windowMs: 10_000,
  probeMs: 5_000,
  clock: () => performance.now(),
}

export function createBreaker({ failures, windowMs, probeMs, clock }: BreakerSettings): Breaker {
  let failedAt: number[] = []
  let nextProbeAt: number | null = null
  return {
    admit() {
      if (nextProbeAt === null) return true
      if (clock() < nextProbeAt) return false
      nextProbeAt = clock() + probeMs
      return true
    },
    succeeded() {
      failedAt = []
      nextProbeAt = null
    },
    failed() {
      const now = clock()
      failedAt = [...failedAt.filter((time) => now - time < windowMs), now].slice(-failures)
      if (failedAt.length >= failures || nextProbeAt !== null) nextProbeAt = now + probeMs
    },
    isOpen: () => nextProbeAt !== null && clock() < nextProbeAt,
  }
}
