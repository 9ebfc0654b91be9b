import { describe, expect, test } from 'vitest'
import { fillMessage } from './fill-message.ts'
import { allMessageKeys, defaultMessage, defaultTexts, pageTexts } from './messages.ts'
import { messageKeyOf } from './problems.ts'
import { allVariants, variants } from './variant.ts'

const us = defaultTexts(variants.cb)
const canada = defaultTexts(variants['cb-ca'])

test.each([
  ['networkErrorMessage', 'We are having trouble connecting. Please try again in a few minutes.'],
  ['genericErrorMessage', 'Something went wrong. Please try again.'],
  ['eddOutagePickupMessage', 'Pickup availability cannot be shown right now. Please check again later.'],
  ['cartErrorPopupButton', ''],
  ['missingPostalCode', 'Please enter a ZIP code.'],
  ['postalCodeValidationError', '{0} is not a valid ZIP code.'],
  ['emptyBasketMessage', 'Your cart is empty.'],
  ['giftCardServiceUnavailableMessage', 'Gift cards cannot be used right now. Please try again later.'],
] as const)('OPEN-11: %s has its default', (key, text) => {
  expect(us[key]).toBe(text)
})

test('OPEN-11, VALID-34: Canada asks for a postal code', () => {
  expect(canada.missingPostalCode).toBe('Please enter a postal code.')
  expect(canada.postalCodeValidationError).toBe('{0} is not a valid postal code.')
})

test.each([
  ['tnsErrorMessage', 'We could not read your card. Please enter it again.'],
  ['sessionErrorMessage', 'Your payment session has ended. Please enter your card again.'],
  ['rewardsRestrictionMessage', 'Reward certificates can only be used with your store card.'],
  ['rewardsMessage', 'You earn rewards with this card.'],
  ['zeroAmountMessage', 'Please enter an amount above zero.'],
  ['cbccNotAppliedMessage', 'Please apply your store card to use this offer.'],
  ['authorizationMessage', 'Your card was declined. Please use another card.'],
  ['invalidPromoMessage', 'This promotion code is no longer valid and was removed.'],
  ['giftCardErrorMessage', 'A gift card could not be used.'],
  ['tripBookingFailedMessage', 'The delivery time you chose is no longer free. Please choose another.'],
] as const)('OPEN-12: %s has its default', (key, text) => {
  expect(us[key]).toBe(text)
})

test('OPEN-12: the three payment messages have a text', () => {
  expect(
    [us.synchronyPaymentMessage, us.tnsPaymentMessage, us.tnsDeprecationMessage].every((text) => text !== ''),
  ).toBe(true)
})

test.each([
  ['cartReturningCustomersMessage', 'Sign in for faster checkout.'],
  ['cartNewCustomersMessage', 'You can create an account after checkout.'],
  ['oktaSignInWidget.lockout', 'Your account is locked. Please try again later.'],
  ['oktaSignInWidget.usernameRequired', 'Please enter your email address.'],
  ['oktaSignInWidget.passwordRequired', 'Please enter your password.'],
  ['oktaSignInWidget.genericSummary', 'We found some errors. Please review the form.'],
] as const)('OPEN-13: %s has its default', (key, text) => {
  expect(us[key]).toBe(text)
})

test('OPEN-15, PLAT-33, CONST-25: each storefront has its own phone number', () => {
  expect(allVariants.map((variant) => [variant.key, defaultMessage('helpPhone', variant)])).toEqual([
    ['cb', '1-800-555-0110'],
    ['cb-ca', '1-800-555-0130'],
    ['cb2', '1-800-555-0120'],
    ['cb2-ca', '1-800-555-0140'],
  ])
})

test.each([
  ['cardNumberMissing', 'Please enter a valid credit card number.'],
  ['cardNumberInvalid', 'The credit card number you entered is not valid.'],
  ['expirationMissing', 'Please enter a valid expiration date.'],
  ['expirationInvalid', 'The expiration date you entered is not valid.'],
  ['cardReissued', 'Card has been reissued. Please use new card.'],
  ['securityCodeMissing', 'Please enter a valid security code.'],
  ['securityCodeInvalid', 'The security code you entered is not valid.'],
  ['selectTwoCards', 'Please select two cards.'],
  ['cardInUse', 'Card already in use.'],
  ['invalidEmailAddress', 'Please enter a valid Email Address (i.e. name@example.com).'],
  ['zipNotUpdated', 'Zip code could not be updated'],
] as const)(
  'VALID-01, VALID-02, VALID-11, VALID-12, VALID-15, VALID-19, VALID-20, VALID-21, VALID-22, RESET-05, CART-17: %s is exact',
  (key, text) => {
    expect(us[key]).toBe(text)
  },
)

test('OPEN-11: each pair of brand and locale has one text for every key', () => {
  expect(new Set(allVariants.map(({ brand, locale }) => `${brand}|${locale}`)).size).toBe(4)
  for (const variant of allVariants) {
    const texts = defaultTexts(variant)
    expect(Object.keys(texts).sort()).toEqual([...allMessageKeys].sort())
    expect(Object.values(texts).filter((text) => typeof text !== 'string')).toEqual([])
  }
})

test('OPEN-11: every problem has a text in every storefront', () => {
  for (const variant of allVariants) {
    for (const key of Object.values(messageKeyOf)) expect(defaultMessage(key, variant), key).not.toBe('')
  }
})

describe('VALID-35: facts are put into a text as plain text', () => {
  test.each([
    ['{0} is wrong', { '0': '<b>$&</b>' }, '<b>$&</b> is wrong'],
    ['{a} and {b}', { a: 1, b: ['x', 'y'] }, '1 and x, y'],
    ['{unknown} stays', {}, '{unknown} stays'],
    ['{constructor}', {}, '{constructor}'],
    ['Add {missing}', { missingCents: 1234 }, 'Add $12.34'],
    ['{a}', { a: '{b}', b: 'x' }, '{b}'],
  ])('%s', (text, facts, filled) => {
    expect(fillMessage(text, facts)).toBe(filled)
  })
})

test('a page carries what it says by itself; what the server says comes with its replies', () => {
  const all = defaultTexts(variants.cb)
  const own = pageTexts(all)
  expect(Object.keys(own).length).toBeLessThan(Object.keys(all).length)
  expect(own).toMatchObject({
    genericErrorMessage: all.genericErrorMessage,
    'problem.missingField': all['problem.missingField'],
    'personalization.terms': all['personalization.terms'],
  })
  for (const key of ['basket.invalid', 'change.price', 'problem.unknownOrder', 'tax.unanswered'])
    expect(own).not.toHaveProperty([key])
})
