import type { AvailabilityStatus } from './availability.ts'
import type { Making } from './making.ts'
import type {
  AvailabilityFacts,
  Box,
  CustomOrder,
  Dimensions,
  InstallationService,
  PersonalizationTemplate,
  Picture,
  ShipKind,
} from './sku.ts'

/** One value of an option: code text of the choice, the word a shopper reads, and a colour to show when it is one. */
export type OptionValue = { readonly value: string; readonly name: string; readonly swatch: string }

/** An option of a product, in the order to show: code 'color', name 'Color'. */
export type ProductOption = { readonly code: string; readonly name: string; readonly values: readonly OptionValue[] }

/** A category as navigation shows it; `children` are in order of position. */
export type CategoryLink = {
  readonly slug: string
  readonly name: string
  readonly picture: Picture | null
  readonly children: readonly CategoryLink[]
}

/** Prices in cents; a card shows one price when lowest and highest are equal. */
export type PriceRange = {
  readonly lowCurrentCents: number
  readonly highCurrentCents: number
  readonly lowRegularCents: number
  readonly highRegularCents: number
}

/** A colour dot under a card: leads to the sku of that colour. */
export type CardSwatch = {
  readonly sku: number
  readonly name: string
  readonly color: string
  readonly picture: Picture | null
}

/** What a registry asks of a sku before it takes it in (OPEN-26). */
export type RegistrySku = {
  readonly sku: number
  readonly isStockSku: boolean
  readonly hasGrouper: boolean
  readonly isSuperSpecialOrder: boolean
  readonly propertyCodes: readonly number[]
}

/** A product on a shelf: the category page's card, also of carousels. `sku` is the one the card leads to. */
export type ProductCard = {
  readonly productId: string
  readonly sku: number
  readonly name: string
  readonly price: PriceRange
  readonly picture: Picture | null
  readonly secondPicture: Picture | null
  readonly swatches: readonly CardSwatch[]
  /** Of each of its skus, in order of position; of donations, which are held nowhere, none. */
  readonly supplies: readonly AvailabilityFacts[]
  /** True when the card's sku can go into the cart as it is: one sku, no personalization, no custom order, not a donation. */
  readonly isSimple: boolean
  readonly optionChoice: string
  readonly hasCustomOrder: boolean
  readonly propertyCodes: readonly number[]
  /** Of the card's sku; null for a donation, which no registry holds. */
  readonly registrySku: RegistrySku | null
  /** Has no price of its own: who gives it chooses the amount. */
  readonly isDonation: boolean
}

/** One sku on its product page. Cents in the currency of the country. */
export type ProductSku = AvailabilityFacts & {
  readonly makeDaysAre: Making['makeDaysAre']
  readonly sku: number
  readonly title: string
  readonly optionChoice: string
  readonly picture: Picture | null
  readonly currentCents: number
  readonly regularCents: number
  readonly priceType: string
  readonly markdownType: string
  readonly availability: AvailabilityStatus
  readonly shipKind: ShipKind
  readonly isStockSku: boolean
  readonly isSuperSpecialOrder: boolean
  readonly isPfas: boolean
  readonly propertyCodes: readonly number[]
  readonly dimensions: Dimensions | null
  readonly boxes: readonly Box[]
  readonly services: readonly InstallationService[]
  readonly personalization: PersonalizationTemplate | null
  readonly customOrder: CustomOrder | null
}

export type ProductPage = {
  readonly productId: string
  /** The sku of the address: the one chosen at first. */
  readonly sku: number
  readonly name: string
  readonly description: string
  readonly details: readonly string[]
  readonly care: string
  readonly category: { readonly slug: string; readonly name: string }
  readonly parentCategory: { readonly slug: string; readonly name: string } | null
  readonly options: readonly ProductOption[]
  /** Pictures of the product as a whole, shown after the chosen sku's own. */
  readonly pictures: readonly Picture[]
  readonly hasGrouper: boolean
  readonly addOnSkus: readonly number[]
  /** Every sku of the product that is sold in this country, in order of position. */
  readonly skus: readonly ProductSku[]
}
