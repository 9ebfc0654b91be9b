import { describe, expect, test } from 'vitest'
import { addItemOfSelected, type SelectedProduct } from '#domain/cart/lines/selected-product.ts'
import { firstCrossSellState, keptItems } from '#domain/catalog/cross-sell.ts'
import { replyParts, taxExemptionPayload } from '#domain/checkout/replies.ts'
import { giftMessagePayload, giftOptionPayload } from '#domain/gift/gift-payloads.ts'
import { payPalPayload, plccOfferPayload, venmoPayload } from '#domain/payment/payloads.ts'
import { giftCardPayload, tenderCodePayload } from '#domain/tender/payloads.ts'

describe('DATA-15, TENDER-01, TENDER-06, GIFT-06: payload shapes', () => {
  const giftOptions = { isGift: true, giftWrap: 'box', giftMessage: 'Hi', hasGiftReceipt: false } as const
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
    [
      'gift option with the chosen service level',
      giftOptionPayload({ recipientId: 'r1', giftOptions, rewardsOrderSummaryMessage: '', selectedServiceLevel: 3 }),
      { recipientId: 'r1', giftOptions, rewardsOrderSummaryMessage: '', serviceLevel: 3 },
    ],
    [
      'gift message',
      giftMessagePayload('r1', 'Hi', true),
      { recipientId: 'r1', message: 'Hi', isInitialTrigger: true },
    ],
    ['tax exemption', taxExemptionPayload(true), { isTaxExemptionApplied: true }],
  ])('%s', (_, payload, shape) => {
    expect(payload).toEqual(shape)
  })
})

test('DATA-16: of an answer exactly these four parts are read', () => {
  const reply = {
    isSuccess: true,
    orderSummary: { total: 1 },
    recipientList: [{ id: 'r1' }],
    redirectUrl: '/x',
    other: 1,
  }
  expect(replyParts(reply)).toEqual({
    isSuccess: true,
    orderSummary: { total: 1 },
    recipientList: [{ id: 'r1' }],
    redirectUrl: '/x',
  })
  expect(replyParts({ isSuccess: false })).toEqual({
    isSuccess: false,
    orderSummary: null,
    recipientList: null,
    redirectUrl: '',
  })
})

const product: SelectedProduct = {
  isNla: false,
  sku: 101,
  isStockSku: true,
  isInstallationServiceRequired: true,
  installationServiceType: 'wall',
  qty: 3,
  shipMethod: 2,
}

test('DATA-20, ATC-36: each field of the selected product goes into the add item', () => {
  expect(addItemOfSelected(product)).toMatchObject({
    ok: true,
    value: {
      Sku: 101,
      Quantity: 3,
      IsInstallationServiceRequired: true,
      InstallationServiceType: 'wall',
      ShipMethod: 2,
    },
  })
  expect(addItemOfSelected({ ...product, isInstallationServiceRequired: false })).toMatchObject({
    value: { IsInstallationServiceRequired: false, InstallationServiceType: '' },
  })
})

test('ATC-36: a product that is no longer available cannot be added', () => {
  expect(addItemOfSelected({ ...product, isNla: true })).toMatchObject({ ok: false, problem: { code: 'notAvailable' } })
})

test('DATA-21, XSELL-08: the cross-sell state has these four names', () => {
  expect(Object.keys(firstCrossSellState)).toEqual(['piData', 'piDataUrl', 'addToCartPiData', 'addToCartPiDataUrl'])
})

test('XSELL-06: of 30 recommendations 24 are kept', () => {
  expect(keptItems(Array.from({ length: 30 }, (_, at) => at))).toHaveLength(24)
})
