import type { PrimaryState, ReplicaMark } from './replica-store.ts'

/**
 * Why the primary is asked in place of a replica: it cannot be asked; it is too far behind; it lacks an import of the catalogue that
 * this process knows of; or it follows nobody, as one that was promoted.
 */
export type Refusal = 'away' | 'lag' | 'catalogue' | 'promoted'

/** What is known of the primary, and the time it was asked, by performance.now(). */
export type Noted = PrimaryState & { readonly askedAt: number; readonly instance: string }

/** Further behind it is not read from, milliseconds. */
const maxLagMs = 5_000

/** Judges the answers of replicas by what this process knows. */
export function createReplicaJudge() {
  let known = 0
  let clock: { readonly atMs: number; readonly askedAt: number } | undefined
  let instance: string | null = null
  let heardAtMs: number | null = null
  let heardAfterMs = Number.NEGATIVE_INFINITY

  /** The primary's clock, or a little after it. */
  function primaryNowMs(): number | null {
    return clock === undefined ? null : clock.atMs + (performance.now() - clock.askedAt)
  }

  function lagMs(): number | null {
    const nowMs = primaryNowMs()
    return nowMs === null || heardAtMs === null ? null : nowMs - heardAtMs
  }

  function know(newestImport: number): void {
    known = Math.max(known, newestImport)
  }

  return {
    known: () => known,
    know,
    /** By which name the primary hears of this process; null: it does not, and anybody will do. */
    instance: () => instance,
    lagMs,
    /** Takes what the primary said at a heartbeat. */
    note(noted: Noted): void {
      instance = noted.instance
      clock = noted
      know(noted.newestImport)
    },
    /** Takes what the primary said when it was asked while `before` was known: less than that, and imports were lost. */
    learn(before: number, seen: Omit<Noted, 'instance'>): void {
      clock = seen
      if (seen.newestImport < before) known = seen.newestImport
      else know(seen.newestImport)
    },
    /** A replica that has not all that was there then, by the primary's clock, is too far behind. */
    wantHeardAfter(atMs: number): void {
      heardAfterMs = atMs
    },
    refusalOf(mark: ReplicaMark | undefined): Refusal | null {
      heardAtMs = mark?.heardAtMs ?? null
      if (mark?.isStandby !== true) return 'promoted'
      const behindMs = lagMs()
      if (heardAtMs === null || behindMs === null || behindMs >= maxLagMs || heardAtMs <= heardAfterMs) return 'lag'
      return mark.newestImport < known ? 'catalogue' : null
    },
  }
}
