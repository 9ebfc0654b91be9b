import type { AddressFields } from '#domain/address-fields.ts'
import type { Country } from '#domain/variant.ts'
import { emailMaxLength } from './email.ts'

/** The address payload, exact names (OPEN-74). */
export type AddressPayload = AddressFields & {
  readonly addressId: string
  readonly recipientId: string
  readonly saveToAccount: boolean
}

/** The fields a shopper fills in; the country comes with the storefront. */
export type AddressField = Exclude<keyof AddressFields, 'country'>

export type FieldLayout = {
  readonly field: AddressField
  readonly label: string
  /** Token of the HTML standard, without section and kind. */
  readonly autocomplete: string
  readonly inputMode: 'text' | 'numeric' | 'tel' | 'email'
  readonly type: 'text' | 'tel' | 'email' | 'select'
  readonly maxLength: number
  readonly isRequired: boolean
  /** Behind a button at first, such as 'Add apartment, suite' (UX-12). */
  readonly isFolded: boolean
}

export type AddressNeeds = {
  readonly isEmailRequired?: boolean
  readonly isPhoneRequired?: boolean
  /** The country of the store that is to ship there; left out for a bill, which may go anywhere (SAFE-17). */
  readonly shipsTo?: Country
}

type Wording = { readonly state: string; readonly postalCode: string; readonly postalInputMode: 'text' | 'numeric' }

/** What the two countries call things (PLAT-03). */
const wordings: { readonly [Name in Country]: Wording } = {
  US: { state: 'State', postalCode: 'ZIP code', postalInputMode: 'numeric' },
  CA: { state: 'Province', postalCode: 'Postal code', postalInputMode: 'text' },
}

/** The fields of a country's address in reading order; a field that is not required says so (UX-11, UX-13). */
export function addressLayout(country: Country, needs: AddressNeeds = {}): readonly FieldLayout[] {
  const words = wordings[country]
  const { isEmailRequired = false, isPhoneRequired = false } = needs
  return [
    { ...text, field: 'firstName', label: 'First name', autocomplete: 'given-name', maxLength: 50 },
    { ...text, field: 'lastName', label: 'Last name', autocomplete: 'family-name', maxLength: 50 },
    { ...text, field: 'companyName', label: 'Company', autocomplete: 'organization', maxLength: 80, ...folded },
    { ...text, field: 'address1', label: 'Street address', autocomplete: 'address-line1', maxLength: 100 },
    { ...text, field: 'address2', label: 'Apartment, suite', autocomplete: 'address-line2', maxLength: 100, ...folded },
    { ...text, field: 'city', label: 'City', autocomplete: 'address-level2', maxLength: 60 },
    { ...text, field: 'state', label: words.state, autocomplete: 'address-level1', maxLength: 2, type: 'select' },
    {
      ...text,
      field: 'postalCode',
      label: words.postalCode,
      autocomplete: 'postal-code',
      maxLength: 12,
      inputMode: words.postalInputMode,
    },
    {
      ...text,
      field: 'phone',
      label: 'Phone',
      autocomplete: 'tel',
      maxLength: 25,
      inputMode: 'tel',
      type: 'tel',
      isRequired: isPhoneRequired,
    },
    {
      ...text,
      field: 'email',
      label: 'Email',
      autocomplete: 'email',
      maxLength: emailMaxLength,
      inputMode: 'email',
      type: 'email',
      isRequired: isEmailRequired,
    },
  ]
}

/** The autocomplete attribute of a field, with a section per recipient: 'section-r1 shipping address-line1' (UX-13). */
export function autocompleteOf(layout: FieldLayout, kind: 'shipping' | 'billing', section = ''): string {
  return [section === '' ? '' : `section-${section}`, kind, layout.autocomplete].filter((part) => part !== '').join(' ')
}

const text = { inputMode: 'text', type: 'text', isRequired: true, isFolded: false } as const
const folded = { isRequired: false, isFolded: true } as const
