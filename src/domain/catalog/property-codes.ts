/** SKU property codes that hide the registry button on the product list page (CONST-22, PDP-08). */
export const registryHidingCodes: readonly number[] = [250, 300, 400]

/** SKU property codes that mean 'Made to Order' (CONST-22, PDP-09, REG-24). */
export const madeToOrderCodes: readonly number[] = [300, 400]

/** Whether the product list page hides the registry button of a sku (PDP-08). */
export function hidesRegistryButton(propertyCodes: readonly number[]): boolean {
  return propertyCodes.some((code) => registryHidingCodes.includes(code))
}

/** Whether a sku is made to order, in analytics and for registries (PDP-09, REG-24). */
export function isMadeToOrder(propertyCodes: readonly number[]): boolean {
  return propertyCodes.some((code) => madeToOrderCodes.includes(code))
}
