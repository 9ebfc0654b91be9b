/** An item to add to a registry as it is sent: PersonalizationId only when there is one (REG-13, DATA-17). */
export type RegistryAddItem = {
  readonly Sku: number
  readonly Quantity: number
  readonly GrId: number
  readonly PersonalizationId?: string
}

/** What a shopper wants to add, before the registry is chosen. */
export type RegistryRequest = { readonly sku: number; readonly quantity: number; readonly personalizationId?: string }

/** The body of the add call: one entry per item, all to one registry (REG-13, REG-14). */
export function registryAddBody(items: readonly RegistryRequest[], grId: number): { items: RegistryAddItem[] } {
  return {
    items: items.map(({ sku, quantity, personalizationId = '' }) => ({
      ...{ Sku: sku, Quantity: quantity, GrId: grId },
      ...(personalizationId === '' ? {} : { PersonalizationId: personalizationId }),
    })),
  }
}
