import { useSyncExternalStore } from 'react'
import type { CheckoutReply } from '#contracts/pages.ts'
import { visibleItems } from '#domain/cart/lines/visible-items.ts'

/** What the steps share: the server's last whole answer, and what it cannot know. */
export type CheckoutState = {
  readonly checkout: CheckoutReply
  /** The sentence in place of going on when the cart has run empty (STEP-13); '' otherwise. */
  readonly emptyBasketMessage: string
  /** Why the promotion code was taken off (PROMO-13, ORDER-05); '' otherwise. */
  readonly promoMessage: string
  /** What the last try ran into, told on the step where the shopper goes on; '' otherwise. */
  readonly notice: string
  /** A change is on its way: the amounts may still move. */
  readonly isPricing: boolean
}

/** The parts of the truth that a call may answer with (GIFT-10, DATA-16). */
export type CheckoutPatch = Partial<
  Pick<
    CheckoutReply,
    | 'orderSummary'
    | 'paidWith'
    | 'recipientList'
    | 'basketItems'
    | 'basketVersion'
    | 'changes'
    | 'isBillingMailWelcome'
    | 'isTaxExemptionApplied'
  >
>

export type CheckoutStore = {
  read(): CheckoutState
  subscribe(listener: () => void): () => void
  /** RefreshCheckout answered: the whole truth. */
  replace(checkout: CheckoutReply): void
  /** A call answered with parts of it. */
  patch(parts: CheckoutPatch): void
  /** The promotion code is off the cart: its state starts anew. */
  resetPromo(message: string): void
  showEmptyCart(message: string): void
  showNotice(text: string): void
  setPricing(isPricing: boolean): void
}

/** One store for all steps of one visit to the checkout. */
export function createCheckoutStore(first: CheckoutReply): CheckoutStore {
  let state: CheckoutState = {
    checkout: seen(first),
    emptyBasketMessage: '',
    promoMessage: first.promo.errorMessage,
    notice: '',
    isPricing: false,
  }
  const listeners = new Set<() => void>()
  const set = (next: CheckoutState) => {
    state = next
    for (const listener of listeners) listener()
  }
  return {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    replace: (checkout) => set({ ...state, checkout: seen(checkout), emptyBasketMessage: '' }),
    patch: (parts) => set({ ...state, checkout: seen({ ...state.checkout, ...parts }) }),
    resetPromo: (message) =>
      set({
        ...state,
        promoMessage: message,
        checkout: { ...state.checkout, promo: { discountCode: '', errorMessage: '' } },
      }),
    showEmptyCart: (message) => set({ ...state, emptyBasketMessage: message }),
    showNotice: (notice) => set({ ...state, notice }),
    setPricing: (isPricing) => set({ ...state, isPricing }),
  }
}

/** A removed item is in the server's data, and nowhere in the steps (DATA-05). */
function seen(checkout: CheckoutReply): CheckoutReply {
  return { ...checkout, basketItems: visibleItems(checkout.basketItems) }
}

/** The store's state, followed by the component that asks. */
export function useCheckoutState(store: CheckoutStore): CheckoutState {
  return useSyncExternalStore(store.subscribe, store.read, store.read)
}
