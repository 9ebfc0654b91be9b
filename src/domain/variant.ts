/** The two storefront brands, exact codes (PLAT-01). */
export type Brand = 'CB' | 'CB2'
export type Country = 'US' | 'CA'
export type Currency = 'USD' | 'CAD'
/** Exactly two locales (PLAT-03). */
export type Locale = 'en-US' | 'en-CA'

/** One of the four storefronts: what differs between them is a capability here, never an `if (brand)` elsewhere. */
export type Variant = {
  readonly key: VariantKey
  readonly brand: Brand
  readonly country: Country
  readonly locale: Locale
  readonly currency: Currency
  /** Host name of the built-in host table (OPEN-08). */
  readonly host: string
  /** 'ZIP code' or 'postal code', as the country's shoppers say (PLAT-03). */
  readonly postalCodeWord: 'ZIP code' | 'postal code'
  /** Shows the map of delivery points (SHIPPOP-14, CONST-08). */
  readonly hasDeliveryMap: boolean
  /** Shows the tab 'Domestic and International' (SHIPPOP-02). */
  readonly hasInternationalTab: boolean
  /** Taxes are shown apart as GST, HST, PST, QST. */
  readonly hasSplitTax: boolean
}

export type VariantKey = 'cb' | 'cb-ca' | 'cb2' | 'cb2-ca'

const us = {
  country: 'US',
  locale: 'en-US',
  currency: 'USD',
  postalCodeWord: 'ZIP code',
  hasDeliveryMap: true,
  hasInternationalTab: true,
  hasSplitTax: false,
} as const
const canada = {
  country: 'CA',
  locale: 'en-CA',
  currency: 'CAD',
  postalCodeWord: 'postal code',
  hasDeliveryMap: false,
  hasInternationalTab: false,
  hasSplitTax: true,
} as const

/** The four storefronts (PLAT-02). */
export const variants: { readonly [Key in VariantKey]: Variant } = {
  cb: { key: 'cb', brand: 'CB', host: 'cb.localhost', ...us },
  'cb-ca': { key: 'cb-ca', brand: 'CB', host: 'cb-ca.localhost', ...canada },
  cb2: { key: 'cb2', brand: 'CB2', host: 'cb2.localhost', ...us },
  'cb2-ca': { key: 'cb2-ca', brand: 'CB2', host: 'cb2-ca.localhost', ...canada },
}

/** What a postal code is called where a country's shoppers live (PLAT-03). */
export function postalCodeWordOf(country: Country): Variant['postalCodeWord'] {
  return (country === 'CA' ? canada : us).postalCodeWord
}

export const allVariants: readonly Variant[] = Object.values(variants)
