import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  cardsInTwoCardPayment,
  centsOfAmount,
  checkTwoCards,
  isPositiveFinite,
  splitOverTwoCards,
} from './two-cards.ts'

test('CONST-10, PAY-36: two amounts that sum to what is due in cents are good', () => {
  expect(cardsInTwoCardPayment).toBe(2)
  expect(checkTwoCards([1000, 500], 1500)).toEqual({ ok: true, value: [1000, 500] })
})

test('PAY-36: any other sum is refused', () => {
  expect(checkTwoCards([1000, 499], 1500)).toEqual({
    ok: false,
    problem: { code: 'paymentSumMismatch', dueCents: 1500 },
  })
})

test.each([[[]], [[1500]], [[500, 500, 500]]])('PAY-36: %j are not two cards', (amounts) => {
  expect(checkTwoCards(amounts, 1500)).toMatchObject({ ok: false, problem: { code: 'paymentSumMismatch' } })
})

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1500, 1501, '1000', null, 10.5])(
  'PAY-37: a first amount of %s cents of 1500 is refused',
  (amount) => {
    expect(splitOverTwoCards(amount, 1500)).toEqual({ ok: false, problem: { code: 'zeroAmount' } })
  },
)

test('PAY-37: the second card takes the rest', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 1e8 }),
      fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      (due, part) => {
        const split = splitOverTwoCards(Math.max(1, Math.floor(due * part)), due)
        expect(split.ok && checkTwoCards(split.value, due)).toEqual(split)
      },
    ),
  )
})

test.each([
  [[1, 1499], true],
  [[1499, 1], true],
  [[0.5, 1499.5], false],
  [[-500, 2000], false],
  [[0, 1500], false],
  [[1500, 0], false],
  [[Number.NaN, 1500], false],
  [[750.0000001, 749.9999999], false],
  [['500', '1000'], false],
  [['', ''], false],
  [[null, 1500], false],
  [[2 ** 53, 1500 - 2 ** 53], false],
])('SAFE-15: %j of 1500 cents are good for two cards: %s', (amounts, isGood) => {
  expect(checkTwoCards(amounts, 1500).ok).toBe(isGood)
  expect(splitOverTwoCards(amounts[0], 1500).ok).toBe(isGood)
})

test('VALID-24: amounts are compared in cents: 0.1 and 0.2 typed are 0.3', () => {
  const typed = ['0.1', '0.2'].map(centsOfAmount)
  expect(checkTwoCards(typed, centsOfAmount('0.3'))).toEqual({ ok: true, value: [10, 20] })
  expect(checkTwoCards(typed, centsOfAmount('0.31')).ok).toBe(false)
})

test.each([
  [1, true],
  [0.01, true],
  [0, false],
  [-1, false],
  [Number.NaN, false],
  [Number.POSITIVE_INFINITY, false],
  ['a', false],
  ['', false],
])('VALID-25: %s is a positive finite number: %s', (value, isIt) => {
  expect(isPositiveFinite(value)).toBe(isIt)
})
