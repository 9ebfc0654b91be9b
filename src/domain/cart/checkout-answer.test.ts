import { describe, expect, test } from 'vitest'
import { type CheckoutAnswer, nextAfterOversized, nextOfCheckout } from './checkout-answer.ts'

describe('CART-32, CART-33, CART-34, CART-35, CART-36, CART-37, CART-38: what follows the checkout call', () => {
  const good: CheckoutAnswer & { isSuccess: boolean } = {
    isSuccess: true,
    errorType: 0,
    errorMessage: '',
    oversizedItems: [],
    popupUrl: '',
    isLoggedIn: false,
    redirectUrl: '/checkout/shipping',
  }
  const guest = { isGuest: true, isInternational: false }
  const all = { ...good, oversizedItems: [{}], popupUrl: '/popup' }

  test('CART-32: the login flyout for a guest whose cart is not international', () => {
    expect(nextOfCheckout(good, guest)).toEqual({ kind: 'loginFlyout' })
  })

  test.each([
    ['a signed-in shopper', good, { isGuest: false, isInternational: false }],
    ['an international guest', good, { isGuest: true, isInternational: true }],
    ['a guest who is signed in by now', { ...good, isLoggedIn: true }, guest],
  ])('CART-33: %s goes straight to the redirect address', (_, answer, shopper) => {
    expect(nextOfCheckout(answer, shopper)).toEqual({ kind: 'redirect', url: '/checkout/shipping' })
  })

  test('CART-34: a popupUrl opens that popup', () => {
    expect(nextOfCheckout({ ...good, popupUrl: '/popup' }, guest)).toEqual({ kind: 'popup', url: '/popup' })
  })

  test.each([1, 2, 3, 4, 5, 6, 7, 9] as const)(
    'CART-35, CART-38: error type %s shows its popup before all else',
    (errorType) => {
      expect(nextOfCheckout({ ...all, isSuccess: false, errorType }, guest)).toEqual({ kind: 'errorPopup', errorType })
    },
  )

  test('CART-36: an empty cart shows no popup', () => {
    expect(nextOfCheckout({ ...all, isSuccess: false, errorType: 8 }, guest)).toEqual({ kind: 'emptyCart' })
  })

  test('CART-37, CART-38, OVERSIZE-06: oversized items come before a popup, which follows on continue', () => {
    expect(nextOfCheckout(all, guest)).toEqual({ kind: 'oversizedPopup' })
    expect(nextAfterOversized(all, guest)).toEqual({ kind: 'popup', url: '/popup' })
    expect(nextAfterOversized({ ...all, popupUrl: '' }, guest)).toEqual({ kind: 'loginFlyout' })
  })

  test('OPEN-22: a failure without a type shows its message', () => {
    expect(nextOfCheckout({ ...good, isSuccess: false, errorMessage: 'X' }, guest)).toEqual({
      kind: 'message',
      message: 'X',
    })
  })
})
