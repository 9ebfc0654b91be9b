import { describe, expect, test } from 'vitest'
import { type AddressPayload, addressLayout, autocompleteOf } from './layouts.ts'
import { validateAddress } from './validate-address.ts'

const chicago: AddressPayload = {
  addressId: '',
  recipientId: '',
  firstName: 'Ann',
  lastName: "O'Neil",
  companyName: '',
  address1: '1250 Techny Road',
  address2: '',
  city: 'Chicago',
  state: 'IL',
  postalCode: '60601',
  country: 'US',
  phone: '(312) 555-0100',
  email: 'ann@example.com',
  saveToAccount: false,
}
const ottawa: AddressPayload = { ...chicago, city: 'Ottawa', state: 'Ontario', postalCode: 'k1a0b1', country: 'CA' }

const errorsOf = (change: Partial<AddressPayload>, needs = {}) =>
  validateAddress({ ...chicago, ...change }, needs).errors.map(({ field, problem }) => [field, problem.code])

test('SHIP-01: a good address has no errors', () => {
  expect(errorsOf({})).toEqual([])
})

test.each([
  ['firstName', '', 'missingField'],
  ['firstName', 'A1', 'invalidName'],
  ['lastName', '---', 'invalidName'],
  ['address1', '   ', 'missingField'],
  ['address1', '...', 'invalidField'],
  ['address2', 'Apt 1\nBcc: x', 'invalidField'],
  ['city', '', 'missingField'],
  ['city', 'x'.repeat(61), 'fieldTooLong'],
  ['state', '', 'missingField'],
  ['state', 'ZZ', 'invalidField'],
  ['postalCode', '', 'missingPostalCode'],
  ['postalCode', '6060', 'invalidPostalCode'],
  ['postalCode', '00000', 'unknownPostalCode'],
  ['phone', '555', 'invalidPhone'],
  ['email', 'a@b', 'invalidEmail'],
])('SHIP-03, VALID-44: %s "%s" gives %s at its field', (field, value, code) => {
  expect(errorsOf({ [field]: value })).toEqual([[field, code]])
})

test('OPEN-74: 60601 with state NY is an error of the field postalCode', () => {
  expect(validateAddress({ ...chicago, state: 'NY' }).errors).toEqual([
    { field: 'postalCode', problem: { code: 'postalCodeStateMismatch', postalCode: '60601', state: 'NY' } },
  ])
})

test('UX-15: several errors come in the order of the form', () => {
  expect(errorsOf({ email: 'x', firstName: '', city: '' }).map(([field]) => field)).toEqual([
    'firstName',
    'city',
    'email',
  ])
})

test('ORDER-25: email and phone are asked for only where they are needed', () => {
  expect(errorsOf({ email: '', phone: '' })).toEqual([])
  expect(errorsOf({ email: '', phone: '' }, { isEmailRequired: true, isPhoneRequired: true })).toEqual([
    ['phone', 'missingField'],
    ['email', 'missingField'],
  ])
})

test('SCENE-16: an address as a browser fills it in is stored in one form, the province too', () => {
  const { address, errors } = validateAddress({ ...ottawa, firstName: '  Ann   Lee ' })
  expect(errors).toEqual([])
  expect(address).toMatchObject({ firstName: 'Ann Lee', state: 'ON', postalCode: 'K1A 0B1', phone: '3125550100' })
})

test('VALID-35: the entered postal code comes back as it was typed', () => {
  expect(validateAddress({ ...chicago, postalCode: '<b>' }).errors[0]?.problem).toEqual({
    code: 'invalidPostalCode',
    '0': '<b>',
  })
})

describe('UX-13, PLAT-03: the layout of an address', () => {
  test.each([
    ['US', 'State', 'ZIP code'],
    ['CA', 'Province', 'Postal code'],
  ] as const)('%s speaks of %s and %s', (country, state, postalCode) => {
    const labels = addressLayout(country).map((row) => row.label)
    expect(labels).toContain(state)
    expect(labels).toContain(postalCode)
  })

  test('each field has its autocomplete token, with a section for each recipient', () => {
    const tokens = addressLayout('US').map((row) => autocompleteOf(row, 'shipping', 'r1'))
    expect(new Set(tokens).size).toBe(10)
    expect(tokens).toContain('section-r1 shipping address-line1')
    expect(autocompleteOf(addressLayout('US')[0]!, 'billing')).toBe('billing given-name')
  })

  test('UX-03, UX-12: at most 8 fields are visible at first; company and apartment are folded', () => {
    const layout = addressLayout('US')
    expect(layout.filter((row) => row.isFolded).map((row) => row.field)).toEqual(['companyName', 'address2'])
    expect(layout.filter((row) => !row.isFolded)).toHaveLength(8)
  })
})
