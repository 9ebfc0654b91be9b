import { type AddressField, type AddressNeeds, type AddressPayload, addressLayout } from '#domain/address/layouts.ts'
import { type FieldProblem, validateAddress } from '#domain/address/validate-address.ts'
import type { Country } from '#domain/variant.ts'

/** The texts of an address form, as typed. */
export type AddressValues = { readonly [Field in AddressField]: string }

/** What a form knows besides its texts. */
export type AddressFacts = { readonly country: Country; readonly needs: AddressNeeds }

export const emptyAddress: AddressValues = {
  firstName: '',
  lastName: '',
  companyName: '',
  address1: '',
  address2: '',
  city: '',
  state: '',
  postalCode: '',
  phone: '',
  email: '',
}

/** The texts of a saved address; the empty form when there is none. */
export function valuesOf(address: { readonly [Field in AddressField]?: string | undefined } | null): AddressValues {
  const fields = Object.keys(emptyAddress) as AddressField[]
  return Object.fromEntries(fields.map((field) => [field, address?.[field] ?? ''])) as AddressValues
}

/** The payload of an address call (OPEN-74). */
export function payloadOf(
  values: AddressValues,
  { country }: AddressFacts,
  ids: { readonly addressId?: string; readonly recipientId?: string } = {},
): AddressPayload {
  return { addressId: '', recipientId: '', ...ids, ...values, country, saveToAccount: false }
}

/** What is wrong with the texts, in the order of the form (SHIP-03). */
export function problemsOf(values: AddressValues, facts: AddressFacts): readonly FieldProblem[] {
  const order = fieldsOf(facts).map(({ field }) => field)
  const { errors } = validateAddress(payloadOf(values, facts), facts.needs)
  return [...errors].sort((one, other) => order.indexOf(one.field) - order.indexOf(other.field))
}

/** The fields in the order the shopper meets them: where to write to comes first, if it is asked for. */
export function fieldsOf({ country, needs }: AddressFacts) {
  const layout = addressLayout(country, needs)
  const email = layout.filter(({ field }) => field === 'email')
  return [...(needs.isEmailRequired ? email : []), ...layout.filter(({ field }) => field !== 'email')]
}
