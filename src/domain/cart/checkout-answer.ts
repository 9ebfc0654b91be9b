import { type ErrorType, errorType } from './error-types.ts'

/** The parts of the checkout call's answer that decide what happens next (CALL-15, OPEN-27). */
export type CheckoutAnswer<Item = unknown> = {
  readonly errorType: ErrorType
  readonly errorMessage: string
  readonly oversizedItems: readonly Item[]
  readonly popupUrl: string
  readonly isLoggedIn: boolean
  readonly redirectUrl: string
}

export type CheckoutNext =
  /** The popup of the error type, then a cart reload (CART-35). */
  | { readonly kind: 'errorPopup'; readonly errorType: ErrorType }
  /** No popup; the cart reloads and shows the empty-cart view (CART-36). */
  | { readonly kind: 'emptyCart' }
  /** A failure without a type: its message, or the generic one when it is ''. */
  | { readonly kind: 'message'; readonly message: string }
  /** The oversized popup; its continue goes on with `nextAfterOversized` and no second call (CART-37, OVERSIZE-06). */
  | { readonly kind: 'oversizedPopup' }
  | { readonly kind: 'popup'; readonly url: string }
  | { readonly kind: 'loginFlyout' }
  | { readonly kind: 'redirect'; readonly url: string }

export type CheckoutShopper = { readonly isGuest: boolean; readonly isInternational: boolean }

/**
 * What follows the checkout call, in this order (CART-38): error, oversized items, popup, login flyout for guests with a
 * cart that is not international (CART-32), redirect (CART-33). The loader stays on only for the redirect (CART-39).
 */
export function nextOfCheckout(
  answer: CheckoutAnswer & { readonly isSuccess: boolean },
  shopper: CheckoutShopper,
): CheckoutNext {
  if (answer.errorType === errorType.emptyBasket) return { kind: 'emptyCart' }
  if (answer.errorType !== errorType.none) return { kind: 'errorPopup', errorType: answer.errorType }
  if (!answer.isSuccess) return { kind: 'message', message: answer.errorMessage }
  if (answer.oversizedItems.length > 0) return { kind: 'oversizedPopup' }
  return nextAfterOversized(answer, shopper)
}

/** What follows once the shopper continues past the oversized items (CART-37, OVERSIZE-06). */
export function nextAfterOversized(answer: CheckoutAnswer, shopper: CheckoutShopper): CheckoutNext {
  if (answer.popupUrl !== '') return { kind: 'popup', url: answer.popupUrl }
  if (shopper.isGuest && !shopper.isInternational && !answer.isLoggedIn) return { kind: 'loginFlyout' }
  return { kind: 'redirect', url: answer.redirectUrl }
}
