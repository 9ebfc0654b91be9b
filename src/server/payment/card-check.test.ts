import { expect, test } from 'vitest'
import { isRefusedForRewards, judgeDescribed } from '#server/payment/card-check.ts'

const now = new Date('2026-03-02T15:00:00Z')
const card = {
  token: 't',
  brand: 'Visa',
  lastFour: '1111',
  expMonth: 3,
  expYear: 2026,
  ageSeconds: 5,
  fingerprint: 'f1',
}
const off = { isCbhccEnabled: false }
const on = { isCbhccEnabled: true }

function errorsOf(of: Partial<typeof card>, flags = off): string[] {
  const judged = judgeDescribed({ state: 'described', card: { ...card, ...of } }, flags, now)
  if (judged.state !== 'wrong') return []
  return Object.entries(judged.errors).flatMap(([name, isWrong]) => (isWrong ? [name] : []))
}

test('VALID-14, VALID-44: a card is good to the last day of its month and expired on the next', () => {
  expect(errorsOf({ expMonth: 3 })).toEqual([])
  expect(errorsOf({ expMonth: 2 })).toEqual(['hasExpDateError'])
  expect(errorsOf({ expMonth: 12, expYear: 2025 })).toEqual(['hasExpDateError'])
})

test('PAY-25: a store card has no expiry to be past', () => {
  expect(errorsOf({ brand: 'PLCCSynchrony', expMonth: 0, expYear: 0 })).toEqual([])
})

test('PAY-24, OPEN-61: an old co-brand card is one with the flag on only', () => {
  expect(errorsOf({ brand: 'CoBrandMasterCard' }, on)).toEqual(['hasOldCbccCardUsedError'])
  expect(errorsOf({ brand: 'CoBrandMasterCard' }, off)).toEqual([])
})

test('PAY-15: a brand that is none of the ten is refused', () => {
  expect(errorsOf({ brand: 'Maestro' })).toEqual(['hasNumberError'])
})

test('OPEN-65: what the gateway did not say is neither good nor wrong', () => {
  const answers = [
    { state: 'unknown', why: 'timeout' },
    { state: 'notSent', why: 'noConnection' },
  ] as const
  expect(answers.map((answer) => judgeDescribed(answer, off, now).state)).toEqual(['unknown', 'unknown'])
})

test('CERT-10: with certificates applied only store and co-brand cards pay', () => {
  const refused = (brand: string, flags = off) => isRefusedForRewards(brand, true, flags)
  expect(['Visa', 'PLCCSynchrony', 'CoBrandMasterCard', 'Imprint'].map((brand) => refused(brand))).toEqual([
    true,
    false,
    false,
    true,
  ])
  expect(refused('Imprint', on)).toBe(false)
  expect(isRefusedForRewards('Visa', false, off)).toBe(false)
})
