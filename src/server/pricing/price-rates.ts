import type { TaxRates } from '#domain/pricing/tax.ts'
import type { FeeTable } from '#domain/shipping/fees.ts'
import type { Destination } from '#domain/shipping/methods.ts'
import type { Variant } from '#domain/variant.ts'
import type { SkuCache } from '#server/catalog/sku-cache.ts'

/**
 * What this process holds to price a cart from: what shipping costs, what is taxed where, the facts of skus; and the
 * states that no PFAS items go to (OPEN-49), which decide whether there is a date beside the price.
 */
export type PriceRates = {
  readonly feesOf: (variant: Pick<Variant, 'brand' | 'country'>) => FeeTable
  readonly tax: CachedTaxClient
  readonly skus: SkuCache
  readonly restrictedStates: readonly string[]
}

/** Asks the tax service for the places of a cart. */
export type CachedTaxClient = {
  /** The rates at these places; never rejects, and takes no longer than the limit. */
  ratesAt(places: readonly Destination[]): Promise<TaxRates>
}
