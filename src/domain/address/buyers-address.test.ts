import { expect, test } from 'vitest'
import { type Address, buyersAddress } from './address.ts'

const at = (firstName: string, patch: Partial<Address> = {}): Address => ({
  ...{ firstName, lastName: 'Lovelace', companyName: '', address1: '233 S Wacker Dr', address2: '' },
  ...{ city: 'Chicago', state: 'IL', postalCode: '60606', country: 'US', phone: '', email: '' },
  ...patch,
})
const shipped = (address: Address | null) => ({ isPickup: false, address })
const email = 'ada@example.com'
const registrant = at('Rosa', { giftRegistryId: 100_001 })
const shownRegistrant = at('Rosa', { address1: '' })

test.each([
  ['the one address', [shipped(at('Ada'))], 'Ada'],
  ['a present first, then the buyer', [shipped(at('Grace')), shipped(at('Ada', { email }))], 'Ada'],
  ['nobody has an email', [shipped(at('Grace')), shipped(at('Ada'))], 'Grace'],
  ['a registrant first', [shipped(registrant), shipped(at('Ada'))], 'Ada'],
  ['a registrant as shown', [shipped(shownRegistrant), shipped(at('Ada'))], 'Ada'],
  ['registrants only', [shipped(registrant), shipped(shownRegistrant)], undefined],
  ['who picks up', [{ isPickup: true, address: at('Grace', { email }) }, shipped(at('Ada'))], 'Ada'],
  ['no address yet', [shipped(null)], undefined],
])('PAY-58: the same as shipping, with %s', (_, recipients, firstName) => {
  expect(buyersAddress(recipients)?.firstName).toBe(firstName)
})
