import type { TaxRates } from '#domain/pricing/tax.ts'
import type { FeeTable } from '#domain/shipping/fees.ts'
import type { Destination } from '#domain/shipping/methods.ts'
import type { Variant } from '#domain/variant.ts'

/** The rates that a cart's price is made from, besides the catalogue's: what shipping costs, and what is taxed where. */
export type PriceRates = {
  readonly feesOf: (variant: Pick<Variant, 'brand' | 'country'>) => FeeTable
  readonly tax: CachedTaxClient
}

/** Asks the tax service for the places of a cart. */
export type CachedTaxClient = {
  /** The rates at these places; never rejects, and takes no longer than the limit. */
  ratesAt(places: readonly Destination[]): Promise<TaxRates>
}
