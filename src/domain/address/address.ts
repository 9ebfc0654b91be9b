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

/**
 * Where the bill goes when it goes where things are shipped (PAY-58): to the address that has the buyer's email, as the
 * first of several may be that of who gets a present; without one to the first that is no registrant's.
 */
export function buyersAddress<Of extends Address>(
  recipients: readonly { readonly isPickup: boolean; readonly address: Of | null }[],
): Of | null {
  const shipped = recipients.flatMap(({ isPickup, address }) => (isPickup || address === null ? [] : [address]))
  // a registrant's address as it is shown has no street
  const own = shipped.filter((address) => isOwnAddress(address) && address.address1 !== '')
  return own.find(({ email }) => email !== '') ?? own[0] ?? null
}
