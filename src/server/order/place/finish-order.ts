import type { OrderAnswer } from '#domain/order/place-answer.ts'
import { backoffSeconds, type Decision } from '#domain/order/settlement.ts'
import { CommitUnknown, DatabaseUnavailable, type Tx } from '#server/db/database.ts'
import { heartbeatMs, leaseSeconds, type OrderDeps } from '#server/order/order-deps.ts'
import { findOrder, type PendingOrder, renewLease, rescheduleOrder } from '#server/order/order-store.ts'
import { noteOutcome } from '#server/order/payment/payment-outcome.ts'
import { isNameTaken, type Payment } from '#server/order/payment/payment-store.ts'
import type { Collected, CollectingDeps } from '#server/order/payment/payments.ts'
import { collectPayments, LeaseLost } from '#server/order/payment/payments.ts'
import { type EndedOrder, outcomeOfOrder } from './place-outcome.ts'
import type { SettlingDeps } from './settle.ts'
import { settleOrder } from './settle.ts'

/** What bringing a pending order to its end needs. */
export type FinishingDeps = CollectingDeps & SettlingDeps & Pick<OrderDeps, 'log' | 'counts'>

const wait: Decision = { kind: 'wait' }

class StillPending extends Error {
  override name = 'StillPending'
}

/** Runs T3 in one transaction, with whatever the caller writes along with it. */
export type Commit = (work: (tx: Tx) => Promise<EndedOrder>) => Promise<EndedOrder>

/**
 * C and T3 for a pending order whose lease is ours: used by the first call, by a retry that takes over, and by recovery.
 * An outage leaves the order pending, for recovery. Any other fault is thrown: recovery puts the order off, and a shopper's
 * call answers that it is pending.
 */
export async function finishOrder(
  deps: FinishingDeps,
  order: PendingOrder,
  leaseOwner: string,
  commit: Commit,
  payments?: readonly Payment[],
): Promise<EndedOrder> {
  const pulse = setInterval(() => {
    renewLease(deps.database, order, leaseOwner, leaseSeconds).catch(() => undefined)
  }, heartbeatMs)
  try {
    const collected = await collectPayments(deps, order, leaseOwner, payments)
    const ended = await settle(deps, order, collected, commit)
    if (ended.kind === 'pending') {
      await reschedule(deps, order, leaseOwner)
      // it may wait for the shopper herself
      return outcomeOfOrder((await findOrder(deps.database, order)) ?? order)
    }
    if (ended.kind === 'placed') deps.killPoint('k7')
    deps.counts.ended(order, ended.kind)
    return ended
  } catch (error) {
    const isOutage = error instanceof DatabaseUnavailable || error instanceof CommitUnknown
    if (!isOutage && !(error instanceof LeaseLost)) throw error
    deps.log.warn({ orderId: order.orderId, reason: error.message }, 'an order is left to recovery')
    return outcomeOfOrder(order)
  } finally {
    clearInterval(pulse)
  }
}

async function settle(
  deps: FinishingDeps,
  order: PendingOrder,
  { decision, outcome }: Collected,
  commit: Commit,
): Promise<EndedOrder> {
  if (decision.kind === 'wait') {
    if (outcome !== null) await noteOutcome(deps, order, outcome)
    return outcomeOfOrder(order)
  }
  const work = async (tx: Tx) => ended(order, await settleOrder(deps, tx, order, decision, outcome))
  try {
    return await commit(work)
  } catch (error) {
    const isPending = error instanceof StillPending
    if (outcome !== null && (isPending || isNameTaken(error))) {
      // rolled back with all that was to follow from it
      const step = await noteOutcome(deps, order, outcome)
      return settle(deps, order, { decision: 'stop' in step ? step.stop : wait, outcome: null }, commit)
    }
    if (isPending) return outcomeOfOrder(order)
    if (!(error instanceof CommitUnknown)) throw error
    // COMMIT may have been done: read back before any repeat
    const now = await findOrder(deps.database, order)
    return now !== undefined && now.state !== 'pending' ? outcomeOfOrder(now) : commit(work)
  }
}

function ended(order: PendingOrder, answer: OrderAnswer | undefined): EndedOrder {
  // thrown, so that "pending" is never kept as the answer of a request
  if (answer === undefined) throw new StillPending()
  return outcomeOfOrder({ ...order, state: answer.problem === null ? 'placed' : 'refused', answer })
}

async function reschedule(deps: Pick<OrderDeps, 'database'>, order: PendingOrder, leaseOwner: string): Promise<void> {
  await rescheduleOrder(deps.database, order, leaseOwner, backoffSeconds(order.tries))
}
