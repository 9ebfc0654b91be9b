import type { CardRefusal } from '#domain/order/card-refusal.ts'
import type { ReplyOf } from '../call.ts'
import type { checkoutCalls } from './calls.ts'

/** One of the four steps of a checkout. */
export type CheckoutPage = {
  readonly name: 'checkout'
  readonly step: 1 | 2 | 3 | 4
  readonly checkout: ReplyOf<typeof checkoutCalls.refreshCheckout>
  /** Which card was refused just now, where the shopper was sent back for it (CALM-24). */
  readonly cardRefusal?: CardRefusal | null
}
