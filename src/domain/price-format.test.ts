import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatCents, formatPrice, unbroken } from './price-format.ts'

test.each([
  ['$1,234.5', {}, '$1,234.50'],
  ['1,234.5', {}, '$1,234.50'],
  [1234567.891, {}, '$1,234,567.89'],
  [0, {}, '$0.00'],
  ['12', {}, '$12.00'],
  ['.5', {}, '$0.50'],
  ['5.', {}, '$5.00'],
])('VALID-39, CONST-24: %s with %o shows %s', (value, format, text) => {
  expect(formatPrice(value, format)).toBe(text)
})

test.each([
  [1234.5, '$1,235'],
  [1234.49, '$1,234'],
  ['$999.99', '$1,000'],
  [-0.4, '$0'],
])('VALID-40: %s without cents shows %s', (value, text) => {
  expect(formatPrice(value, { hideCents: true })).toBe(text)
})

test.each([
  [-5, undefined, '-$5.00'],
  ['-5', undefined, '-$5.00'],
  ['-$5', undefined, '-$5.00'],
  [-5, 'CAD', '-CAD 5.00'],
])('VALID-41: the negative %s in %s shows %s', (value, currency, text) => {
  expect(formatPrice(value, currency === undefined ? {} : { currency })).toBe(text)
})

test.each([
  ['CAD', 'CAD 5.00'],
  ['USD', '$5.00'],
  ['EUR', 'EUR 5.00'],
])('VALID-42: 5 in %s shows %s', (currency, text) => {
  expect(formatPrice(5, { currency })).toBe(text)
})

test.each(['FREE', 'abc', 'NaN', '1e5', '1.2.3', '$', '12 34'])('VALID-43: the text %s is shown as it is', (value) => {
  expect(formatPrice(value)).toBe(value)
})

test.each([
  [0.005, '$0.01'],
  [1.005, '$1.01'],
  [-0.5, '-$0.50'],
  [-0.004, '$0.00'],
  ['', ''],
  [null, ''],
  [1e-7, '$0.00'],
  [1e21, '$1,000,000,000,000,000,000,000.00'],
  [Number.NaN, 'NaN'],
])('OPEN-113: %s shows "%s"', (value, text) => {
  expect(formatPrice(value)).toBe(text)
})

describe('CART-30, CONST-04: prices are kept in cents and divided by 100 for display', () => {
  test.each([
    [12_999, 'USD', '$129.99'],
    [5, 'USD', '$0.05'],
    [0, 'USD', '$0.00'],
    [-500, 'CAD', '-CAD 5.00'],
    [100_000_000, 'USD', '$1,000,000.00'],
  ] as const)('%s cents in %s show %s', (cents, currency, text) => {
    expect(formatCents(cents, currency)).toBe(text)
  })

  test('VALID-40: without cents they are rounded half up', () => {
    expect([149, 150, -150].map((cents) => formatCents(cents, 'USD', { hideCents: true }))).toEqual(['$1', '$2', '-$2'])
  })

  test('CART-30: whole cents and the same amount in units show alike', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), (cents) => {
        expect(formatPrice((cents / 100).toFixed(2))).toBe(formatCents(cents, 'USD'))
      }),
    )
  })
})

test('CALM-52: a currency code stays with its amount, other words wrap', () => {
  expect(unbroken('CAD 2,539.00 – CAD 2,949.00, and 5 CAD a day')).toBe(
    'CAD\u00a02,539.00 – CAD\u00a02,949.00, and 5 CAD a day',
  )
  expect(unbroken('$5.00 off 2 of them')).toBe('$5.00 off 2 of them')
})
