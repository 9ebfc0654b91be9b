import { describe, expect, test } from 'vitest'
import {
  authorizationErrorAddress,
  type CheckoutFacts,
  callsOfNext,
  highestReachable,
  isCheckoutAddress,
  move,
  type Step,
  stepOfPath,
  steps,
} from './steps.ts'

const cartOnly: CheckoutFacts = {
  hasLines: true,
  isSignedIn: false,
  isGuestCheckout: false,
  hasAddresses: false,
  hasShippingAndGiftOptions: false,
  hasPayment: false,
  highestStep: 0,
}
const inStep1: CheckoutFacts = { ...cartOnly, isGuestCheckout: true, highestStep: 1 }
const inStep2: CheckoutFacts = { ...inStep1, hasAddresses: true, highestStep: 2 }
const inStep3: CheckoutFacts = { ...inStep2, hasShippingAndGiftOptions: true, highestStep: 3 }
const inStep4: CheckoutFacts = { ...inStep3, hasPayment: true, highestStep: 4 }

test('STEP-01: the steps are these six in this order', () => {
  expect(steps.map((row) => [row.step, row.path])).toEqual([
    [0, '/checkout/cart'],
    [1, '/checkout/shipping'],
    [2, '/checkout/shippingandgiftoptions'],
    [3, '/checkout/paymentandbilling'],
    [4, '/checkout/review'],
    [5, '/checkout/confirmation'],
  ])
})

test('UX-05: every step has its own title', () => {
  expect(new Set(steps.map((row) => row.title)).size).toBe(steps.length)
})

test.each([
  ['/checkout/review', 4],
  ['/checkout/review/', 4],
  ['/checkout/cart?x=1', 0],
  [authorizationErrorAddress, 3],
  ['/checkout', undefined],
  ['/account', undefined],
])('ROUTE-02, ROUTE-07: the address %s is step %s', (address, step) => {
  expect(stepOfPath(address)?.step).toBe(step)
})

test('ROUTE-10: the address after an authorization error is exact', () => {
  expect(authorizationErrorAddress).toBe('/checkout/paymentandbilling?paymentErrorId=authorizationError#header_payment')
})

test('ORDER-11, ORDER-12: only addresses of steps continue inside the checkout', () => {
  expect(['/checkout/review', authorizationErrorAddress].map(isCheckoutAddress)).toEqual([true, true])
  expect(['/account', 'https://other.example/checkout/review', '//checkout/review', ''].map(isCheckoutAddress)).toEqual(
    [false, false, false, false],
  )
})

test.each([
  ['only a cart', cartOnly, 0],
  ['guest checkout begun', inStep1, 1],
  ['addresses given', inStep2, 2],
  ['delivery chosen', inStep3, 3],
  ['payment saved', inStep4, 4],
  ['an empty cart', { ...inStep4, hasLines: false }, 0],
  ['a guest who has not chosen guest checkout', { ...inStep4, isGuestCheckout: false }, 0],
  ['a signed-in shopper', { ...inStep4, isGuestCheckout: false, isSignedIn: true }, 4],
  ['a new address that makes delivery invalid', { ...inStep4, hasShippingAndGiftOptions: false }, 2],
  ['complete facts but no move yet', { ...inStep4, highestStep: 1 as Step }, 1],
])('OPEN-20: with %s the highest step is %#', (_, facts, step) => {
  expect(highestReachable(facts)).toBe(step)
})

describe('STEP-20: a move succeeds only when all earlier steps are complete', () => {
  test('each move opens its step once the facts are there', () => {
    expect(move('moveToShippingAndGiftOptions', { ...inStep1, hasAddresses: true })).toMatchObject({
      value: { step: 2 },
    })
    expect(move('moveToPaymentPage', { ...inStep2, hasShippingAndGiftOptions: true })).toMatchObject({
      value: { step: 3 },
    })
    expect(move('moveToReviewPage', { ...inStep3, hasPayment: true })).toMatchObject({ value: { step: 4 } })
  })

  test('the move to review without a payment is refused and names the step reached', () => {
    expect(move('moveToReviewPage', inStep3)).toEqual({
      ok: false,
      problem: { code: 'stepNotReached', step: 'payment', path: '/checkout/paymentandbilling' },
    })
  })

  test('a move before the checkout call is refused', () => {
    expect(move('moveToShippingAndGiftOptions', { ...inStep4, highestStep: 0 }).ok).toBe(false)
  })

  test('moving on from an earlier step that is still complete is allowed again', () => {
    expect(move('moveToShippingAndGiftOptions', inStep4)).toMatchObject({ value: { step: 2 } })
  })
})

describe('OPEN-21, STEP-08, STEP-09, STEP-10: the calls of a button that leaves a step', () => {
  const plain = { hasPromo: false, isProviderEnabled: false }
  test.each([
    [1, ['validateCart', 'validateAndSaveAddress', 'moveToShippingAndGiftOptions', 'refreshCheckout']],
    [2, ['validateCart', 'saveShippingAndGiftOptions', 'moveToPaymentPage', 'refreshCheckout']],
    [3, ['validateCart', 'savePayment', 'moveToReviewPage', 'refreshCheckout']],
    [4, ['validateCart', 'placeOrder']],
  ] as const)('step %s makes them in this order', (step, calls) => {
    expect(callsOfNext(step, plain)).toEqual(calls)
    expect(callsOfNext(step, { ...plain, hasPromo: true })).toEqual(['verifyPromoCode', ...calls])
  })

  test('STEP-19: with the provider flag on the card is saved with the provider call', () => {
    expect(callsOfNext(3, { ...plain, isProviderEnabled: true })).toEqual([
      'validateCart',
      'providerSaveCard',
      'moveToReviewPage',
      'refreshCheckout',
    ])
  })

  test('STEP-11: the cart and the confirmation have no such calls', () => {
    expect([callsOfNext(0, plain), callsOfNext(5, plain)]).toEqual([[], []])
  })
})
