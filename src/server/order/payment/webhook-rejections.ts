import type { Log } from '#server/http/context.ts'
import type { RejectionReason } from '#server/providers/card-gateway/webhooks.ts'

const lineEveryMs = 60_000

/** Tells of webhooks that were not the processor's: each counted by its reason, with one line of log a minute at most. */
export function createWebhookRejections(
  log: Log,
  count: (reason: string) => void,
  now: () => number = () => performance.now(),
): (why: RejectionReason) => void {
  let reportedAt = Number.NEGATIVE_INFINITY
  let untold: Partial<Record<RejectionReason, number>> = {}
  return (why) => {
    count(why)
    untold[why] = (untold[why] ?? 0) + 1
    if (now() - reportedAt < lineEveryMs) return
    // those since the last line, this one among them
    log.warn({ event: 'webhooks-rejected', rejected: untold }, 'webhooks were not signed by the processor')
    reportedAt = now()
    untold = {}
  }
}
