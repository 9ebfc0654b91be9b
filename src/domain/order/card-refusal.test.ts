import { expect, test } from 'vitest'
import { askAfterRefusal, bankRefusals } from './card-refusal.ts'

test.each([
  ['wrongCode', 'code'],
  ['wrongExpiry', 'expiry'],
  ['bankAway', 'later'],
  ['declined', 'anotherCard'],
  ['insufficientFunds', 'anotherCard'],
  ['cardBlocked', 'anotherCard'],
  ['suspectedFraud', 'anotherCard'],
  ['challengeFailed', 'anotherCard'],
  ['of a processor not yet written', 'anotherCard'],
  [null, 'anotherCard'],
])('CALM-24: after %s the shopper is asked for: %s', (reason, ask) => {
  expect(askAfterRefusal(reason)).toBe(ask)
})

test('CALM-24, SEC-57: what says something of the card or its holder is told as a decline is', () => {
  const toldApart = bankRefusals.filter((reason) => askAfterRefusal(reason) !== askAfterRefusal('declined'))
  expect(toldApart).toEqual(['wrongCode', 'wrongExpiry', 'bankAway'])
})
