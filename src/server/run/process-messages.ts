import type { NotReady } from '#server/http/ops/health.ts'

// What a parent and the processes that it has started say to each other (decision 0135).

/** What a process is asked about itself. */
export type ReportPart = 'readiness' | 'metrics' | 'status'

export type ToChild =
  /** May begin. Where others serve already, nobody is asked to wait at the shop's address; one alone tells of its start. */
  | { readonly say: 'begin'; readonly isServed: boolean; readonly tells: boolean }
  /** Another one serves now. */
  | { readonly say: 'served' }
  /** Is to take no new connection, and to end when those it has are answered. */
  | { readonly say: 'retire' }
  | { readonly say: 'tell'; readonly nth: number; readonly what: ReportPart }

export type ToParent =
  | { readonly say: 'here' }
  | { readonly say: 'ready' }
  /** Cannot start, and says why. */
  | { readonly say: 'refused'; readonly text: string }
  | { readonly say: 'told'; readonly nth: number; readonly told: SelfReport }

export type SelfReport = {
  readonly whyNot: NotReady | null
  /** As prom-client adds them up; null: not asked for, or there are none yet. */
  readonly metrics: readonly object[] | null
  /** The page of the shop's status; null likewise. */
  readonly status: string | null
}
