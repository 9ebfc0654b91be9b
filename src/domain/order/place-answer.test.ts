import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { base32OfId, idOfBase32 } from './base32.ts'
import { orderNumberOf } from './order-number.ts'
import { placeAnswerOf } from './place-answer.ts'

describe('ORDER-14, OPEN-89: the place-order messages and where they lead', () => {
  test.each([
    [{ code: 'promoEnded', promoCode: 'TEN', day: 'November 20, 2026' }, 'InvalidPromoCode', '/checkout/review'],
    [{ code: 'promoUsedUp', promoCode: 'TEN' }, 'InvalidPromoCode', '/checkout/review'],
    [
      { code: 'cardRefused' },
      'AuthorizationFailure',
      '/checkout/paymentandbilling?paymentErrorId=authorizationError#header_payment',
    ],
    [{ code: 'giftCardRefused', displayNumbers: [] }, 'GiftCardError', '/checkout/paymentandbilling'],
    [{ code: 'tripTaken' }, 'TripBookingFailed', '/checkout/shippingandgiftoptions'],
  ] as const)('$0.code gives $1', (problem, message, redirectUrl) => {
    expect(placeAnswerOf(problem)).toEqual({ message, redirectUrl })
  })

  test('a placed order leads to the confirmation with no message', () => {
    expect(placeAnswerOf(null)).toEqual({ message: '', redirectUrl: '/checkout/confirmation' })
  })

  test('ORDER-13: a problem of no step leads to the cart', () => {
    expect(placeAnswerOf({ code: 'unknownLine' })).toEqual({ message: '', redirectUrl: '/checkout/cart' })
  })
})

describe('ORDER-22: the order number', () => {
  test('has three groups of four of the alphabet without I, L, O and U, and is no sequence', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect(orderNumberOf(id)).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/)
      }),
    )
  })

  test('is made of the first 60 bits of the id', () => {
    const id = '12345678-9abc-4def-8123-456789abcdef'
    expect(orderNumberOf(id)).toBe(orderNumberOf(`${id.slice(0, 17)}0-8000-000000000000`))
    expect(orderNumberOf(id)).not.toBe(orderNumberOf(id.replace('12345678', '12345679')))
  })

  test('SCENE-04: the reference written from an id leads back to it', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect(idOfBase32(base32OfId(id, 26))).toBe(id)
      }),
    )
  })
})
