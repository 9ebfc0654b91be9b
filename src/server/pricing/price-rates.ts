import type { FeeTable } from '#domain/shipping/fees.ts'
import type { Variant } from '#domain/variant.ts'
import type { TaxDesk } from '#server/pricing/tax-desk.ts'

/** The rates that a basket's price is made from, besides the catalogue's: what shipping costs, and what is taxed where. */
export type PriceRates = {
  readonly feesOf: (variant: Pick<Variant, 'brand' | 'country'>) => FeeTable
  readonly tax: TaxDesk
}
