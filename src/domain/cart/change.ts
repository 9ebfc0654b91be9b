import type { Outcome } from '#domain/outcome.ts'
import type { Cart } from './cart.ts'
import type { CartEvent } from './events.ts'

export type Changed = {
  readonly cart: Cart
  readonly event: CartEvent
  /** Nothing may be lost by it, so the limits of a cart do not hold. */
  readonly isUnlimited?: boolean
}

/** A pure rule: the cart after a change and its event, or the problem in its way. The same cart object: no change. */
export type CartRule = (cart: Cart) => Outcome<Changed>

/** Gives a fresh id; chance comes in from outside. */
export type NewId = () => string
