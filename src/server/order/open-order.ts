import { removePromo } from '#domain/cart/basket-rules.ts'
import type { Cart } from '#domain/cart/cart.ts'
import { errorType } from '#domain/cart/error-types.ts'
import { orderNumberOf } from '#domain/order/order-number.ts'
import { paymentReferenceOf } from '#domain/order/payment-reference.ts'
import type { Problem } from '#domain/problems.ts'
import { changeCart, type LockedCart, lockCart, moveCartState } from '#server/cart/cart-service.ts'
import { readChanges } from '#server/cart/cart-store.ts'
import type { Tx } from '#server/db/database.ts'
import { holdPromo } from '#server/order/hold-promo-store.ts'
import { holdStock } from '#server/order/hold-stock-store.ts'
import { holdCertificates, holdGiftCards } from '#server/order/hold-stored-value-store.ts'
import { holdTrips } from '#server/order/hold-trip-store.ts'
import { draftProblemOf, isOtherBasket, verdictOf } from '#server/order/judge-basket.ts'
import { draftOrder, type OrderDraft } from '#server/order/order-draft.ts'
import { orderItems, orderRecipients } from '#server/order/order-items.ts'
import { findLastOrder, insertOrder, type OrderHolds, type PendingOrder } from '#server/order/order-store.ts'
import { leaseSeconds, type OrderWorld } from '#server/order/order-world.ts'
import type { PlaceRequest } from '#server/order/place-order.ts'
import { outcomeOfOrder, type PlaceOutcome } from '#server/order/place-outcome.ts'
import { placePending } from '#server/order/settle.ts'
import { type PricedBasket, priceBasket } from '#server/pricing/pricing-service.ts'

/** What T1 came to: an order of ours to go on with, one that was there before, or an answer. */
export type Opened =
  | { readonly kind: 'opened'; readonly order: PendingOrder }
  | { readonly kind: 'existing'; readonly order: PendingOrder }
  | { readonly kind: 'answered'; readonly outcome: PlaceOutcome }

/** Something could not be held: thrown to roll T1 back. */
export class NotHeld extends Error {
  override name = 'NotHeld'
  readonly problem: Problem | null
  /** Skus without enough free pieces. */
  readonly skus: readonly number[]
  constructor(problem: Problem | null, skus: readonly number[]) {
    super('Something of the order could not be held')
    this.problem = problem
    this.skus = skus
  }
}

const answered = (outcome: PlaceOutcome): Opened => ({ kind: 'answered', outcome })

/**
 * T1: from a basket to a pending order that holds all it needs, in one transaction, or to the reason why not. The basket is
 * locked, priced and judged again; nobody outside is asked.
 * @throws NotHeld
 */
export async function openOrder(world: OrderWorld, tx: Tx, request: PlaceRequest, ids: OrderIds): Promise<Opened> {
  const cart = await lockCart(tx, request)
  if (cart === undefined || cart.state === 'placing' || cart.lines.length === 0) return formerOrder(tx, request, cart)
  const priced = await priceBasket(tx, cart, request)
  const { outcome, draft } = await judge(world, tx, request, cart, priced)
  if (outcome !== null || draft === null) return answered(outcome ?? emptyBasket(cart))

  const order = pendingOrder(cart, draft, ids)
  const event = { kind: 'placing', facts: { orderId: order.orderId }, changes: [] }
  // all travel together, in the order of locks; stock last: its rows are the hot ones
  const [isMoved, , ...problems] = await Promise.all([
    moveCartState(tx, cart, ['open'], 'placing', event),
    insertOrder(tx, newOrder(world, priced, draft, order, ids, request)),
    ...holdAll(world, tx, order, draft),
  ])
  if (!isMoved) throw new Error(`Basket ${cart.cartId} left the state its lock was taken in`)
  for (const problem of problems) if (problem !== null) throw problem
  if (draft.cardDueCents === 0) {
    const { problem } = await placePending(tx, order)
    return answered(outcomeOfOrder({ ...order, state: 'placed', answer: { problem } }))
  }
  world.killPoint('k1')
  return { kind: 'opened', order }
}

export type OrderIds = { readonly orderId: string; readonly leaseOwner: string }

/** No basket to order: the order it became, if there is one (OPEN-06), or the answer of an empty basket. */
async function formerOrder(tx: Tx, request: PlaceRequest, cart: Cart | undefined): Promise<Opened> {
  const order = await findLastOrder(tx, request.shopperId, request.variant)
  if (order !== undefined && (order.state === 'pending' || order.state === 'placed')) return { kind: 'existing', order }
  return answered(emptyBasket(cart))
}

function emptyBasket(cart: Cart | undefined): PlaceOutcome {
  const basketVersion = cart?.version ?? 0
  return {
    kind: 'invalid',
    errorType: errorType.emptyBasket,
    messageKey: 'emptyBasketMessage',
    items: [],
    basketVersion,
  }
}

type Judged = { readonly outcome: PlaceOutcome | null; readonly draft: OrderDraft | null }

