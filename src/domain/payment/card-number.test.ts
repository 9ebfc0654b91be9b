import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { brandOf } from './brands.ts'
import {
  cardInputMaxLength,
  cardNumberInput,
  cardNumberProblem,
  digitsOf,
  formatCardNumber,
  isCardNumber,
  maxDigits,
  typingTypeOf,
} from './card-number.ts'
import { passesLuhn } from './luhn.ts'

const off = { isCbhccEnabled: false }
const on = { isCbhccEnabled: true }

/** A number of the given prefix and length whose check digit is right. */
function numberOf(prefix: string, length: number): string {
  const body = prefix.padEnd(length - 1, '0')
  const check = [...'0123456789'].find((digit) => passesLuhn(body + digit))
  return body + check
}

test('VALID-03: all that is no digit is stripped', () => {
  expect(digitsOf('4111-1111 1111a1111')).toBe('4111111111111111')
})

test.each([
  ['4111111111111111', '4111 1111 1111 1111'],
  ['378282246310005', '3782 8224 6310 005'],
  ['41111', '4111 1'],
  ['4111', '4111'],
  ['', ''],
])('VALID-04: %s is shown as "%s"', (digits, shown) => {
  expect(formatCardNumber(digits)).toBe(shown)
})

describe('VALID-05, OPEN-59: the field takes at most the digits of the type', () => {
  test.each([
    ['34', 15],
    ['51', 16],
    ['2220', 16],
    ['60', 16],
    ['622', 16],
    ['41', 19],
    ['300', 16],
    ['36', 16],
    ['35', 19],
    ['4', 19],
    ['', 19],
  ])('after %s it takes %s', (digits, most) => {
    expect(maxDigits(digits)).toBe(most)
  })

  test('a 17th digit of a MasterCard is dropped', () => {
    expect(cardNumberInput('55555555555544441')).toBe('5555 5555 5555 4444')
  })

  test('CONST-14: whatever is pasted, what is shown fits into 24 characters', () => {
    expect(cardInputMaxLength).toBe(24)
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789 -a'), maxLength: 40 }), (text) => {
        expect(cardNumberInput(text).length).toBeLessThanOrEqual(cardInputMaxLength)
      }),
    )
  })
})

describe('VALID-06, VALID-07, VALID-08, VALID-09, VALID-10, PAY-17: the type while typing', () => {
  test.each([
    ['4', 'Unspecified'],
    ['41', 'Visa'],
    [`4${'1'.repeat(18)}`, 'Visa'],
    [`4${'1'.repeat(19)}`, 'Unspecified'],
    ['', 'Unspecified'],
    ['34', 'Amex'],
    ['37', 'Amex'],
    ['60', 'Discover'],
    ['64', 'Discover'],
    ['65', 'Discover'],
    ['62', 'Unspecified'],
    ['622', 'Discover'],
    ['810', 'Discover'],
    ['817', 'Discover'],
    ['818', 'Unspecified'],
    ['51', 'MasterCard'],
    ['55', 'MasterCard'],
    ['56', 'Unspecified'],
    ['21', 'Unspecified'],
    ['22', 'MasterCard'],
    ['27', 'MasterCard'],
    ['28', 'Unspecified'],
  ])('%s is %s', (digits, type) => {
    expect(typingTypeOf(digits)).toBe(type)
  })

  test.each([
    ['22', 'MasterCard', null],
    ['2221', 'MasterCard', 'MasterCard'],
    ['41', 'Visa', null],
  ])('PAY-17: %s is typed as %s and has the brand %s', (digits, type, brand) => {
    expect([typingTypeOf(digits), brandOf(digits, off)]).toEqual([type, brand])
  })
})

describe('VALID-06, VALID-07, VALID-08, VALID-09, OPEN-59, OPEN-60: which numbers are good', () => {
  const lengths = [12, 13, 14, 15, 16, 17, 18, 19]
  test.each([
    ['34', [15]],
    ['37', [15]],
    ['60', [16]],
    ['64', [16]],
    ['65', [16]],
    ['622', [16]],
    ['810', [16]],
    ['817', [16]],
    ['51', [16]],
    ['2221', [16]],
    ['2720', [16]],
    ['2220', []],
    ['2721', []],
    ['4', [13, 16, 19]],
    ['300', [14, 16]],
    ['36', [14, 16]],
    ['3528', [16]],
    ['62', [16]],
    ['604588', [16]],
    ['524304', [16]],
    ['818', []],
  ])('numbers from %s are good with %j digits only', (prefix, good) => {
    expect(lengths.filter((length) => isCardNumber(numberOf(prefix, length), off))).toEqual(good)
  })

  test('OPEN-59: an Imprint number has 16 digits with the flag on; with it off it is a Visa', () => {
    expect(lengths.filter((length) => isCardNumber(numberOf('44136421', length), on))).toEqual([16])
    expect(lengths.filter((length) => isCardNumber(numberOf('44136421', length), off))).toEqual([13, 16, 19])
  })

  test('OPEN-60: the check digit counts, but not for the store card', () => {
    expect(isCardNumber('4111111111111111', off)).toBe(true)
    expect(isCardNumber('4111111111111112', off)).toBe(false)
    const storeCard = numberOf('604588', 16)
    const wrongCheck = storeCard.slice(0, -1) + ((Number(storeCard.at(-1)) + 1) % 10)
    expect([passesLuhn(wrongCheck), isCardNumber(wrongCheck, off)]).toEqual([false, true])
  })
})

test.each([
  ['', off, 'cardNumberMissing'],
  ['   ', off, 'cardNumberMissing'],
  ['4111111111111112', off, 'cardNumberInvalid'],
  ['abc', off, 'cardNumberInvalid'],
  ['4111 1111 1111 1111', off, null],
  [numberOf('524304', 16), off, null],
  [numberOf('524304', 16), on, 'cardReissued'],
])('VALID-01, VALID-02, VALID-15, PAY-24: "%s" with %o gives %s', (text, flags, key) => {
  expect(cardNumberProblem(text, flags)).toBe(key)
})

test('OPEN-60: one wrong digit never passes the Luhn check', () => {
  const digit = fc.integer({ min: 0, max: 9 })
  fc.assert(
    fc.property(
      fc.array(digit, { minLength: 12, maxLength: 18 }),
      fc.nat({ max: 11 }),
      fc.integer({ min: 1, max: 9 }),
      (body, at, by) => {
        const good = numberOf(body.join(''), body.length + 1)
        const wrong = [...good].map((one, place) => (place === at ? String((Number(one) + by) % 10) : one)).join('')
        expect([passesLuhn(good), passesLuhn(wrong)]).toEqual([true, false])
      },
    ),
  )
})
