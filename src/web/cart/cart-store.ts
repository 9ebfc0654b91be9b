import { useSyncExternalStore } from 'react'
import type { CartReply } from '#contracts/pages.ts'

/** What a shopper wants of a line and the server has not yet confirmed: a quantity, its removal, or that undone. */
export type LineIntent =
  | { readonly kind: 'quantity'; readonly quantity: number }
  | { readonly kind: 'remove' }
  | { readonly kind: 'restore'; readonly line: CartReply['lineItems'][number] }

export type CartState = {
  /** The server's last word. */
  readonly cart: CartReply
  /** By line id; shown in place of the server's word until they are settled (SCENE-14). */
  readonly intents: ReadonlyMap<string, LineIntent>
  /** Lines whose removal failed a moment ago, by id: nothing else tells the eye (CART-08). */
  readonly notRemoved: ReadonlySet<string>
  /** Shown at the lines while the shared engine gives no estimate (CART-22). */
  readonly outageMessage: string
}

export type CartStore = {
  read(): CartState
  subscribe(listener: () => void): () => void
  /** Takes over the server's cart; an answer older than the one shown is dropped, because answers can overtake each other. */
  replace(cart: CartReply): void
  setIntent(lineId: string, intent: LineIntent | null): void
  noteNotRemoved(lineId: string): void
  setOutage(message: string): void
  /** New estimates by line id (CART-21). */
  setEstimates(estimates: ReadonlyMap<string, CartReply['lineItems'][number]['edd']>): void
}

/** One store for one visit to the cart page: every call answers with the whole truth. */
export function createCartStore(first: CartReply): CartStore {
  let state: CartState = { cart: first, intents: new Map(), notRemoved: new Set(), outageMessage: '' }
  const listeners = new Set<() => void>()
  const set = (patch: Partial<CartState>) => {
    state = { ...state, ...patch }
    for (const listener of listeners) listener()
  }
  return {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    replace(cart) {
      if (cart.basketVersion >= state.cart.basketVersion) set({ cart })
    },
    setIntent(lineId, intent) {
      const intents = new Map(state.intents)
      if (intent === null) intents.delete(lineId)
      else intents.set(lineId, intent)
      const notRemoved =
        intent === null ? state.notRemoved : new Set([...state.notRemoved].filter((id) => id !== lineId))
      set({ intents, notRemoved })
    },
    noteNotRemoved: (lineId) => set({ notRemoved: new Set([...state.notRemoved, lineId]) }),
    setOutage: (outageMessage) => set({ outageMessage }),
    setEstimates(estimates) {
      const lineItems = state.cart.lineItems.map((line) => {
        const edd = estimates.get(line.id)
        return edd === undefined ? line : { ...line, edd }
      })
      set({ cart: { ...state.cart, lineItems }, outageMessage: '' })
    },
  }
}

/** The store's state, followed by the component that asks. */
export function useCartState(store: CartStore): CartState {
  return useSyncExternalStore(store.subscribe, store.read, store.read)
}

/** The lines as the shopper wants them: removed ones gone, quantities as last chosen. */
export function wantedLines({ cart, intents }: CartState): CartReply['lineItems'] {
  return cart.lineItems
    .filter((line) => intents.get(line.id)?.kind !== 'remove')
    .map((line) => {
      const intent = intents.get(line.id)
      return intent?.kind === 'quantity' ? { ...line, quantity: intent.quantity } : line
    })
}
