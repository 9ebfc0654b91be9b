import type { NewId } from '#domain/cart/change.ts'
import { coBrandBrands } from '#domain/cart/payment/store-card-brands.ts'
import type { OrderAnswer } from '#domain/order/place-answer.ts'
import { type Decision, decideSettlement } from '#domain/order/settlement.ts'
import { cbhccDesignType } from '#domain/payment/brands.ts'
import { defaultAccountCardsLimit } from '#domain/payment/limits.ts'
import { tenderName } from '#domain/payment/tender-name.ts'
import { moveCartState } from '#server/cart/cart-service.ts'
import { carrySavedLines, putCartState } from '#server/cart/cart-store.ts'
import { removePaymentRows } from '#server/cart/payment-rows-store.ts'
import type { Tx } from '#server/db/database.ts'
import { addToOutbox, mailKey } from '#server/order/mail/outbox-store.ts'
import type { OrderDeps } from '#server/order/order-deps.ts'
import { lockOrder, type PendingOrder } from '#server/order/order-store.ts'
import type { Outcome } from '#server/order/payment/payment-outcome.ts'
import { lockPayments, recordLastOutcome, startVoidingPayments } from '#server/order/payment/payment-store.ts'
import { type NewAccountCard, saveOrderedCards } from '#server/payment/account-card-store.ts'
import { endHoldsOfOrder } from '#server/registry/registry-gift-store.ts'
import { endRefused, writePlaced } from './end-order-store.ts'
import { releasePromo, spendPromo } from './hold-promo-store.ts'
import { releaseStock, sellStock } from './hold-stock-store.ts'
import { releaseCertificates, releaseGiftCards, spendCertificates, spendGiftCards } from './hold-stored-value-store.ts'
import { bookTrips, releaseTrips } from './hold-trip-store.ts'
import { mergeCartsAfterOrder } from './merge-carts-after-order.ts'
import { findWaiting, type Waiting } from './waiting-store.ts'

/** What ending an order needs. */
export type SettlingDeps = Pick<OrderDeps, 'newId' | 'killPoint'>

/**
 * T3: ends a pending order, whole, in one transaction, with the outcome of the payment that decides it. Placed only if its
 * payments, read again under the lock, really cover what is due; an order that somebody else has ended keeps its answer.
 * Undefined: it is to wait.
 */
export async function settleOrder(
  deps: SettlingDeps,
  tx: Tx,
  known: PendingOrder,
  decided: Decision,
  outcome: Outcome | null,
): Promise<OrderAnswer | undefined> {
  if (decided.kind === 'wait') return undefined
  // the order before its payments, as whoever changes both takes them
  const [order, noted, waiting] = await Promise.all([
    lockOrder(tx, known),
    outcome ? recordLastOutcome(tx, known, outcome.payment, outcome.call, outcome.to) : lockPayments(tx, known),
    findWaiting(tx, known),
  ])
  if (order === undefined) throw new Error(`Order ${known.orderId} is gone`)
  const payments = noted ?? (await lockPayments(tx, known))
  if (outcome !== null) deps.killPoint('k5')
  if (order.state !== 'pending') return order.answer ?? { problem: null }
  const verdict = decideSettlement(payments, order.cardDueCents)
  // where a webhook event or another process was first, its word counts; it may have known less of the reason
  const decision = noted === undefined && verdict.kind !== decided.kind ? verdict : decided
  if (decision.kind === 'refuse') return refuseOrder(tx, order, { problem: decision.problem }, waiting, deps.newId)
  if (verdict.kind !== 'place') return undefined
  if (order.cartState !== 'placing') throw new Error(`Order ${order.orderNumber} could not be placed from its state`)
  const answer = await placePending(tx, order, waiting)
  await mergeCartsAfterOrder(tx, order, waiting, deps.newId)
  deps.killPoint('k6')
  return answer
}

/**
 * An order whose payments are good becomes placed: everything it holds is taken, its mail goes out with this transaction, which
 * holds the locks of order and cart. All statements leave together, with COMMIT, in the order of locks: cart, promo,
 * certificates, gift cards, trips, stock.
 */
export async function placePending(tx: Tx, order: PendingOrder, waiting: Waiting): Promise<OrderAnswer> {
  // read before the first statement leaves: a throw between two of them would leave one behind that nobody awaits
  const { promo, certificates, giftCards, trips, stock, accountCards, gifts } = order.holds
  const answer: OrderAnswer = { problem: null }
  const facts = { orderId: order.orderId, orderNumber: order.orderNumber }
  putCartState(tx, order, ['placing', 'ordered'], { kind: 'ordered', facts, changes: [] })
  writePlaced(tx, order, answer)
  const saved = accountCards ? saveOrderedCards(tx, order, cardsToSave(order)) : []
  if (promo) spendPromo(tx, order)
  if (certificates) spendCertificates(tx, order)
  if (giftCards) spendGiftCards(tx, order)
  if (trips) bookTrips(tx, order)
  if (gifts) endHoldsOfOrder(tx, order)
  if (stock) sellStock(tx, order)
  const newCards = await saved
  await Promise.all(newCards.map((card) => tellOfCard(tx, order, card)))
  if (waiting.hasSaved) await carrySavedLines(tx, order)
  return answer
}

/** The account's owner is told of a card that came into it (CALM-63). */
function tellOfCard(
  tx: Tx,
  { shopperId, brand, country }: PendingOrder,
  { cardId, ...card }: NewAccountCard,
): Promise<void> {
  const name = tenderName({ method: 'card', ...card })
  return addToOutbox(tx, shopperId, 'mail.card-saved', cardId, { name, brand, country })
}

function cardsToSave({ brand }: PendingOrder) {
  return { coBrands: coBrandBrands, designType: cbhccDesignType[brand], limit: defaultAccountCardsLimit }
}

/** Everything the order holds is free again, the cart is open, and whatever money may be held is asked back. */
async function refuseOrder(
  tx: Tx,
  order: PendingOrder,
  answer: OrderAnswer,
  waiting: Waiting,
  newId: NewId,
): Promise<OrderAnswer> {
  const { promo, certificates, giftCards, trips, stock, gifts } = order.holds
  const facts = { orderId: order.orderId, problem: answer.problem?.code ?? '' }
  const event = { kind: 'orderRefused', facts, changes: [] } as const
  const [isOpen, isRefused, toVoid] = await Promise.all([
    moveCartState(tx, order, ['placing'], 'open', event),
    endRefused(tx, order, answer),
    startVoidingPayments(tx, order),
    promo && releasePromo(tx, order),
    certificates && releaseCertificates(tx, order),
    giftCards && releaseGiftCards(tx, order),
    trips && releaseTrips(tx, order),
    gifts && endHoldsOfOrder(tx, order),
    stock && releaseStock(tx, order),
  ])
  // a wallet's nonce is good for one try; all else stays as it was
  if (answer.problem?.code === 'walletRefused') await removePaymentRows(tx, order, [1, 2])
  if (!isRefused || !isOpen) throw new Error(`Order ${order.orderNumber} could not be refused from its state`)
  await mergeCartsAfterOrder(tx, order, waiting, newId)
  // told at once of a declined card; by mail when she was left waiting, or anything of hers was held
  if (order.tries > 0 || giftCards || certificates || toVoid.length > 0) {
    await addToOutbox(tx, order.shopperId, 'mail.order-refused', mailKey(order), { orderId: order.orderId })
  }
  for (const payment of toVoid) await addToOutbox(tx, order.shopperId, 'payment.void', payment.reference, payment)
  return answer
}
