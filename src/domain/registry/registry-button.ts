import type { RegistrySku } from '#domain/catalog/product.ts'
import { isMadeToOrder } from '#domain/catalog/property-codes.ts'

/** Whether a registry can hold a sku: a stock sku, a grouper, or a super special order with sku 0; never made to order (REG-23, REG-24). */
export function isForRegistry(item: RegistrySku): boolean {
  const isRegistrable = item.isStockSku || item.hasGrouper || (item.isSuperSpecialOrder && item.sku === 0)
  return isRegistrable && !isMadeToOrder(item.propertyCodes)
}

/** Whether the add-to-registry button cannot be pressed (REG-22 to REG-25). */
export function isRegistryButtonDisabled(
  item: RegistrySku,
  now: {
    readonly isLoading: boolean
    readonly isPersonalized: boolean
    /** As personalization judges its own texts. */
    readonly isPersonalizationValid: boolean
  },
): boolean {
  return now.isLoading || !isForRegistry(item) || (now.isPersonalized && !now.isPersonalizationValid)
}
