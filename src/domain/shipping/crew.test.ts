import { expect, test } from 'vitest'
import type { Address } from '#domain/address/address.ts'
import { checkCrewDetails, isCrewPhoneNeeded, shownCrewPhone } from './crew.ts'

const home = (of: Partial<Address> = {}): Address => ({
  ...{ firstName: 'Ada', lastName: 'Lovelace', companyName: '', address1: '1 Elm Street', address2: '' },
  ...{ city: 'Chicago', state: 'IL', postalCode: '60606', country: 'US', phone: '', email: '' },
  ...of,
})
const silent = { address: home(), crewPhone: '', tripWindowId: null }

test.each([
  ['furniture without phone or window', silent, ['furniture'], true],
  ['freight without phone', silent, ['parcel', 'freight'], true],
  ['parcels and gift cards', silent, ['parcel', 'giftCard', 'donation'], false],
  ['nothing', silent, [], false],
  ['furniture in booked hours', { ...silent, tripWindowId: 7 }, ['furniture'], false],
  ['freight, which has no hours', { ...silent, tripWindowId: 7 }, ['furniture', 'freight'], true],
  ["the address's phone", { ...silent, address: home({ phone: '3125550100' }) }, ['freight'], false],
  ['a phone for the crew', { ...silent, crewPhone: '3125550100' }, ['furniture', 'freight'], false],
  ['no address yet', { ...silent, address: null }, ['furniture'], true],
] as const)(
  'CALM-17: a phone is asked for when the crew could not call nor come at an hour: %s',
  (_, recipient, kinds, isNeeded) => {
    expect(isCrewPhoneNeeded(recipient, kinds)).toBe(isNeeded)
  },
)

test("CALM-17: a registrant's number is the crew's to call, and not the giver's to see", () => {
  const address = home({ phone: '3125550100', giftRegistryId: 5 })
  expect(isCrewPhoneNeeded({ ...silent, address }, ['furniture'])).toBe(false)
  expect(shownCrewPhone({ ...silent, address })).toBe('')
  expect(shownCrewPhone({ ...silent, address, crewPhone: '7735550100' })).toBe('7735550100')
  expect(shownCrewPhone({ ...silent, address: home({ phone: '3125550100' }) })).toBe('3125550100')
})

test.each([
  [
    'all of it',
    { phone: ' (312) 555-0100 ', accessNotes: ' Gate 4711 ' },
    { phone: '3125550100', accessNotes: 'Gate 4711' },
  ],
  ['nothing', { phone: '', accessNotes: '' }, { phone: '', accessNotes: '' }],
  [
    '200 characters, an emoji being one',
    { phone: '', accessNotes: '🚪'.repeat(200) },
    { phone: '', accessNotes: '🚪'.repeat(200) },
  ],
])('CALM-17: details that are kept: %s', (_, sent, value) => {
  expect(checkCrewDetails(sent)).toEqual({ ok: true, value })
})

test.each([
  ['nine digits', { phone: '312555010', accessNotes: '' }, 'invalidPhone'],
  ['201 characters', { phone: '', accessNotes: 'x'.repeat(201) }, 'fieldTooLong'],
])('CALM-17: details that are refused: %s', (_, sent, code) => {
  expect(checkCrewDetails(sent)).toMatchObject({ ok: false, problem: { code } })
})
