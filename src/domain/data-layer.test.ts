import { expect, test } from 'vitest'
import {
  type AnalyticsSource,
  cartLoaded,
  giftCardDecline,
  itemsAdded,
  orderPlaced,
  orderSummaryUpdated,
  paymentErrorPopup,
} from './data-layer.ts'

const source: AnalyticsSource & { readonly recipientName: string; readonly email: string } = {
  sku: 101,
  quantity: 2,
  currentPrice: 1999,
  regularPrice: 2499,
  priceTypeCode: 'S',
  markdownTypeCode: '',
  availability: 1,
  category: 'Tables',
  department: 'Furniture',
  class: 'Dining',
  subclass: 'Wood',
  isPersonalized: false,
  storePickupNumber: '',
  name: 'Oak Table',
  brand: 'CB',
  currencyCode: 'USD',
  propertyCodes: [300],
  recipientName: 'Ann Lee',
  email: 'ann@example.com',
}
const summary = { subtotal: 3998, discount: 0, shipping: 995, tax: 312, total: 5305, billingName: 'Ann Lee' }
const totals = { subtotal: 3998, discount: 0, shipping: 995, tax: 312, total: 5305 }

test('DATA-03, PLAT-26, OPEN-112: an entry of a cart load has exactly the line fields', () => {
  const { currentPrice, propertyCodes: _, recipientName: __, email: ___, ...same } = source
  expect(cartLoaded([source, source])).toEqual({
    event: 'cart_loaded',
    lines: [
      { ...same, price: currentPrice, isMadeToOrder: true, position: 1 },
      { ...same, price: currentPrice, isMadeToOrder: true, position: 2 },
    ],
  })
})

test.each([
  [250, false],
  [300, true],
  [400, true],
])('PDP-09: property code %s is made to order in analytics: %s', (code, isMade) => {
  const entry = cartLoaded([{ ...source, propertyCodes: [code] }])
  expect(entry).toMatchObject({ lines: [{ isMadeToOrder: isMade }] })
})

test('OPEN-112, PLAT-27, PLAT-28: each event has its name and what belongs to it', () => {
  expect(orderSummaryUpdated(summary)).toEqual({ event: 'order_summary_updated', totals })
  expect(paymentErrorPopup).toEqual({ event: 'payment_error_popup' })
  expect(giftCardDecline).toEqual({ event: 'gift_card_decline' })
  expect(itemsAdded('add_to_cart', [source])).toMatchObject({
    event: 'add_to_cart',
    lines: [{ sku: 101, position: 1 }],
  })
  expect(itemsAdded('add_to_registry', [source])).toMatchObject({ event: 'add_to_registry', lines: [{ sku: 101 }] })
  expect(orderPlaced('4KT7-9QWX-2F4H', [source], summary)).toMatchObject({
    event: 'order_placed',
    orderNumber: '4KT7-9QWX-2F4H',
    lines: [{ sku: 101 }],
    totals,
  })
})

test('OPEN-112: no entry holds a name, email or address of a person', () => {
  const entries = [
    cartLoaded([source]),
    itemsAdded('add_to_cart', [source]),
    itemsAdded('add_to_registry', [source]),
    orderSummaryUpdated(summary),
    orderPlaced('4KT7-9QWX-2F4H', [source], summary),
    paymentErrorPopup,
    giftCardDecline,
  ]
  expect(JSON.stringify(entries)).not.toMatch(/Ann|@example/)
})
