import type { Variant } from '#domain/variant.ts'
import type { OrderTry } from './card-testing-guard.ts'
import type { SeenCart } from './judge-cart.ts'
import type { WalletApproval } from './order-draft.ts'

/** Who presses the button, on what, and how she pays when it is a wallet's button. */
export type PlaceRequest = {
  readonly shopperId: string
  /** The guest this browser was before it signed in; null for none. */
  readonly guestBefore: string | null
  readonly variant: Variant
  /** What goes to another country is ordered by request, not here (CART-33). */
  readonly isInternational: boolean
  readonly now: Date
  readonly seen: SeenCart
  readonly wallet?: WalletApproval | undefined
  /** Where the button was pressed; too many refused cards from there and the processor is not asked. */
  readonly clientAddress: string
  /** Its turn among the orders of that address that ask the processor now. */
  readonly cardTry?: OrderTry
  /** The partner's id of ORDER-02, '' for none; kept with the order. */
  readonly partnerTransactionId: string
}
