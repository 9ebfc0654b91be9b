import { setTimeout as sleep } from 'node:timers/promises'
import { backoffSeconds } from '#domain/order/settlement.ts'
import { reviveOutbox } from '#server/order/mail/outbox-store.ts'
import { leaseSeconds } from '#server/order/order-deps.ts'
import { type PendingRow, pendingOf, rescheduleOrder, takeStaleOrder } from '#server/order/order-store.ts'
import type { ProcessingDeps } from '#server/order/payment/receive-webhook.ts'
import { processWebhooks } from '#server/order/payment/receive-webhook.ts'
import type { FinishingDeps } from './finish-order.ts'
import { finishOrder } from './finish-order.ts'
import { dropDeadKeys, endWaits, findLeft } from './recovery-store.ts'

type RecoveryDeps = FinishingDeps & ProcessingDeps

export type Recovery = {
  /** Ends after the round that is on. */
  stop(): Promise<void>
}

/** What one round did. */
export type RecoveryRound = {
  readonly settled: number
  readonly stillPending: number
  readonly webhookEvents: number
  readonly revived: number
  readonly keys: number
}

/** How often a process looks for what another one left. With the lease of 5 s an order waits 7 s at most for a hand. */
const roundMs = 2_000
/** Orders brought on at once: a processor that is silent for 8 s must not hold up all the others. */
const hands = 4

/**
 * Rounds of recovery, at once and then every 2 s, in any number of processes (3.5).
 * @param mayRest true while others look after what is left (OPS-02), or nothing is: then nothing is asked
 */
export function startRecovery(deps: RecoveryDeps, mayRest: (isFirst: boolean) => boolean = () => false): Recovery {
  const stopped = new AbortController()
  async function rounds(): Promise<void> {
    let isFirst = true
    while (!stopped.signal.aborted) {
      try {
        if (!mayRest(isFirst)) {
          if (isFirst) await endWaits(deps.database)
          await recover(deps, { signal: stopped.signal, isFirst })
          isFirst = false
        }
      } catch (error) {
        deps.log.error({ err: error }, 'a round of recovery failed')
      }
      await sleep(roundMs, undefined, { signal: stopped.signal }).catch(() => undefined)
    }
  }
  const done = rounds()
  return {
    stop() {
      stopped.abort()
      return done
    },
  }
}

/**
 * One round: R1 pending orders nobody works on, R2 deliveries whose worker died, R3 webhook events not processed, R4 request keys
 * of dead processes; where one look finds nothing of a kind left, nothing is sent for it. Each order is taken by one process
 * only (SKIP LOCKED). The first round of a process also gives new jobs to deliveries that seem to be in nobody's hands.
 */
export async function recover(
  deps: RecoveryDeps,
  { signal, isFirst = false }: { readonly signal?: AbortSignal; readonly isFirst?: boolean } = {},
): Promise<RecoveryRound> {
  const graceSeconds = isFirst ? 0 : 60
  const left = await findLeft(deps.database, graceSeconds)
  const orders = { settled: 0, stillPending: 0 }
  const hand = async () => {
    while (!signal?.aborted) {
      const leaseOwner = deps.newId()
      const order = await takeStaleOrder(deps.database, leaseOwner, leaseSeconds)
      if (order === undefined) return
      if (await resume(deps, order, leaseOwner)) orders.settled += 1
      else orders.stillPending += 1
    }
  }
  if (left.orders) await Promise.all(Array.from({ length: hands }, hand))
  const webhookEvents = left.webhookEvents ? await processWebhooks(deps, signal) : 0
  const revived = left.deliveries ? await reviveOutbox(deps.database, graceSeconds) : 0
  const keys = left.keys ? await dropDeadKeys(deps.database) : 0
  return { ...orders, webhookEvents, revived, keys }
}

/** Brings one order on; true when it is settled. What goes wrong with one is put off and must not hold up the others. */
async function resume(deps: FinishingDeps, order: PendingRow, leaseOwner: string): Promise<boolean> {
  const { orderId } = order
  try {
    const outcome = await finishOrder(deps, pendingOf(order), leaseOwner, (work) => deps.database.transaction(work))
    deps.log.info({ orderId, outcome: outcome.kind }, 'a pending order was taken up')
    return outcome.kind !== 'pending'
  } catch (error) {
    deps.log.error({ err: error, orderId }, 'a pending order could not be brought on')
    await rescheduleOrder(deps.database, order, leaseOwner, backoffSeconds(order.tries))
    return false
  }
}
