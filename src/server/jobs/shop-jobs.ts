import { z } from 'zod'
import { sweepSignIns } from '#server/account/account-store.ts'
import { sweepIdentityFlows } from '#server/account/identity-provider-store.ts'
import { sweepPasswordResets } from '#server/account/password-reset-store.ts'
import { sweepRegistrations } from '#server/account/registration-store.ts'
import { deleteEndedSessions } from '#server/account/session-store.ts'
import { refreshRecommendations } from '#server/catalog/recommendation-engine.ts'
import type { Database } from '#server/db/database.ts'
import { sweepRequestKeys } from '#server/http/request-key-store.ts'
import { sweepThrottles } from '#server/http/throttle-store.ts'
import type { WorkerOptions } from '#server/jobs/worker.ts'
import type { BooksGuard } from '#server/order/books-guard.ts'
import { sweepCardTries } from '#server/order/card-try-store.ts'
import { type DeliveryWorld, deliver } from '#server/order/deliver.ts'
import { moveUsesToMailboxes } from '#server/order/hold-promo-store.ts'
import { deliveryJob } from '#server/order/outbox-store.ts'
import { reconcile } from '#server/order/reconcile.ts'
import { sweepTokenOwners } from '#server/payment/token-owner-store.ts'
import { sweepSeenDesigns, sweepUnnamedDesigns } from '#server/personalization/design-picture-store.ts'
import { sweepDesigns } from '#server/personalization/design-store.ts'
import { sweepClientLog } from '#server/platform/client-log-store.ts'
import { sweepCheckoutHolds } from '#server/registry/registry-gift-store.ts'

const delivery = z.object({ shopperId: z.uuid(), outboxId: z.uuid() })
const dayMs = 24 * 60 * 60 * 1000

/**
 * All jobs of the shop: deliveries as they come, and by the clock reconciling, the invariants, what has expired, and what
 * is recommended. `patient` is a database whose statements may take minutes.
 */
export function shopJobs(
  world: DeliveryWorld,
  now: () => Date,
  patient: Database,
  guard: BooksGuard,
): Pick<WorkerOptions, 'jobs' | 'clock'> {
  const { database, log } = world
  return {
    jobs: {
      async [deliveryJob](payload) {
        const { shopperId, outboxId } = delivery.parse(payload)
        await deliver(world, shopperId, outboxId)
      },
      async reconcile() {
        const { orphans, held, missing, differing } = await reconcile(world, new Date(now().getTime() - dayMs))
        if (orphans.length + held.length + missing.length + differing.length > 0) {
          log.error({ orphans, held, missing, differing }, 'the processor and our books differ')
        }
      },
      async invariants() {
        await guard.round()
      },
      async expire() {
        await Promise.all([
          sweepRequestKeys(database),
          deleteEndedSessions(database),
          sweepSignIns(database),
          sweepCheckoutHolds(database),
          sweepPasswordResets(database),
          sweepRegistrations(database),
          sweepIdentityFlows(database),
          sweepThrottles(database),
          sweepCardTries(database),
          sweepTokenOwners(database),
          sweepDesigns(database),
          sweepSeenDesigns(database),
          sweepUnnamedDesigns(database),
          sweepClientLog(database),
          database.transaction((tx) => moveUsesToMailboxes(tx, world.macOf)),
        ])
      },
      async recommend() {
        const changed = await refreshRecommendations(patient)
        if (changed !== null) log.info({ changed }, 'recommendations computed')
      },
    },
    clock: [
      { job: 'reconcile', pattern: '*/5 * * * *' },
      { job: 'invariants', pattern: '* * * * *' },
      { job: 'expire', pattern: '*/10 * * * *' },
      { job: 'recommend', pattern: '*/10 * * * *' },
    ],
  }
}
