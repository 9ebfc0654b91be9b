import type { TaxRates } from '#domain/pricing/tax.ts'
import type { FeeTable } from '#domain/shipping/fees.ts'
import type { Destination } from '#domain/shipping/methods.ts'
import type { Variant } from '#domain/variant.ts'

/**
 * The rates that a cart's price is made from, besides the catalogue's: what shipping costs, and what is taxed where; and the
 * states that no PFAS items go to (OPEN-49), which decide whether there is a date beside the price.
 */
export type PriceRates = {
  readonly feesOf: (variant: Pick<Variant, 'brand' | 'country'>) => FeeTable
  readonly tax: CachedTaxClient
  readonly restrictedStates: readonly string[]
}

/** Asks the tax service for the places of a cart. */
export type CachedTaxClient = {
  /** The rates at these places; never rejects, and takes no longer than the limit. */
  ratesAt(places: readonly Destination[]): Promise<TaxRates>
}
