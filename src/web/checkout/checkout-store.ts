import { useSyncExternalStore } from 'react'
import type { CheckoutReply } from '#contracts/pages.ts'
import { visibleItems } from '#domain/cart/lines/visible-items.ts'
import { isOfPlace } from '#web/pricing/place-changes.tsx'

/** What the steps share: the server's last whole answer, and what it cannot know. */
export type CheckoutState = {
  readonly checkout: CheckoutReply
  /** The sentence in place of going on when the cart has run empty (STEP-13); '' otherwise. */
  readonly emptyBasketMessage: string
  /** Why the promotion code was taken off (PROMO-13, ORDER-05); '' otherwise. */
  readonly promoMessage: string
  /** What the last try ran into, told on the step where the shopper goes on; '' otherwise. */
  readonly notice: string
  /** What the last address changed; it outlives the calls that lead to the next step, where it is read (CALM-02). */
  readonly placeChanges: CheckoutReply['changes']
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
  /** The shopper goes on: she has read what her address changed. */
  dropPlaceChanges(): void
  setPricing(isPricing: boolean): void
}

/** One store for all steps of one visit to the checkout. */
export function createCheckoutStore(first: CheckoutReply): CheckoutStore {
  let state: CheckoutState = {
    checkout: seen(first),
    emptyBasketMessage: '',
    promoMessage: first.promo.errorMessage,
    notice: '',
    placeChanges: first.changes.filter(isOfPlace),
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
    replace: (checkout) =>
      set({ ...state, ...toldBy(checkout, state), checkout: seen(checkout), emptyBasketMessage: '' }),
    patch: (parts) => set({ ...state, ...toldBy(parts, state), checkout: seen({ ...state.checkout, ...parts }) }),
    resetPromo: (message) =>
      set({
        ...state,
        promoMessage: message,
        checkout: { ...state.checkout, promo: { discountCode: '', errorMessage: '' } },
      }),
    showEmptyCart: (message) => set({ ...state, emptyBasketMessage: message }),
    showNotice: (notice) => set({ ...state, notice }),
    dropPlaceChanges: () => set({ ...state, placeChanges: [] }),
    setPricing: (isPricing) => set({ ...state, isPricing }),
  }
}

/** An answer that tells nothing of the place leaves what was told before. */
function toldBy({ changes = [] }: CheckoutPatch, { placeChanges }: Pick<CheckoutState, 'placeChanges'>) {
  const told = changes.filter(isOfPlace)
  return { placeChanges: told.length > 0 ? told : placeChanges }
}

/** A removed item is in the server's data, and nowhere in the steps (DATA-05). */
function seen(checkout: CheckoutReply): CheckoutReply {
  return { ...checkout, basketItems: visibleItems(checkout.basketItems) }
}

/** The store's state, followed by the component that asks. */
export function useCheckoutState(store: CheckoutStore): CheckoutState {
  return useSyncExternalStore(store.subscribe, store.read, store.read)
}
