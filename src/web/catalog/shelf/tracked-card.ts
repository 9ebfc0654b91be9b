import type { ProductCard } from '#contracts/pages.ts'
import type { AnalyticsSource } from '#domain/data-layer.ts'
import type { Variant } from '#domain/variant.ts'

/** What analytics may know of one piece of a card. */
export function trackedCard(card: ProductCard, { brand, currency }: Variant): AnalyticsSource {
  return {
    ...{ sku: card.sku, quantity: 1, currentPrice: card.lowestPrice, regularPrice: card.regularPrice },
    ...{ priceTypeCode: '', markdownTypeCode: '', availability: card.availability },
    ...{ category: '', department: '', class: '', subclass: '', isPersonalized: false, storePickupNumber: '' },
    ...{ name: card.name, brand, currencyCode: currency, propertyCodes: card.registrySku?.propertyCodes ?? [] },
  }
}
