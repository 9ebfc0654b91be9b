import { availabilityOf } from '#domain/catalog/availability.ts'
import type { SkuFacts } from '#domain/catalog/sku.ts'
import type { Variant } from '#domain/variant.ts'

/** One piece of a sku as analytics may know it (DATA-03, OPEN-112). `today` is 'YYYY-MM-DD'. */
export function analyticsSource(facts: SkuFacts, variant: Variant, today: string) {
  return {
    sku: facts.sku,
    quantity: 1,
    currentPrice: facts.currentCents,
    regularPrice: facts.regularCents,
    priceTypeCode: facts.priceType,
    markdownTypeCode: facts.markdownType,
    availability: availabilityOf(facts, today),
    category: facts.category,
    department: facts.department,
    class: facts.class,
    subclass: facts.subclass,
    isPersonalized: false,
    storePickupNumber: '',
    name: facts.title,
    brand: variant.brand,
    currencyCode: variant.currency,
    propertyCodes: [...facts.propertyCodes],
  }
}
