import { createContext, use } from 'react'
import type { CardRefusal } from '#domain/order/card-refusal.ts'
import { type CheckoutState, type CheckoutStore, useCheckoutState } from '#web/checkout/checkout-store.ts'
import type { CartVerdict } from '#web/checkout/steps/step-flow.ts'
import type { Browser } from '#web/navigation/browser.tsx'

/** What every step of one visit shares. */
export type CheckoutVisit = {
  readonly step: 1 | 2 | 3 | 4
  readonly store: CheckoutStore
  readonly browser: Browser
  /** Which card was refused just now, where the shopper was sent back for it (CALM-24). */
  readonly cardRefusal: CardRefusal | null
  /** Goes to an address of the checkout without a page load; done when its page is there. */
  readonly goTo: (address: string) => Promise<void>
  /** Shows why the cart cannot go on; true when the shopper fixed it and the move may be tried again (UNAVAIL-18). */
  readonly resolve: (verdict: CartVerdict) => Promise<boolean>
}

const CheckoutVisitContext = createContext<CheckoutVisit | null>(null)

export const CheckoutVisitProvider = CheckoutVisitContext

/** The visit with the state the page shows now. */
export function useCheckout(): CheckoutVisit & CheckoutState {
  const visit = use(CheckoutVisitContext)
  if (visit === null) throw new Error('useCheckout needs a CheckoutVisitProvider')
  return { ...visit, ...useCheckoutState(visit.store) }
}
