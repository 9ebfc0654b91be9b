import { judgeCancel } from '#domain/order/cancellation.ts'
import type { Outcome } from '#domain/outcome.ts'
import type { Tx } from '#server/db/database.ts'
import { addToOutbox, mailKey } from '#server/order/mail/outbox-store.ts'
import type { OrderDeps } from '#server/order/order-deps.ts'
import type { OrderKey } from '#server/order/order-store.ts'
import { lockPayments, startVoidingPayments } from '#server/order/payment/payment-store.ts'
import { countCancelledCards } from '#server/order/place/card-testing-guard.ts'
import { givePromoBack } from '#server/order/place/hold-promo-store.ts'
import { putStockBack } from '#server/order/place/hold-stock-store.ts'
import { giveCertificatesBack, refundGiftCards } from '#server/order/place/hold-stored-value-store.ts'
import { giveTripsBack } from '#server/order/place/hold-trip-store.ts'
import { type CancellableOrder, findArchived, lockForCancel, markCancelled } from './cancel-store.ts'

/** What cancelling an order needs. */
export type CancellingDeps = Pick<OrderDeps, 'cancelMinutes' | 'killPoint' | 'macOf' | 'alarm'>

/**
 * Cancels a whole placed order for its shopper, in the transaction it is given; the caller knows that it is hers. 'cancelled'
 * when it was so before: nothing happens twice. Judged under the locks of the order and its payments, so that a webhook event of
 * a capture comes before it or after it, never in between. Problems: those of judgeCancel.
 */
export async function cancelOrder(
  deps: CancellingDeps,
  tx: Tx,
  key: OrderKey,
): Promise<Outcome<'cancel' | 'cancelled'>> {
  const [order, payments] = await Promise.all([lockForCancel(tx, key), lockPayments(tx, key)])
  if (order === undefined) return judgeArchived(deps, tx, key)
  const isPaymentTaken = payments.some(({ state }) => state === 'captured')
  const judged = judgeCancel({ ...order, isPaymentTaken }, deps.cancelMinutes)
  if (!judged.ok || judged.value === 'cancelled') return judged
  await rollBackHolds(tx, order)
  // last: who else cancels from there waits for the commit
  if (order.addressMac !== null) await countCancelledCards(deps, tx, order.addressMac, payments.length)
  deps.killPoint('c1')
  return judged
}

/** What a shopper of long ago is told: nothing of an archived order changes. */
async function judgeArchived(
  { cancelMinutes }: CancellingDeps,
  tx: Tx,
  key: OrderKey,
): Promise<Outcome<'cancel' | 'cancelled'>> {
  const archived = await findArchived(tx, key)
  const judged = archived && judgeCancel(archived, cancelMinutes)
  if (judged === undefined || (judged.ok && judged.value === 'cancel')) throw new Error(`Order ${key.orderId} is gone`)
  return judged
}

/**
 * All that the order took comes back, and whatever money is held is asked back. The statements travel together, in the
 * order of locks: order, payments, promo, certificates, gift cards, trips, stock. Registries count by the order's state.
 */
async function rollBackHolds(tx: Tx, order: CancellableOrder): Promise<void> {
  const { promo, certificates, giftCards, trips, stock } = order.holds
  const [isCancelled, toVoid] = await Promise.all([
    markCancelled(tx, order),
    startVoidingPayments(tx, order),
    promo && givePromoBack(tx, order),
    certificates && giveCertificatesBack(tx, order),
    giftCards && refundGiftCards(tx, order),
    trips && giveTripsBack(tx, order),
    addToOutbox(tx, order.shopperId, 'mail.order-cancelled', mailKey(order), { orderId: order.orderId }),
    stock && putStockBack(tx, order),
  ])
  if (!isCancelled) throw new Error(`Order ${order.orderId} could not be cancelled from its state`)
  for (const payment of toVoid) await addToOutbox(tx, order.shopperId, 'payment.void', payment.reference, payment)
}
