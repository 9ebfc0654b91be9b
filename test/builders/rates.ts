import { giftWrapFees } from '#domain/gift/gift-options.ts'
import type { CartFacts, PricedCart } from '#domain/pricing/cart-facts.ts'
import { type PriceTables, priceCart } from '#domain/pricing/price-cart.ts'
import type { FeeTable } from '#domain/shipping/fees.ts'
import { defaultPfasStates } from '#domain/shipping/restricted-states.ts'
import { createSkuCache } from '#server/catalog/sku-cache.ts'
import type { PriceRates } from '#server/pricing/price-rates.ts'
import { baseRateAt } from '#server/providers/tax/base-rates.ts'

/** The fee table that every store front begins with (OPEN-79), whole cents. */
export const shippingFees: FeeTable = {
  bands: [
    { toCents: 2_500, feeCents: 695 },
    { toCents: 5_000, feeCents: 995 },
    { toCents: 10_000, feeCents: 1_495 },
    { toCents: 20_000, feeCents: 1_995 },
  ],
  aboveMillionths: 100_000,
  capCents: 4_995,
  premiumExtraCents: 1_500,
  expressExtraCents: 2_500,
  flatCents: { 6: 11_900, 7: 19_900, 8: 8_900, 9: 0 },
  surchargeCents: 1_000,
}

const tables: PriceTables = { fees: shippingFees, tax: baseRateAt, giftWrap: giftWrapFees }

/** A cart priced by the rates that every store front begins with, unless by others. */
export function pricedCart(facts: CartFacts, other: Partial<PriceTables> = {}): PricedCart {
  return priceCart(facts, { ...tables, ...other })
}

/** The rates of a handler that is run without a shop: the same, always answered. */
export function testRates(): PriceRates {
  return {
    ...{ feesOf: () => shippingFees, restrictedStates: defaultPfasStates, skus: createSkuCache() },
    tax: { ratesAt: async () => baseRateAt },
  }
}
