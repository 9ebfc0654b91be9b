import { describe, expect, test } from 'vitest'
import { appliedAmountString, appliedCardFacts, noAppliedCardErrors } from './applied-card.ts'
import {
  canAddCard,
  clientPaymentError,
  defaultAccountCardsLimit,
  paymentOptionIds,
  plccOption,
  selectTwoCardsLimit,
} from './limits.ts'
import { cardDebounceOf, isChromeOnIos } from './mobile-browser.ts'

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
