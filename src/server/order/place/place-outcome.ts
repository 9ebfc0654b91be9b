import type { ErrorType } from '#domain/cart/error-types.ts'
import type { MessageKey } from '#domain/messages.ts'
import type { ShortTender } from '#domain/order/shown-tenders.ts'
import type { Problem } from '#domain/problems.ts'
import type { OrderKey, PendingOrder } from '#server/order/order-store.ts'
import type { CartQuote, QuotedLine } from '#server/pricing/pricing-service.ts'

/** Which order a call is about, and its cart with the version it has now. */
export type OrderIdentity = {
  readonly orderNumber: string
  readonly basketId: string
  readonly basketVersion: number
  /** Null when nothing was tried. */
  readonly order: OrderKey | null
}

/** What Place Order came to. */
export type PlaceOutcome =
  | ({ readonly kind: 'placed' } & OrderIdentity)
  /** The processor has not said yet: the confirmation page waits for it (BEYOND-02); or the card's bank asks first. */
  | ({ readonly kind: 'pending'; readonly challengeUrl: string | null } & OrderIdentity)
  /** `orderNumber` '' when nothing was tried. */
  | ({ readonly kind: 'refused'; readonly problem: Problem } & OrderIdentity)
  /** The cart cannot go on (types 1 to 9); nothing was tried. */
  | {
      readonly kind: 'invalid'
      readonly errorType: ErrorType
      readonly messageKey: MessageKey
      readonly items: readonly QuotedLine[]
      readonly basketId: string
      readonly basketVersion: number
    }
  /** Stored value cannot pay what it was shown to pay (SAFE-10); nothing was tried. */
  | { readonly kind: 'short'; readonly tenders: readonly ShortTender[]; readonly priced: CartQuote }
  /** It is not what the shopper saw (BEYOND-01); nothing was tried. */
  | { readonly kind: 'changed'; readonly priced: CartQuote }

/** What an order came to, once it exists. */
export type EndedOrder = Extract<PlaceOutcome, { kind: 'placed' | 'pending' | 'refused' }>

/** The outcome an order has by now. Its cart was moved twice since the order took it, or once while it is pending. */
export function outcomeOfOrder(order: PendingOrder): EndedOrder {
  const { orderNumber, cartVersion, state, answer, challengeUrl } = order
  const { shopperId, orderId, cartId: basketId } = order
  const isPending = state === 'pending'
  const basketVersion = cartVersion + (isPending ? 1 : 2)
  const identity = { orderNumber, basketId, basketVersion, order: { shopperId, orderId } }
  if (isPending) return { kind: 'pending', challengeUrl, ...identity }
  const problem = answer?.problem ?? null
  return problem === null ? { kind: 'placed', ...identity } : { kind: 'refused', problem, ...identity }
}

/** A refusal before there was an order. */
export function nothingTried(
  problem: Problem,
  cart: { readonly cartId: string; readonly version: number } | undefined,
): PlaceOutcome {
  const { cartId: basketId = '', version: basketVersion = 0 } = cart ?? {}
  return { kind: 'refused', problem, orderNumber: '', basketId, basketVersion, order: null }
}
