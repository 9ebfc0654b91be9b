import { z } from 'zod'
import { refreshRecommendations } from '#server/catalog/recommendation/recommendation-engine.ts'
import type { Database } from '#server/db/database.ts'
import { inRequest } from '#server/http/ops/request-scope.ts'
import type { WorkerOptions } from '#server/jobs/worker.ts'
import type { BooksGuard } from '#server/order/books/books-guard.ts'
import { reconcileRound } from '#server/order/books/hold-round.ts'
import type { HoldWatch } from '#server/order/books/hold-watch.ts'
import { takeReadyReports } from '#server/order/books/take-report.ts'
import { leaveGiftMails } from '#server/order/gift-mail/send-gift-mail.ts'
import { deliver } from '#server/order/mail/deliver.ts'
import type { DeliveryDeps } from '#server/order/mail/delivery-deps.ts'
import { deliveryJob } from '#server/order/mail/outbox-store.ts'
import { makePartitionsAhead } from '#server/watch/partitions/partitions-ahead.ts'
import { removeWhatIsOver } from '#server/watch/retention.ts'
import type { Retention } from '#server/watch/retention-table.ts'
import { beginTrace, within } from '#server/watch/traces/tracing.ts'

const delivery = z.object({
  shopperId: z.uuid(),
  outboxId: z.uuid(),
  orderId: z.uuid().nullable().catch(null),
  requestId: z.string().nullish(),
  /** The span of the request that left it. */
  trace: z.string().nullish(),
})
const dayMs = 24 * 60 * 60 * 1000

/**
 * All jobs of the shop: deliveries as they come, and by the clock reconciling, the invariants, what has expired, the
 * mails of gifts, and what is recommended. `patient` is a database whose statements may take minutes.
 */
export function shopJobs(
  deps: DeliveryDeps,
  now: () => Date,
  patient: Database,
  { guard, hold }: { readonly guard: BooksGuard; readonly hold: HoldWatch },
  retention: Retention,
): Pick<WorkerOptions, 'jobs' | 'clock'> {
  const { database, log } = deps
  return {
    jobs: {
      async [deliveryJob](payload) {
        const { shopperId, outboxId, orderId, requestId, trace } = delivery.parse(payload)
        const send = () => deliver(deps, shopperId, outboxId, orderId)
        const span = trace ? beginTrace(`job ${deliveryJob}`, 'consumer', trace) : null
        const scope = requestId ? { reqId: requestId, ...(span && { traceId: span.traceId }) } : null
        const sent = () => (scope === null ? send() : inRequest(scope, send))
        await (span === null ? sent() : within(span, sent).finally(() => span.end()))
      },
      async reconcile() {
        // whether this is the database that it was decides what a report may give back
        await hold.look()
        await takeReadyReports(deps)
        const { orphans, held, missing, differing } = await reconcileRound(
          deps,
          hold,
          new Date(now().getTime() - dayMs),
        )
        if (orphans.length + held.length + missing.length + differing.length > 0) {
          log.error({ orphans, held, missing, differing }, 'the processor and our books differ')
        }
      },
      async invariants() {
        await guard.round()
      },
      async expire() {
        await removeWhatIsOver({ database, log, macOf: deps.macOf, retention })
      },
      async partitions() {
        await makePartitionsAhead(patient, log, now())
      },
      async registryGifts() {
        await leaveGiftMails(database, now())
      },
      async recommend() {
        const changed = await refreshRecommendations(patient)
        if (changed !== null) log.info({ changed }, 'recommendations computed')
      },
    },
    clock: [
      { job: 'reconcile', pattern: '*/5 * * * *' },
      { job: 'invariants', pattern: '* * * * *' },
      { job: 'expire', pattern: '* * * * *' },
      { job: 'partitions', pattern: '*/10 * * * *' },
      { job: 'registryGifts', pattern: '*/10 * * * *' },
      { job: 'recommend', pattern: '*/10 * * * *' },
    ],
  }
}
