import { describe, expect, test } from 'vitest'
import { isEmail } from '#domain/address/email.ts'
import { isName } from '#domain/address/names.ts'
import { type DetailFields, registryDetails } from './registry-details.ts'
import { ownerNamesOf, splitOwnerNames } from './registry-names.ts'

const fields: DetailFields = {
  ...{ registryType: 'br', eventDate: '2027-06-12', firstName: ' Ann ', lastName: 'Bell', partnerName: 'Ben Cole' },
  ...{ partnerEmail: 'ben@example.com', greeting: 'Thank you', giftMail: 'what', isPublic: true, address: null },
}
const judge = (patch: Partial<DetailFields> = {}, before = '2027-06-12') =>
  registryDetails({ ...fields, ...patch }, { today: '2027-01-01', before }, { isName, isEmail })

describe('CALM-66: what an owner changes of a registry', () => {
  test('all of it is taken, without the blanks around it', () => {
    expect(judge({ registryType: 'gl', partnerEmail: ' ben@example.com ', greeting: ' Hello\r\nyou\u202e ' })).toEqual({
      ok: true,
      value: {
        ...{ registryType: 'gl', eventType: 'Gift List', listType: 2, eventDate: '2027-06-12' },
        ...{ firstName: 'Ann', lastName: 'Bell', partnerName: 'Ben Cole', ownerNames: 'Ann Bell & Ben Cole' },
        ...{ partnerEmail: 'ben@example.com', greeting: 'Hello\nyou', giftMail: 'what', isPublic: true, address: null },
      },
    })
  })

  test('a day that is over may stay what it was, and may not be chosen', () => {
    expect(judge({ eventDate: '2026-12-01' }, '2026-12-01').ok).toBe(true)
    expect(judge({ eventDate: '2026-12-01' }).ok).toBe(false)
  })

  test.each([
    ['registryType', 'xx', 'missingField'],
    ['eventDate', '', 'missingField'],
    ['firstName', ' ', 'missingField'],
    ['lastName', '<b>', 'invalidName'],
    ['partnerName', 'x'.repeat(51), 'fieldTooLong'],
    ['partnerEmail', 'ben', 'invalidEmail'],
    ['greeting', 'x'.repeat(301), 'fieldTooLong'],
    ['giftMail', 'often', 'missingField'],
  ] as const)('%s %j is refused at its field', (field, value, code) => {
    expect(judge({ [field]: value })).toEqual({
      ok: false,
      refusals: [{ field, problem: expect.objectContaining({ code }) }],
    })
  })

  test('a greeting has 300 characters as people count them', () => {
    expect(judge({ greeting: '💐'.repeat(300) }).ok).toBe(true)
  })
})

test.each([
  ['Ann Bell & Ben Cole', { firstName: 'Ann', lastName: 'Bell', partnerName: 'Ben Cole' }],
  ['Mary Ann Bell', { firstName: 'Mary Ann', lastName: 'Bell', partnerName: '' }],
])('CALM-66: the names of a registry from before, %s, are found in its one line, and make it again', (line, names) => {
  expect(splitOwnerNames(line)).toEqual(names)
  expect(ownerNamesOf(names)).toBe(line)
})

test('CALM-66: a line of one word is a last name', () => {
  expect(splitOwnerNames('Ada')).toEqual({ firstName: '', lastName: 'Ada', partnerName: '' })
})
