import type { Cart, CartLine } from '#domain/cart/cart.ts'
import type { SkuFacts } from '#domain/catalog/sku.ts'
import type { OrderSummary, PricedCart, PricedLine, PricedShipment, TenderFacts } from '#domain/pricing/cart-facts.ts'
import type { PromoFacts } from '#domain/promo/promo.ts'
import type { Destination } from '#domain/shipping/methods.ts'
import type { Variant } from '#domain/variant.ts'
import type { Sql } from '#server/db/database.ts'

/** A store where lines are picked up, with the free pieces of the basket's skus there. */
export type PickupStore = {
  readonly locationId: number
  readonly name: string
  readonly destination: Destination
  readonly free: ReadonlyMap<number, number>
}

/** A line with what the catalogue says of it and its price. */
export type BasketLine = {
  readonly line: CartLine
  readonly facts: SkuFacts
  readonly priced: PricedLine
  /** Whole cents per piece: the catalogue's price, with the fee of a personalization; the amount of a donation. */
  readonly unitCents: number
  /** Where it goes: its recipient's address, its pickup store, or the ZIP of the cart page. */
  readonly destination: Destination | null
}

/** A basket with everything its total depends on, priced from the server's own tables (OPEN-117). */
export type PricedBasket = {
  readonly cart: Cart
  readonly lines: readonly BasketLine[]
  readonly savedLines: readonly { readonly line: CartLine; readonly facts: SkuFacts; readonly unitCents: number }[]
  readonly summary: OrderSummary
  readonly isTaxKnown: boolean
  readonly taxParts: PricedCart['taxParts']
  readonly shipments: readonly PricedShipment[]
  readonly explain: PricedCart['explain']
  readonly destination: Destination | null
  readonly stores: ReadonlyMap<number, PickupStore>
  /** The applied code's row with `usesOfShopper` counted for this shopper; null when none is applied or it is unknown. */
  readonly promo: PromoFacts | null
  readonly tenders: readonly TenderFacts[]
  readonly tenderAmounts: PricedCart['tenders']
  /** False when nothing is due (PAY-02). */
  readonly isPaymentNeeded: boolean
}

/** Prices a basket as of `now`. One statement for the skus, one more each when a promo, tenders or pickup stores are there. */
export declare function priceBasket(
  sql: Sql,
  cart: Cart,
  at: { readonly now: Date; readonly variant: Variant },
): Promise<PricedBasket>
