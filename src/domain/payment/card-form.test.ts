import { describe, expect, test } from 'vitest'
import { appliedAmountString, appliedCardFacts, noAppliedCardErrors } from './applied-card.ts'
import {
  cardErrorMessages,
  cardErrorsOf,
  cardFieldProblems,
  cardFormOf,
  cardMessages,
  firstWrongField,
  hasExpiryAndCode,
  noCardErrors,
  withNumber,
} from './card-form.ts'
import { expiryInput, expiryMaxLength, expiryProblem, isExpired, readExpiry } from './expiry.ts'
import {
  canAddCard,
  clientPaymentError,
  defaultAccountCardsLimit,
  paymentOptionIds,
  plccOption,
  selectTwoCardsLimit,
} from './limits.ts'
import { cardDebounceOf, isChromeOnIos } from './mobile-browser.ts'
import { securityCodeLength, securityCodeProblem } from './security-code.ts'

const today = '2026-11-21'
const off = { isCbhccEnabled: false, today }
const on = { isCbhccEnabled: true, today }
const visa = { number: '4111 1111 1111 1111', expiry: '05/29', cvv: '123' }
const storeNumber = '6045880000000000'

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

test.each([
  ['AmericanExpress', 4],
  ['Visa', 3],
  [null, 3],
] as const)('VALID-18: the code of %s has %s digits', (brand, length) => {
  expect(securityCodeLength(brand)).toBe(length)
})

test.each([
  ['', 'Visa', 'securityCodeMissing'],
  ['12', 'Visa', 'securityCodeInvalid'],
  ['1234', 'Visa', 'securityCodeInvalid'],
  ['12a', 'Visa', 'securityCodeInvalid'],
  ['123', 'AmericanExpress', 'securityCodeInvalid'],
  ['123', 'Visa', null],
  ['1234', 'AmericanExpress', null],
] as const)('VALID-19, VALID-20: the code "%s" of %s gives %s', (text, brand, key) => {
  expect(securityCodeProblem(text, brand)).toBe(key)
})

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
    expect(cardErrorsOf(visa, off)).toEqual(noCardErrors)
  })

  test('each wrong field sets its own', () => {
    expect(cardErrorsOf({ number: '', expiry: '13/29', cvv: '1' }, off)).toEqual({
      ...noCardErrors,
      hasNumberError: true,
      hasExpDateError: true,
      hasCvvError: true,
    })
  })

  test('PAY-24: an old co-brand card sets hasOldCbccCardUsedError with the flag on only', () => {
    const old = { ...visa, number: '5243040000000009' }
    expect(cardErrorsOf(old, on)).toEqual({ ...noCardErrors, hasOldCbccCardUsedError: true })
    expect(cardErrorsOf(old, off).hasOldCbccCardUsedError).toBe(false)
  })

  test.each(Object.entries(cardErrorMessages))('PAY-06, VALID-16: %s alone shows %s', (name, key) => {
    expect(cardMessages({ [name]: true }, visa, off)).toEqual([key])
  })

  test('VALID-01, VALID-12, VALID-20: the three field errors show the sentence of their value', () => {
    const all = { hasNumberError: true, hasExpDateError: true, hasCvvError: true }
    expect(cardMessages(all, { number: '', expiry: '13/29', cvv: '12' }, off)).toEqual([
      'cardNumberMissing',
      'expirationInvalid',
      'securityCodeInvalid',
    ])
  })
})

test.each([
  [1250, '12.50'],
  [5, '0.05'],
  [0, '0.00'],
  [123_456_789, '1234567.89'],
])('PAY-08: %s cents are the text %s', (cents, text) => {
  expect(appliedAmountString(cents)).toBe(text)
})

test('PAY-07: order, isPrimary, selectionIndex and isValid follow from slot, choice and errors', () => {
  expect(appliedCardFacts({ slot: 'CardOne', savedIndex: null, errors: noAppliedCardErrors })).toEqual({
    order: 1,
    isPrimary: true,
    selectionIndex: -1,
    isValid: true,
  })
  const errors = { ...noAppliedCardErrors, hasZeroAmountError: true }
  expect(appliedCardFacts({ slot: 'CardTwo', savedIndex: 2, errors })).toEqual({
    order: 2,
    isPrimary: false,
    selectionIndex: 2,
    isValid: false,
  })
})

test('PAY-03: the payment options have these ids', () => {
  expect(Object.values(paymentOptionIds)).toEqual([
    'credit-debit-card-option',
    'paypal-venmo-pay-option',
    'apple-pay-option',
  ])
})

test('CONST-09, PAY-39, PAY-40: cards can be added below the limit; one popup has the fixed number 5', () => {
  expect([defaultAccountCardsLimit, selectTwoCardsLimit]).toEqual([5, 5])
  expect([canAddCard(2, 3), canAddCard(3, 3), canAddCard(4, selectTwoCardsLimit)]).toEqual([true, false, true])
})

test('CONST-10, PROMO-03: the store card offers are reward 1 and financing 2', () => {
  expect(plccOption).toEqual({ reward: 1, financing: 2 })
})

test('ORDER-15, ERR-14: the client payment error is FE payment error', () => {
  expect(clientPaymentError).toBe('FE payment error')
})

describe('OPEN-16, PAY-28, CONST-03: one mobile browser', () => {
  const safari =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
  const android = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36'
  const desktop = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
  const chromeOnIos = safari.replace('Version/18.0', 'CriOS/140.0.7339.39')

  test.each([
    ['Chrome on iOS', chromeOnIos, true, 250],
    ['Safari on iOS', safari, false, 0],
    ['Chrome on Android', android, false, 0],
    ['Chrome on a desktop', desktop, false, 0],
  ])('%s', (_, userAgent, isIt, debounce) => {
    expect([isChromeOnIos(userAgent), cardDebounceOf(userAgent)]).toEqual([isIt, debounce])
  })
})
