import type { ShipToCountry } from '#domain/address/request-countries.ts'
import type { Country } from '#domain/variant.ts'

/** Pages of where things go. */
export type ShippingPage = {
  readonly name: 'shipTo'
  readonly returnUrl: string
  /** The code of a country abroad, or ''. */
  readonly chosen: string
  /** Both stores of the brand; `address` is '' of the one this is. */
  readonly stores: readonly { readonly country: Country; readonly name: string; readonly address: string }[]
  readonly countries: readonly ShipToCountry[]
}
