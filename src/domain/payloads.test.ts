import { describe, expect, test } from 'vitest'
import { cappedItems, firstCrossSellState } from '#domain/catalog/cross-sell.ts'
import { taxExemptionPayload } from '#domain/checkout/replies.ts'
import { payPalPayload, plccOfferPayload, venmoPayload } from '#domain/payment/payloads.ts'
import { giftCardPayload, tenderCodePayload } from '#domain/tender/payloads.ts'

describe('DATA-15, TENDER-01, TENDER-06: payload shapes', () => {
  test.each([
    [
      'gift card',
      giftCardPayload({ number: '6006491234561234', pin: '1234' }),
      { cardNumber: '6006491234561234', cardPin: '1234' },
    ],
    ['tender code', tenderCodePayload({ number: 'T1' }), { tenderCodeNumber: 'T1' }],
    [
      'Venmo',
      venmoPayload({ nonce: 'n', username: '@ann', deviceData: 'd' }),
      { nonce: 'n', username: '@ann', deviceData: 'd' },
    ],
    ['PayPal', payPalPayload('blob'), { data: 'blob' }],
    ['store card offer', plccOfferPayload(2), { selectedOption: 2 }],
    ['tax exemption', taxExemptionPayload(true), { isTaxExemptionApplied: true }],
  ])('%s', (_, payload, shape) => {
    expect(payload).toEqual(shape)
  })
})

test('DATA-21, XSELL-08: the cross-sell state has these four names', () => {
  expect(Object.keys(firstCrossSellState)).toEqual(['piData', 'piDataUrl', 'addToCartPiData', 'addToCartPiDataUrl'])
})

test('XSELL-06: of 30 recommendations 24 are kept', () => {
  expect(cappedItems(Array.from({ length: 30 }, (_, at) => at))).toHaveLength(24)
})
