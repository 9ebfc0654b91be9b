/** The fields of a form that asks where gifts are sent; the names are the owner's own. */
export const registryAddressFields = ['address1', 'address2', 'city', 'state', 'postalCode', 'phone'] as const

/** The id under which a checkout offers the address of a registry (SHIP-04, DATA-08). */
export function registryAddressId(grId: number): string {
  return `registry-${grId}`
}

/** The registry that such an id names, 0 for any other id. */
export function registryOfAddressId(addressId: string): number {
  const found = /^registry-([1-9]\d{0,14})$/.exec(addressId)?.[1]
  return found === undefined ? 0 : Number(found)
}
