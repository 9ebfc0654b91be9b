import { expect, test } from 'vitest'
import {
  addPieces,
  checkDonation,
  checkQuantity,
  defaultQuantity,
  maxQuantity,
  mergedPieces,
  minQuantity,
} from './limits.ts'

test.each([1, 2, 98, 99])('VALID-26, CART-09: the quantity %s is accepted', (quantity) => {
  expect(checkQuantity(quantity)).toEqual({ ok: true, value: quantity })
})

test.each([0, -1, 100, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 'a', '1', null, undefined])(
  'VALID-26, CART-09: the quantity %s is refused with the limits',
  (quantity) => {
    expect(checkQuantity(quantity)).toEqual({ ok: false, problem: { code: 'quantityOutOfRange', min: 1, max: 99 } })
  },
)

test('CONST-04, CONST-11, CART-43: the quantity starts at 1 and goes from 1 to 99', () => {
  expect([defaultQuantity, minQuantity, maxQuantity]).toEqual([1, 1, 99])
})

test('OPEN-44: adding above 99 pieces per line is refused, to exactly 99 is not', () => {
  expect(addPieces(98, 1)).toEqual({ ok: true, value: 99 })
  expect(addPieces(98, 2)).toEqual({ ok: false, problem: { code: 'lineLimitExceeded', max: 99, quantity: 100 } })
})

test('OPEN-05: pieces merged at sign-in stop at 99', () => {
  expect(mergedPieces(2, 3)).toBe(5)
  expect(mergedPieces(60, 60)).toBe(99)
})

test.each([
  [99, false],
  [100, true],
  [500, true],
  [100_000, true],
  [100_001, false],
  [500.5, false],
  ['500', false],
])('OPEN-36: a donation of %s cents is accepted: %s', (cents, isGood) => {
  expect(checkDonation(cents).ok).toBe(isGood)
})
