import { z } from 'zod'
import { refreshRecommendations } from '#server/catalog/recommendation/recommendation-engine.ts'
import type { Database } from '#server/db/database.ts'
import { expiredRows } from '#server/jobs/expired.ts'
import { sweepRound } from '#server/jobs/sweep.ts'
import type { WorkerOptions } from '#server/jobs/worker.ts'
import type { BooksGuard } from '#server/order/books/books-guard.ts'
import { reconcile } from '#server/order/books/reconcile.ts'
import { leaveGiftMails } from '#server/order/gift-mail/send-gift-mail.ts'
import { deliver } from '#server/order/mail/deliver.ts'
import type { DeliveryDeps } from '#server/order/mail/delivery-deps.ts'
import { deliveryJob } from '#server/order/mail/outbox-store.ts'

const delivery = z.object({ shopperId: z.uuid(), outboxId: z.uuid() })
const dayMs = 24 * 60 * 60 * 1000

/**
 * All jobs of the shop: deliveries as they come, and by the clock reconciling, the invariants, what has expired, the
 * mails of gifts, and what is recommended. `patient` is a database whose statements may take minutes.
 */
export function shopJobs(
  deps: DeliveryDeps,
  now: () => Date,
  patient: Database,
  guard: BooksGuard,
): Pick<WorkerOptions, 'jobs' | 'clock'> {
  const { database, log } = deps
  return {
    jobs: {
      async [deliveryJob](payload) {
        const { shopperId, outboxId } = delivery.parse(payload)
        await deliver(deps, shopperId, outboxId)
      },
      async reconcile() {
        const { orphans, held, missing, differing } = await reconcile(deps, new Date(now().getTime() - dayMs))
        if (orphans.length + held.length + missing.length + differing.length > 0) {
          log.error({ orphans, held, missing, differing }, 'the processor and our books differ')
        }
      },
      async invariants() {
        await guard.round()
      },
      async expire() {
        await sweepRound({ sweeps: expiredRows(database, deps.macOf), log })
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
      { job: 'registryGifts', pattern: '*/10 * * * *' },
      { job: 'recommend', pattern: '*/10 * * * *' },
    ],
  }
}
