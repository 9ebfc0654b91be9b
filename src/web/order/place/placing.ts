import type { ReplyOf } from '#contracts/call.ts'
import type { orderCalls } from '#contracts/order/calls.ts'
import type { CheckoutStore } from '#web/checkout/checkout-store.ts'
import type { CartVerdict } from '#web/checkout/steps/step-flow.ts'
import type { Browser } from '#web/navigation/browser.tsx'

export type PlaceReply = ReplyOf<typeof orderCalls.placeOrder>

/** The calls that place an order. */
export type PlaceCall =
  | 'placeOrder'
  | 'placeApplePayOrder'
  | 'placeApplePayOrderFromPayment'
  | 'placePayPalOrderFromPayment'

export type PlaceFlow = {
  /** Where it is pressed: with a wallet also on the payment step (ALT-13). */
  readonly step: 3 | 4
  readonly store: CheckoutStore
  readonly browser: Browser
  readonly goTo: (address: string) => Promise<void>
  readonly resolve: (verdict: CartVerdict) => Promise<boolean>
  readonly emptyBasketMessage: string
  readonly scrollToTop: () => void
}

/** How a press of 'Place Order' ended, as far as the review step must know. */
export type PlaceResult =
  /** The page is left, or goes on inside the checkout. */
  | 'leaving'
  /** The shopper stays and is told why. */
  | 'stayed'
  /** The connection was lost after the order was sent: nobody knows yet (BEYOND-02). */
  | 'unknown'
  /** A popup to show once loading is off, and what follows it (STEP-12). */
  | { readonly afterwards: () => Promise<unknown> }