async function judge(
  world: OrderWorld,
  tx: Tx,
  request: PlaceRequest,
  cart: LockedCart,
  priced: PricedBasket,
): Promise<Judged> {
  const refuse = (problem: Problem, version = cart.version): Judged => ({
    outcome: { kind: 'refused', problem, orderNumber: '', basketVersion: version },
    draft: null,
  })
  const { seen } = request
  const changes =
    seen.basketVersion === null || seen.basketVersion === cart.version
      ? []
      : await readChanges(tx, cart, seen.basketVersion, cart.version)
  if (priced.promoProblem !== null) {
    // the promo state is reset, so that the basket shows what it costs without the code (ORDER-05)
    const removed = await changeCart(tx, cart, removePromo(priced.promoProblem.code), world.newId)
    return refuse(priced.promoProblem, removed.ok ? removed.value.cart.version : cart.version)
  }
  if (isOtherBasket(priced, seen, changes)) return { outcome: { kind: 'changed', priced }, draft: null }
  const verdict = verdictOf(priced, world.restrictedStates)
  if (verdict !== null) return { outcome: verdict, draft: null }
  const draft = draftOrder(priced, world.gateway.provider, request.wallet)
  const problem = draftProblemOf(priced, draft)
  if (problem !== null) return refuse(problem)
  if (draft.cardDueCents > 0 && world.gateway.isOpen()) return refuse({ code: 'serviceUnavailable' })
  return { outcome: null, draft }
}

function holdsOf(draft: OrderDraft): OrderHolds {
  return {
    stock: draft.lines.some((line) => line.isHeld),
    giftCards: draft.tenders.some(({ kind }) => kind === 'giftCard'),
    certificates: draft.tenders.some(({ kind }) => kind !== 'giftCard'),
    promo: draft.promoCode !== '',
    trips: draft.tripIds.length > 0,
  }
}

function holdAll(world: OrderWorld, tx: Tx, order: PendingOrder, draft: OrderDraft): Promise<NotHeld | null>[] {
  const { holds } = order
  const cards = draft.tenders.filter(({ kind }) => kind === 'giftCard')
  const certificates = draft.tenders.filter(({ kind }) => kind !== 'giftCard')
  const unless = async (isGood: Promise<boolean>, problem: Problem) =>
    (await isGood) ? null : new NotHeld(problem, [])
  const refusedCards = async (numbers: Promise<string[]>) => {
    const displayNumbers = await numbers
    return displayNumbers.length === 0 ? null : new NotHeld({ code: 'giftCardRefused', displayNumbers }, [])
  }
  return [
    ...(holds.promo
      ? [
          unless(holdPromo(tx, order, draft.promoCode, emailMacOf(world, draft)), {
            code: 'promoUsedUp',
            promoCode: draft.promoCode,
          }),
        ]
      : []),
    ...(holds.certificates ? [refusedCards(holdCertificates(tx, order, certificates))] : []),
    ...(holds.giftCards ? [refusedCards(holdGiftCards(tx, order, cards, draft.currency))] : []),
    ...(holds.trips ? [unless(holdTrips(tx, order, draft.tripIds), { code: 'tripTaken' })] : []),
    ...(holds.stock ? [holdStock(tx, order).then((skus) => (skus.length === 0 ? null : new NotHeld(null, skus)))] : []),
  ]
}

/** Addresses that differ in case only are one person's (SCENE-07). */
function emailMacOf(world: OrderWorld, draft: OrderDraft): Buffer | null {
  return draft.email === '' ? null : world.macOf(draft.email.trim().toLowerCase())
}

function pendingOrder(cart: LockedCart, draft: OrderDraft, { orderId }: OrderIds): PendingOrder {
  return {
    shopperId: cart.shopperId,
    orderId,
    cartId: cart.cartId,
    orderNumber: orderNumberOf(orderId),
    state: 'pending',
    brand: cart.brand,
    country: cart.country,
    currency: cart.currency,
    cartVersion: cart.version,
    cardDueCents: draft.cardDueCents,
    holds: holdsOf(draft),
    answer: null,
    ageSeconds: 0,
    tries: 0,
    isLeaseOver: false,
  }
}

function newOrder(
  world: OrderWorld,
  priced: PricedBasket,
  draft: OrderDraft,
  order: PendingOrder,
  { leaseOwner }: OrderIds,
  { partnerTransactionId }: PlaceRequest,
) {
  const { shopperId, orderId, cartId, orderNumber, brand, country, cartVersion, holds } = order
  return {
    ...{ shopperId, orderId, cartId, orderNumber, brand, country, cartVersion, leaseOwner, leaseSeconds, draft },
    emailMac: emailMacOf(world, draft),
    facts: {
      ...{ holds, partnerTransactionId },
      ...{ promoCode: draft.promoCode, tenders: draft.tenders, tripIds: draft.tripIds, explain: priced.explain },
    },
    summary: { ...priced.summary, isTaxKnown: priced.isTaxKnown, taxParts: priced.taxParts },
    recipients: orderRecipients(priced),
    items: orderItems(priced),
    references: draft.payments.map(({ slot }) => {
      return { slot, paymentId: world.newId(), reference: paymentReferenceOf({ shopperId, orderId, slot }) }
    }),
  }
}
