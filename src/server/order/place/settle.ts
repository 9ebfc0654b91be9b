import type { NewId } from '#domain/cart/change.ts'
import { coBrandBrands } from '#domain/cart/payment/store-card-brands.ts'
import type { OrderAnswer } from '#domain/order/place-answer.ts'
import { type Decision, decideSettlement } from '#domain/order/settlement.ts'
import { cbhccDesignType } from '#domain/payment/brands.ts'
import { defaultAccountCardsLimit } from '#domain/payment/limits.ts'
import { tenderName } from '#domain/payment/tender-name.ts'
import { moveCartState } from '#server/cart/cart-service.ts'
import { removePaymentRows } from '#server/cart/payment-rows-store.ts'
import type { Tx } from '#server/db/database.ts'
import { addToOutbox, mailKey } from '#server/order/mail/outbox-store.ts'
import type { OrderDeps } from '#server/order/order-deps.ts'
import { endOrder, lockOrder, type OrderKey, type PendingOrder } from '#server/order/order-store.ts'
import { lockPayments, startVoidingPayments } from '#server/order/payment/payment-store.ts'
import { type NewAccountCard, saveOrderedCards } from '#server/payment/account-card-store.ts'
import { endHoldsOfOrder } from '#server/registry/registry-gift-store.ts'
import { releasePromo, spendPromo } from './hold-promo-store.ts'
import { releaseStock, sellStock } from './hold-stock-store.ts'
import { releaseCertificates, releaseGiftCards, spendCertificates, spendGiftCards } from './hold-stored-value-store.ts'
import { bookTrips, releaseTrips } from './hold-trip-store.ts'
import { mergeCartsAfterOrder } from './merge-carts-after-order.ts'

/** What ending an order needs. */
export type SettlingDeps = Pick<OrderDeps, 'newId' | 'killPoint'>

/**
 * T3: ends a pending order, whole, in one transaction. Placed only if its payments, read again under the lock, really cover
 * what is due; an order that somebody else has ended keeps its answer. Undefined: it is to wait.
 */
export async function settleOrder(
  deps: SettlingDeps,
  tx: Tx,
  key: OrderKey,
  decision: Decision,
): Promise<OrderAnswer | undefined> {
  if (decision.kind === 'wait') return undefined
  const [order, payments] = await Promise.all([lockOrder(tx, key), lockPayments(tx, key)])
  if (order === undefined) throw new Error(`Order ${key.orderId} is gone`)
  if (order.state !== 'pending') return order.answer ?? { problem: null }
  if (decision.kind === 'refuse') return refuseOrder(tx, order, { problem: decision.problem }, deps.newId)
  const verdict = decideSettlement(payments, order.cardDueCents)
  if (verdict.kind !== 'place') return undefined
  const answer = await placePending(tx, order)
  await mergeCartsAfterOrder(tx, order, deps.newId)
  deps.killPoint('k6')
  return answer
}

/**
 * An order whose payments are good becomes placed: everything it holds is taken, its mail goes out with this transaction.
 * All statements travel together, in the order of locks: cart, promo, certificates, gift cards, trips, stock.
 */
export async function placePending(tx: Tx, order: PendingOrder): Promise<OrderAnswer> {
  // read before the first statement leaves: a throw between two of them would leave one behind that nobody awaits
  const { promo, certificates, giftCards, trips, stock, accountCards, gifts } = order.holds
  const answer: OrderAnswer = { problem: null }
  const event = {
    kind: 'ordered',
    facts: { orderId: order.orderId, orderNumber: order.orderNumber },
    changes: [],
  } as const
  const [isOrdered, isPlaced, newCards] = await Promise.all([
    moveCartState(tx, order, ['placing'], 'ordered', event),
    endOrder(tx, order, answer),
    accountCards ? saveOrderedCards(tx, order, cardsToSave(order)) : [],
    promo && spendPromo(tx, order),
    certificates && spendCertificates(tx, order),
    giftCards && spendGiftCards(tx, order),
    trips && bookTrips(tx, order),
    gifts && endHoldsOfOrder(tx, order),
    addToOutbox(tx, order.shopperId, 'mail.order-placed', mailKey(order), { orderId: order.orderId }),
    stock && sellStock(tx, order),
  ])
  if (!isPlaced || !isOrdered) throw new Error(`Order ${order.orderNumber} could not be placed from its state`)
  await Promise.all(newCards.map((card) => tellOfCard(tx, order, card)))
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
async function refuseOrder(tx: Tx, order: PendingOrder, answer: OrderAnswer, newId: NewId): Promise<OrderAnswer> {
  const { promo, certificates, giftCards, trips, stock, gifts } = order.holds
  const facts = { orderId: order.orderId, problem: answer.problem?.code ?? '' }
  const event = { kind: 'orderRefused', facts, changes: [] } as const
  const [isOpen, isRefused, toVoid] = await Promise.all([
    moveCartState(tx, order, ['placing'], 'open', event),
    endOrder(tx, order, answer),
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
  await mergeCartsAfterOrder(tx, order, newId)
  // told at once of a declined card; by mail when she was left waiting, or anything of hers was held
  if (order.tries > 0 || giftCards || certificates || toVoid.length > 0) {
    await addToOutbox(tx, order.shopperId, 'mail.order-refused', mailKey(order), { orderId: order.orderId })
  }
  for (const payment of toVoid) await addToOutbox(tx, order.shopperId, 'payment.void', payment.reference, payment)
  return answer
}
