import { describe, expect, test } from 'vitest'
import { expiryInput, expiryMaxLength, expiryProblem, isExpired, readExpiry } from './expiry.ts'

const today = '2026-11-21'

describe('VALID-13: the field MM/YY', () => {
  test.each([
    ['2', '02'],
    ['1', '1'],
    ['0', '0'],
    ['12', '12'],
    ['05', '05'],
    ['052', '05/2'],
    ['0529', '05/29'],
    ['05/', '05/'],
    ['1/29', '01/29'],
    ['5/29', '05/29'],
    ['05/2029', '05/29'],
    ['052029', '05/29'],
    ['05291', '05/29'],
    ['ab', ''],
    ['', ''],
  ])('after "%s" it shows "%s"', (typed, shown) => {
    expect(expiryInput(typed)).toBe(shown)
    expect(shown.length).toBeLessThanOrEqual(expiryMaxLength)
  })

  test('PAY-11, CONST-07: it is split into month and year, the year with 20 in front', () => {
    expect(readExpiry('0529')).toEqual({ expMonth: 5, expYear: 2029 })
    expect(readExpiry('12/29')).toEqual({ expMonth: 12, expYear: 2029 })
  })
})

test.each([
  ['', 'expirationMissing'],
  ['00/29', 'expirationMissing'],
  ['05/', 'expirationMissing'],
  ['05', 'expirationMissing'],
  ['13/29', 'expirationInvalid'],
  ['10/26', 'expirationInvalid'],
  ['12/25', 'expirationInvalid'],
  ['11/26', null],
  ['01/27', null],
])('VALID-11, VALID-12: the expiry "%s" gives %s', (text, key) => {
  expect(expiryProblem(text, today)).toBe(key)
})

test('VALID-14: a card is good to the last day of its month', () => {
  const card = { expMonth: 2, expYear: 2028 }
  expect(isExpired(card, '2028-02-29')).toBe(false)
  expect(isExpired(card, '2028-03-01')).toBe(true)
  expect(isExpired({ expMonth: 12, expYear: 2027 }, '2028-01-01')).toBe(true)
})

test('PAY-25: a store card has no expiry and does not expire', () => {
  expect(isExpired({ expMonth: 0, expYear: 0 }, today)).toBe(false)
})
