import type { Outcome } from '#domain/outcome.ts'
import type { Cart } from './cart.ts'

export type ChangeKind =
  | 'price'
  | 'stock'
  | 'promo'
  | 'shipping'
  | 'estimate'
  | 'merge'
  | 'quantity'
  | 'items'
  | 'tender'

/** One thing that changed, for the receipt of BEYOND-01; amounts in cents, `lineId` '' when it is the whole basket's. */
export type CartChange = {
  readonly kind: ChangeKind
  readonly lineId: string
  /** The item it is about, 0 when it is the whole basket's. */
  readonly sku: number
  readonly before: string | number | null
  readonly after: string | number | null
}

/** What happened to a basket, kept for ever (BEYOND-13); facts are plain values and hold no card. */
export type CartEvent = {
  readonly kind: string
  readonly facts: { readonly [fact: string]: unknown }
  readonly changes: readonly CartChange[]
}

export type Changed = {
  readonly cart: Cart
  readonly event: CartEvent
  /** Nothing may be lost by it, so the limits of a cart do not hold. */
  readonly isUnlimited?: boolean
}

/** A pure rule: the basket after a change and its event, or the problem in its way. The same basket object: no change. */
export type CartRule = (cart: Cart) => Outcome<Changed>

/** Gives a fresh id; chance comes in from outside. */
export type NewId = () => string
