import { describe, expect, test } from 'vitest'
import {
  cardFieldProblems,
  cardFormOf,
  firstWrongField,
  hasExpiryAndCode,
  noCardErrors,
  withNumber,
} from './card-form.ts'

const today = '2026-11-21'
const off = { isCbhccEnabled: false, today }
const on = { isCbhccEnabled: true, today }
const visa = { number: '4111 1111 1111 1111', expiry: '05/29', cvv: '123' }
const storeNumber = '6045880000000000'

test('PAY-10, DATA-12: a card being entered has exactly these fields', () => {
  expect(cardFormOf(visa, true, off)).toEqual({
    type: 'Visa',
    number: '4111111111111111',
    cvv: '123',
    expMonth: 5,
    expYear: 2029,
    saveToAccount: true,
  })
})

test('PAY-25: a store card hides expiry and code and has none', () => {
  expect(hasExpiryAndCode(storeNumber, off)).toBe(false)
  expect(cardFormOf({ number: storeNumber, expiry: '05/29', cvv: '123' }, false, off)).toMatchObject({
    type: 'StoreCreditCard',
    cvv: '',
    expMonth: 0,
    expYear: 0,
  })
})

test('PAY-26: after a store card was replaced expiry and code are empty', () => {
  const store = withNumber(visa, storeNumber, off)
  expect(store).toEqual({ number: storeNumber, expiry: '', cvv: '' })
  expect(withNumber(store, '4111', off)).toEqual({ number: '4111', expiry: '', cvv: '' })
})

test('UX-16: while the number changes within its kind, expiry and code stay', () => {
  expect(withNumber(visa, '5555', off)).toEqual({ ...visa, number: '5555' })
})

test('VALID-17, PAY-51: the focus goes to number, then expiry, then code', () => {
  const wrong = cardFieldProblems({ number: '', expiry: '', cvv: '' }, off)
  expect(firstWrongField(wrong)).toBe('number')
  expect(firstWrongField({ ...wrong, number: null })).toBe('expiry')
  expect(firstWrongField({ ...wrong, number: null, expiry: null })).toBe('cvv')
  expect(firstWrongField(cardFieldProblems(visa, off))).toBeNull()
})

describe('PAY-12: card errors', () => {
  test('have exactly these names, and two more of an applied card', () => {
    expect(Object.keys(noCardErrors)).toEqual([
      'hasNumberError',
      'hasExpDateError',
      'hasCvvError',
      'hasTnsError',
      'hasSessionError',
      'hasRewardsRestrictionError',
      'hasOldCbccCardUsedError',
      'hasZeroAmountError',
      'cbccNotAppliedError',
    ])
  })

  test('a good card has none', () => {
    expect(cardFieldProblems(visa, off)).toEqual({ number: null, expiry: null, cvv: null })
  })

  test('VALID-01, VALID-12, VALID-20: each wrong field has the sentence of its value', () => {
    expect(cardFieldProblems({ number: '', expiry: '13/29', cvv: '12' }, off)).toEqual({
      number: 'cardNumberMissing',
      expiry: 'expirationInvalid',
      cvv: 'securityCodeInvalid',
    })
  })

  test('PAY-24: an old co-brand card is refused with the flag on only', () => {
    const old = { ...visa, number: '5243040000000009' }
    expect(cardFieldProblems(old, on)).toMatchObject({ number: 'cardReissued' })
    expect(cardFieldProblems(old, off).number).not.toBe('cardReissued')
  })
})
