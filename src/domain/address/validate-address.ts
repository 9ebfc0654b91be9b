import type { Problem } from '#domain/problems.ts'
import { isEmail } from './email.ts'
import {
  type AddressField,
  type AddressNeeds,
  type AddressPayload,
  addressLayout,
  type FieldLayout,
} from './layouts.ts'
import { isName } from './names.ts'
import { otherCountryProblem } from './other-country.ts'
import { phoneDigits } from './phone.ts'
import { checkPostalCode } from './postal-code.ts'
import { stateOfPostalCode } from './postal-prefixes.ts'
import { stateCodeOf } from './states.ts'

type AddressProblem = Problem<
  | 'missingPostalCode'
  | 'invalidPostalCode'
  | 'unknownPostalCode'
  | 'postalCodeStateMismatch'
  | 'missingField'
  | 'fieldTooLong'
  | 'invalidField'
  | 'invalidName'
  | 'invalidEmail'
  | 'invalidPhone'
  | 'poBoxForFreight'
>

export type FieldProblem = { readonly field: AddressField; readonly problem: AddressProblem }

export type CheckedAddress = {
  /** The address as it is stored: trimmed, state as code, postal code and phone in one form. */
  readonly address: AddressPayload
  /** In the order of the form; empty when the address is good. */
  readonly errors: readonly FieldProblem[]
}

/**
 * Judges an address payload (OPEN-74, SHIP-03, VALID-44): required fields, name pattern (VALID-36), email pattern
 * (VALID-37), postal code (VALID-32, VALID-33) and its state, phone of ten digits, lengths. Email and phone are required
 * only where the caller needs them, and judged whenever they are filled. An address that is to be shipped to is one of the
 * store's country (SAFE-17).
 */
export function validateAddress(entered: AddressPayload, needs: AddressNeeds = {}): CheckedAddress {
  const address = stored(entered)
  const errors = addressLayout(entered.country, needs).flatMap((layout) => {
    const problem = problemOf(layout, entered, address, needs)
    return problem === null ? [] : [{ field: layout.field, problem }]
  })
  return { address, errors }
}

function problemOf(
  layout: FieldLayout,
  entered: AddressPayload,
  address: AddressPayload,
  { shipsTo = entered.country }: AddressNeeds,
): AddressProblem | null {
  const { field } = layout
  const label = layout.label.toLowerCase().replace('zip', 'ZIP')
  const value = address[field]
  if (value === '' && field === 'postalCode') return { code: 'missingPostalCode' }
  if (value === '')
    return layout.isRequired
      ? { code: 'missingField', label: `your ${field === 'email' ? 'email address' : label}` }
      : null
  if (value.length > layout.maxLength && field !== 'state') {
    return { code: 'fieldTooLong', label, limit: layout.maxLength }
  }
  switch (field) {
    case 'firstName':
    case 'lastName':
      return isName(value) ? null : { code: 'invalidName', label }
    case 'email':
      return isEmail(value) ? null : { code: 'invalidEmail' }
    case 'phone':
      return phoneDigits(value) === null ? { code: 'invalidPhone' } : null
    case 'state':
      return stateCodeOf(value, address.country) === null ? { code: 'invalidField', label } : null
    case 'postalCode':
      return otherCountryProblem(entered, shipsTo) ?? postalProblem(entered.postalCode, address)
    default:
      return /\p{Cc}/u.test(value) || !/[\p{L}\p{N}]/u.test(value) ? { code: 'invalidField', label } : null
  }
}

function postalProblem(enteredCode: string, address: AddressPayload): AddressProblem | null {
  const checked = checkPostalCode(enteredCode, address.country)
  if (!checked.ok) return checked.problem
  const state = stateOfPostalCode(checked.value, address.country)
  if (state === null) return { code: 'unknownPostalCode', '0': checked.value }
  // A wrong state has its own error; the mismatch is one of the postal code (OPEN-74).
  if (stateCodeOf(address.state, address.country) === null || state === address.state) return null
  return { code: 'postalCodeStateMismatch', postalCode: checked.value, state: address.state }
}

function stored(entered: AddressPayload): AddressPayload {
  const postalCode = checkPostalCode(entered.postalCode, entered.country)
  return {
    ...entered,
    firstName: tidy(entered.firstName),
    lastName: tidy(entered.lastName),
    companyName: tidy(entered.companyName),
    address1: tidy(entered.address1),
    address2: tidy(entered.address2),
    city: tidy(entered.city),
    state: stateCodeOf(entered.state, entered.country) ?? entered.state.trim(),
    postalCode: postalCode.ok ? postalCode.value : entered.postalCode.trim(),
    phone: phoneDigits(entered.phone) ?? entered.phone.trim(),
    email: entered.email.trim(),
  }
}

/** Spaces round and between words; a line break is left standing and refused as what it is. */
function tidy(value: string): string {
  return value.replace(/ +/g, ' ').trim()
}
