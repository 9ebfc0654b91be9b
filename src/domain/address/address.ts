import type { AddressFields } from '#domain/address-fields.ts'

/** An address as it is kept: fields trimmed, postal code in its stored form (OPEN-74, OPEN-115). */
export type Address = AddressFields & {
  /** The registry whose registrant lives there: then nobody else is shown more than name, city and state (BEYOND-05). */
  readonly giftRegistryId?: number
}

/** An address as it may be shown to whoever orders: of a registrant's, name, city and state, and nothing to write to. */
export function shownAddress(address: Address): Address {
  if (address.giftRegistryId === undefined) return address
  const { giftRegistryId: _, ...fields } = address
  return { ...fields, companyName: '', address1: '', address2: '', postalCode: '', phone: '', email: '' }
}

/** Whether an address is the shopper's own to see and to be billed at. */
export function isOwnAddress(address: Address | null): address is Address {
  return address !== null && address.giftRegistryId === undefined
}
