import type { Destination } from '#domain/shipping/methods.ts'
import type { Country } from '#domain/variant.ts'

/** One named part of a tax, its rate in millionths (6.25 % is 62500). */
export type TaxPart = { readonly name: string; readonly millionths: number }

/** The part that is the one tax of a state: pages call it 'Tax'; parts of any other name are shown apart (OPEN-78). */
export const salesTax = 'Sales tax'

/**
 * A row of a table of tax rates (OPEN-78): `place` is its name, such as 'US-IL', or with more after the state ('US-IL-60563')
 * where a table knows local rates; no parts where nothing is taxed. What goes to one row is taxed together, rounded once.
 */
export type TaxRow = { readonly place: string; readonly parts: readonly TaxPart[] }

/** The row that holds for a destination; null when nobody could say which. */
export type TaxRates = (destination: Destination) => TaxRow | null

/** Whether the tax is all there: while a place is not known, and while the rates of a known place are not, it is not. */
export type TaxState = 'known' | 'placeMissing' | 'unanswered'

/** Name of a whole state or province as a place of a tax table, such as 'US-IL'. */
export function taxPlace(country: Country, state: string): string {
  return `${country}-${state}`
}
