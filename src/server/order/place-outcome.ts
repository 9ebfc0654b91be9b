import type { ErrorType } from '#domain/cart/error-types.ts'
import type { MessageKey } from '#domain/messages.ts'
import type { Problem } from '#domain/problems.ts'
import type { PendingOrder } from '#server/order/order-store.ts'
import type { BasketLine, PricedBasket } from '#server/pricing/pricing-service.ts'

/** Which order a call is about, and the version its basket has now. */
export type OrderIdentity = { readonly orderNumber: string; readonly basketVersion: number }

/** What Place Order came to. */
export type PlaceOutcome =
  | ({ readonly kind: 'placed' } & OrderIdentity)
  /** The processor has not said yet: the confirmation page waits for it (BEYOND-02); or the card's bank asks first. */
  | ({ readonly kind: 'pending'; readonly challengeUrl: string | null } & OrderIdentity)
  /** `orderNumber` '' when nothing was tried. */
  | ({ readonly kind: 'refused'; readonly problem: Problem } & OrderIdentity)
  /** The basket cannot go on (types 1 to 9); nothing was tried. */
  | {
      readonly kind: 'invalid'
      readonly errorType: ErrorType
      readonly messageKey: MessageKey | ''
      readonly items: readonly BasketLine[]
      readonly basketVersion: number
    }
  /** It is not what the shopper saw (BEYOND-01); nothing was tried. */
  | { readonly kind: 'changed'; readonly priced: PricedBasket }

/** What an order came to, once it exists. */
export type EndedOrder = Extract<PlaceOutcome, { kind: 'placed' | 'pending' | 'refused' }>

/** The outcome an order has by now. Its basket was moved twice since the order took it, or once while it is pending. */
export function outcomeOfOrder(order: PendingOrder): EndedOrder {
  const { orderNumber, cartVersion, state, answer, challengeUrl } = order
  if (state === 'pending') return { kind: 'pending', challengeUrl, orderNumber, basketVersion: cartVersion + 1 }
  const basketVersion = cartVersion + 2
  const problem = answer?.problem ?? null
  return problem === null
    ? { kind: 'placed', orderNumber, basketVersion }
    : { kind: 'refused', problem, orderNumber, basketVersion }
}
