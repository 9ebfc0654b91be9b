import type { OrderAnswer } from '#domain/order/place-answer.ts'
import { backoffSeconds, type Decision } from '#domain/order/settlement.ts'
import { CommitUnknown, DatabaseUnavailable, type Tx } from '#server/db/database.ts'
import { findOrder, keepLease, type PendingOrder, putOffOrder } from '#server/order/order-store.ts'
import { leaseSeconds, type OrderWorld, signOfLifeMs } from '#server/order/order-world.ts'
import type { Payment } from '#server/order/payment/payment-store.ts'
import type { CollectingWorld } from '#server/order/payment/payments.ts'
import { collectPayments, LeaseLost } from '#server/order/payment/payments.ts'
import { type EndedOrder, outcomeOfOrder } from './place-outcome.ts'
import type { SettlingWorld } from './settle.ts'
import { settleOrder } from './settle.ts'

/** What bringing a pending order to its end needs. */
export type FinishingWorld = CollectingWorld & SettlingWorld & Pick<OrderWorld, 'log'>

class StillPending extends Error {
  override name = 'StillPending'
}

/** Runs T3 in one transaction, with whatever the caller writes along with it. */
export type Commit = (work: (tx: Tx) => Promise<EndedOrder>) => Promise<EndedOrder>

/**
 * C and T3 for a pending order whose lease is ours: used by the first call, by a retry that takes over, and by recovery.
 * Whatever goes wrong from here on, the order exists: the answer is then that it is pending, never that it failed.
 */
export async function finishOrder(
  world: FinishingWorld,
  order: PendingOrder,
  leaseOwner: string,
  commit: Commit,
  payments?: readonly Payment[],
): Promise<EndedOrder> {
  const pulse = setInterval(() => {
    keepLease(world.database, order, leaseOwner, leaseSeconds).catch(() => undefined)
  }, signOfLifeMs)
  try {
    const decision = await collectPayments(world, order, leaseOwner, payments)
    const outcome = await settle(world, order, decision, commit)
    if (outcome.kind === 'pending') {
      await putOff(world, order, leaseOwner)
      // it may wait for the shopper herself
      return outcomeOfOrder((await findOrder(world.database, order)) ?? order)
    }
    if (outcome.kind === 'placed') world.killPoint('k7')
    return outcome
  } catch (error) {
    const isOutage = error instanceof DatabaseUnavailable || error instanceof CommitUnknown
    if (!isOutage && !(error instanceof LeaseLost)) throw error
    world.log.warn({ orderId: order.orderId, reason: error.message }, 'an order is left to recovery')
    return outcomeOfOrder(order)
  } finally {
    clearInterval(pulse)
  }
}

async function settle(
  world: SettlingWorld & Pick<OrderWorld, 'database'>,
  order: PendingOrder,
  decision: Decision,
  commit: Commit,
): Promise<EndedOrder> {
  if (decision.kind === 'wait') return outcomeOfOrder(order)
  const work = async (tx: Tx) => ended(order, await settleOrder(world, tx, order, decision))
  try {
    return await commit(work)
  } catch (error) {
    if (error instanceof StillPending) return outcomeOfOrder(order)
    if (!(error instanceof CommitUnknown)) throw error
    // COMMIT may have been done: read back before any repeat
    const now = await findOrder(world.database, order)
    return now !== undefined && now.state !== 'pending' ? outcomeOfOrder(now) : commit(work)
  }
}

function ended(order: PendingOrder, answer: OrderAnswer | undefined): EndedOrder {
  // thrown, so that "pending" is never kept as the answer of a request
  if (answer === undefined) throw new StillPending()
  return outcomeOfOrder({ ...order, state: answer.problem === null ? 'placed' : 'refused', answer })
}

async function putOff(world: Pick<OrderWorld, 'database'>, order: PendingOrder, leaseOwner: string): Promise<void> {
  await putOffOrder(world.database, order, leaseOwner, backoffSeconds(order.tries))
}
