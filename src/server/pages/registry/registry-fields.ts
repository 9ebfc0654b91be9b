import { validateAddress } from '#domain/address/validate-address.ts'
import type { AddressFields } from '#domain/address-fields.ts'
import { good } from '#domain/outcome.ts'
import type { OfFields } from '#domain/registry/new-registry.ts'
import { quantityFieldName } from '#domain/registry/registry.ts'
import { registryAddressFields } from '#domain/registry/registry-address.ts'
import type { Country } from '#domain/variant.ts'
import { storedFields } from '#server/address/address-view.ts'
import type { Fields } from '#server/pages/forms/form.ts'
import { typedIn } from '#server/pages/forms/form-guard.ts'
import { wholeNumber } from '#server/pages/page-table.ts'

/** The address of a registry's form, judged as every address is (OPEN-74); null when none is given. */
export function registryAddressOf(
  fields: Fields,
  owner: { readonly firstName: string; readonly lastName: string; readonly country: Country },
): OfFields<AddressFields | null> {
  const { address1 = '', address2 = '', city = '', state = '', postalCode = '', phone = '' } = fields
  if ([address1, city, postalCode].every((text) => text.trim() === '')) return good(null)
  const none = { addressId: '', recipientId: '', companyName: '', email: '', saveToAccount: false }
  const { address, errors } = validateAddress({ ...none, ...owner, address1, address2, city, state, postalCode, phone })
  return errors.length === 0 ? good(storedFields(address)) : { ok: false, refusals: errors }
}

const own = ['registryType', 'eventDate', 'firstName', 'lastName', 'partnerName']
/** The fields of the form of a new registry, and of one that is there. */
export const settingsFields: readonly string[] = [...own, ...registryAddressFields, 'isPublic']
export const editFields: readonly string[] = [...settingsFields, 'partnerEmail', 'greeting', 'giftMail']

/** All that the form of a registry has, a box without a tick too. */
export function settingsIn(fields: Fields, names: readonly string[] = settingsFields): Fields {
  const { isPublic = 'false' } = fields
  return { ...typedIn(fields, names), isPublic }
}

/** The wish that a form is about. */
export function itemIn(fields: Fields): { readonly grId: number; readonly sku: number; readonly designId: string } {
  const { designId = '' } = fields
  return { grId: wholeNumber(fields.grId) ?? 0, sku: wholeNumber(fields.sku) ?? 0, designId }
}

/** Where the message on its quantity stands; '' for a design that can be none of ours. */
export function itemFieldIn(fields: Fields): string {
  const chosen = itemIn(fields)
  return /^([\da-f-]{32,36})?$/.test(chosen.designId) ? quantityFieldName(chosen) : ''
}
