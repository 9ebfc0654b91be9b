import { describe, expect, test } from 'vitest'
import { choosePopup, errorPopupMessageKey, type PopupPlace } from './error-popup.ts'
import { allErrorTypes, type ErrorType, errorType, isErrorType } from './error-types.ts'

const places: readonly PopupPlace[] = ['cart', 'checkout']
const shown = allErrorTypes.filter((type) => type !== errorType.none && type !== errorType.emptyBasket)
const typesWith = (label: string) => shown.filter((type) => choosePopup(type, 'cart')?.fix?.label === label)

test('UNAVAIL-23: the error types have these numbers', () => {
  expect(errorType).toEqual({
    none: 0,
    invalidBasket: 1,
    browseCustomApiException: 2,
    nlaItems: 3,
    installationServiceUnavailable: 4,
    personalizationServiceUnavailable: 5,
    inHousePersonalizationNlaItems: 6,
    allNlaItems: 7,
    emptyBasket: 8,
    pfasItems: 9,
  })
})

test('UNAVAIL-23: a number that is no error type is not taken for one', () => {
  expect([0, 9, 10, -1, '3', null].map(isErrorType)).toEqual([true, true, false, false, false, false])
})

test('CART-36, STEP-13: no error and an empty cart show no popup, in both places', () => {
  for (const place of places) {
    expect(choosePopup(errorType.none, place)).toBeNull()
    expect(choosePopup(errorType.emptyBasket, place)).toBeNull()
  }
})

test.each(shown)('UNAVAIL-06: error type %s has Reload Cart on the cart page and Back to Cart on the steps', (type) => {
  expect(choosePopup(type, 'cart')?.backLabel).toBe('Reload Cart')
  expect(choosePopup(type, 'checkout')?.backLabel).toBe('Back to Cart')
})

test('UNAVAIL-08: Remove All is there for types 3, 6, 7 and 9 only', () => {
  expect(typesWith('Remove All')).toEqual([3, 6, 7, 9])
})

test('UNAVAIL-09: Continue is there for type 4 only', () => {
  expect(typesWith('Continue')).toEqual([4])
})

test('UNAVAIL-10: type 5 has only the back button', () => {
  expect(choosePopup(errorType.personalizationServiceUnavailable, 'cart')?.fix).toBeNull()
})

describe('UNAVAIL-11, UNAVAIL-12, UNAVAIL-13, UNAVAIL-14, UNAVAIL-15: the call that fixes the cart', () => {
  const rows: readonly [ErrorType, PopupPlace, string][] = [
    [3, 'cart', 'removeNlaItems'],
    [6, 'cart', 'removeInHousePersonalizedNlaItems'],
    [6, 'checkout', 'removePersonalizedItems'],
    [7, 'cart', 'removeAllNlaItems'],
    [9, 'checkout', 'removePfasItems'],
    [4, 'cart', 'removeInstallationService'],
  ]
  test.each(rows)('type %s on %s calls %s', (type, place, call) => {
    expect(choosePopup(type, place)?.fix?.call).toBe(call)
  })
})

test.each([
  [1, 'Please Edit Your Cart to Proceed'],
  [2, 'Please Edit Your Cart to Proceed'],
  [3, 'Item(s) no longer available'],
  [4, 'Please Edit Your Cart to Proceed'],
  [5, 'Please Edit Your Cart to Proceed'],
  [6, 'Please Edit Your Cart to Proceed'],
  [7, 'Item(s) no longer available'],
  [9, 'Item(s) cannot be shipped to or picked up in this state'],
] as const)('UNAVAIL-19, UNAVAIL-20, UNAVAIL-21: the title of type %s is %s', (type, title) => {
  expect(choosePopup(type, 'cart')?.title).toBe(title)
})

test('UNAVAIL-22: types 1 and 2 list no items, the others do', () => {
  expect(shown.filter((type) => !choosePopup(type, 'cart')?.hasItems)).toEqual([1, 2])
})

test.each([
  ['Status: 503', 'networkErrorMessage'],
  ['the call failed, Status: 504 Gateway Timeout', 'networkErrorMessage'],
  ['Status: 500', 'genericErrorMessage'],
  ['', 'genericErrorMessage'],
])('CART-28, ERR-03: an error "%s" shows %s', (message, key) => {
  expect(errorPopupMessageKey(message)).toBe(key)
})
