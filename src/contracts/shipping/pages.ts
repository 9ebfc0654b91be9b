import type { ShipToCountry } from '#domain/address/request-countries.ts'
import type { Country } from '#domain/variant.ts'

/** Pages of where things go. */
export type ShippingPage =
  | {
      readonly name: 'shipTo'
      readonly returnUrl: string
      /** The code of a country abroad, or ''. */
      readonly chosen: string
      /** Both stores of the brand; `address` is '' of the one this is. */
      readonly stores: readonly { readonly country: Country; readonly name: string; readonly address: string }[]
      readonly countries: readonly ShipToCountry[]
    }
  | {
      readonly name: 'orderRequest'
      /** What is known of the shopper; '' for nothing. */
      readonly email: string
      readonly country: string
      /** What goes along with the request, out of the cart. */
      readonly items: readonly { readonly lineId: string; readonly title: string; readonly quantity: number }[]
      readonly countries: readonly ShipToCountry[]
    }
  | { readonly name: 'requestSent' }
