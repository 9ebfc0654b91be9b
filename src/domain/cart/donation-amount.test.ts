import { expect, test } from 'vitest'
import { amountText, offeredDonations, readDonation } from './donation-amount.ts'

test.each([
  ['1', 100],
  ['25', 2_500],
  [' $25 ', 2_500],
  ['CAD 25', 2_500],
  ['25.00', 2_500],
  ['25.', 2_500],
  ['1,000', 100_000],
])('OPEN-36: a donation typed as %j is %d cents', (text, cents) => {
  expect(readDonation(text)).toEqual({ ok: true, value: cents })
})

test.each([
  ['', 'missingField'],
  ['  $ ', 'missingField'],
  ['twenty', 'invalidField'],
  ['1e2', 'invalidField'],
  ['5 or 10', 'invalidField'],
  ['12345678901234567890', 'invalidField'],
  ['5.50', 'donationNotWhole'],
  ['0.5', 'donationNotWhole'],
  ['0', 'donationOutOfRange'],
  ['-5', 'donationOutOfRange'],
  ['1001', 'donationOutOfRange'],
])('OPEN-36: a donation typed as %j is refused: %s', (text, code) => {
  expect(readDonation(text)).toMatchObject({ ok: false, problem: { code } })
})

test.each([...offeredDonations, 100, 550, 100_000])('OPEN-36: %d cents stand in their field as they are', (cents) => {
  expect(Number(amountText(cents)) * 100).toBe(cents)
})
