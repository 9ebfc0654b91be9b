import { expect, test } from 'vitest'
import { type StoredOrder, snapshotOf, storedAnswer, storedHolds, storedTenders } from './stored-order.ts'

const orderNumber = 'AB12-CD34-EF56'
const lineId = '10000000-0000-4000-8000-000000000001'
const recipientId = '20000000-0000-4000-8000-000000000001'

const ada = {
  ...{ firstName: 'Ada', lastName: 'Byron', companyName: '', address1: '1 Analytical Way', address2: '' },
  ...{
    city: 'Oak Brook',
    state: 'IL',
    postalCode: '60523',
    country: 'US',
    phone: '6305550100',
    email: 'ada@example.com',
  },
}

/** A line as commit 9c0dc99 wrote it: nothing for analytics yet. */
const itemOf9c0dc99 = {
  id: lineId,
  sku: 1101,
  title: 'Lounge Sofa, Oat',
  imagePath: '/pictures/sofa.jpg',
  navigateUrl: '/s1101',
  quantity: 2,
  currentPrice: 120_000,
  totalPrice: 240_000,
  recipientId,
  grId: 0,
  recipients: [{ recipientId, quantity: 2, basketItemId: lineId }],
  personalization: null,
  optionChoices: [{ code: 'color', name: 'Color', value: 'Oat' }],
  ...{ isPickup: false, isRemoved: false, isDonation: false, isInstallationServiceRequired: false },
  installationServiceFee: 0,
  availability: 1,
  edd: { message: 'Arrives by December 3' },
  dimensions: { depth: 40, height: 30.5, width: 90, diameter: 0, systemOfMeasure: 1 },
  boxes: [{ boxNumber: 1, quantity: 1, width: 92, depth: 42, height: 33 }],
  priceQuantityTotals: { quantity: 2 },
}

/** Since the time it takes to make is told in weeks (CALM-04). */
const making = { makingTime: 'Made to order in about 7 weeks' }

/** Since commit a981069. */
const analytics = {
  ...{ regularPrice: 150_000, priceTypeCode: 'S', markdownTypeCode: '', propertyCodes: [4] },
  ...{ category: 'Furniture', department: 'Seating', class: 'Sofas', subclass: 'Lounge' },
}

/** A recipient as commit 9c0dc99 wrote it: no printed mail, no part of the total, and of a booked window its number alone. */
const recipientOf9c0dc99 = {
  id: recipientId,
  ...{ isPickup: false, storeNumber: '', storeName: '' },
  address: { addressId: '', recipientId, ...ada, saveToAccount: false },
  shipments: [
    {
      id: `${recipientId}:6`,
      holidayHold: null,
      holidayHoldRanges: [],
      tripBooking: { windows: [], selectedWindowId: 20_801 },
      availableServiceLevels: [{ level: 6, name: 'In-Home Delivery', charge: 19_900, edd: { message: '' } }],
      selectedServiceLevel: 6,
      ...{ isShipCompleteVisible: false, isShipCompleteSelected: false },
      items: [{ basketItemId: lineId, sku: 1101, quantity: 2, edd: { message: '' }, isParcelShipping: false }],
    },
  ],
  bopsOptions: null,
  giftOptions: { isGift: true, giftWrap: 'none', giftMessage: 'For you', hasGiftReceipt: false },
}

/** Since commit 7055067; the registrant's home since 00fcfdd. */
const totals = {
  ...{ subtotal: 240_000, discount: 0, shipping: 19_900, surcharge: 0, installation: 0, giftOptions: 0, donation: 0 },
  ...{ tax: 16_000, total: 275_900 },
}
const recipientOfToday = {
  ...recipientOf9c0dc99,
  address: { addressId: '', recipientId, ...ada, giftRegistryId: 7, saveToAccount: false },
  bopsOptions: { giftReceiptOption: 0, baggingOption: 1, pickupContact: null },
  isMailWelcome: true,
  totals,
}

const summary = {
  ...totals,
  ...{ rewardsTotal: 0, giftCardsTotal: 5_000, tenderCodesTotal: 0, amountDue: 270_900 },
  ...{ rewardsExceedOrderTotalMessage: '', isTaxKnown: true, taxParts: [{ name: 'Sales tax', cents: 16_000 }] },
}

const stored = (change: Partial<StoredOrder> = {}) => ({
  orderNumber,
  stored: {
    items: [{ ...itemOf9c0dc99, ...analytics, ...making }],
    recipients: [recipientOfToday],
    summary,
    billingAddress: ada,
    ...change,
  },
})

test('OPEN-118: what is written today is read as it was written', () => {
  const order = stored()
  expect(snapshotOf(order)).toEqual(order.stored)
})

test('OPEN-118: an order of commit 9c0dc99 is read in the shape of today', () => {
  const order = stored({ items: [itemOf9c0dc99], recipients: [recipientOf9c0dc99], billingAddress: null })
  expect(snapshotOf(order)).toEqual({
    items: [
      {
        ...itemOf9c0dc99,
        ...{ regularPrice: 0, priceTypeCode: '', markdownTypeCode: '', propertyCodes: [] },
        ...{ category: '', department: '', class: '', subclass: '' },
        makingTime: '',
      },
    ],
    recipients: [{ ...recipientOf9c0dc99, isMailWelcome: false }],
    summary,
    billingAddress: null,
  })
})

test.each<[string, Partial<StoredOrder>, string]>([
  [
    'a line without a price',
    { items: [{ ...itemOf9c0dc99, currentPrice: null }] },
    'shop.order_line.item of order AB12-CD34-EF56 is not what it should be: 0.currentPrice (invalid_type)',
  ],
  [
    'a line that is none',
    { items: [itemOf9c0dc99, 'Ann'] },
    'shop.order_line.item of order AB12-CD34-EF56 is not what it should be: 1 (invalid_type)',
  ],
  [
    'recipients that are no list',
    { recipients: {} },
    'shop.orders.recipients of order AB12-CD34-EF56 is not what it should be: all of it (invalid_type)',
  ],
  [
    'a summary without amounts',
    { summary: { ...summary, tax: '12', total: undefined } },
    'shop.orders.summary of order AB12-CD34-EF56 is not what it should be: tax (invalid_type), total (invalid_type)',
  ],
  [
    'an address of nowhere',
    { billingAddress: { ...ada, country: 'UK' } },
    'shop.orders.billing_address of order AB12-CD34-EF56 is not what it should be: country (invalid_value)',
  ],
])('OPEN-118: what cannot be read is a fault that names column, order and field: %s', (_what, change, fault) => {
  expect(() => snapshotOf(stored(change))).toThrow(fault)
})

const holdsOf9c0dc99 = { stock: true, giftCards: false, certificates: false, promo: false, trips: true }

test.each<[string, object, object]>([
  ['9c0dc99', holdsOf9c0dc99, { gifts: true, accountCards: false }],
  ['255659e', { ...holdsOf9c0dc99, accountCards: true }, { gifts: true, accountCards: true }],
  ['ce8ca84', { ...holdsOf9c0dc99, accountCards: true, gifts: false }, { gifts: false, accountCards: true }],
])(
  'SAFE-12: what an order of commit %s holds is known: pieces of registries where it does not say',
  (_commit, holds, more) => {
    expect(storedHolds(holds, orderNumber)).toEqual({ ...holdsOf9c0dc99, ...more })
  },
)

test('SAFE-12: how an order ended is one of the answers it can have, or a fault', () => {
  expect(storedAnswer(null, orderNumber)).toBeNull()
  expect(storedAnswer({ problem: null }, orderNumber)).toEqual({ problem: null })
  expect(storedAnswer({ problem: { code: 'interrupted' } }, orderNumber)).toEqual({ problem: { code: 'interrupted' } })
  const fault = 'shop.orders.response of order AB12-CD34-EF56 is not what it should be: problem.code (invalid_union)'
  expect(() => storedAnswer({ problem: { code: 'lineDreamt' } }, orderNumber)).toThrow(fault)
})

test('BEYOND-03: the stored value an order was paid with is read, of an order without any too', () => {
  const card = { tenderId: lineId, kind: 'giftCard', cents: 5_000 }
  expect(storedTenders([{ ...card, label: '1234' }, card], orderNumber)).toEqual([
    { kind: 'giftCard', cents: 5_000, label: '1234' },
    { kind: 'giftCard', cents: 5_000, label: '' },
  ])
  expect(storedTenders(null, orderNumber)).toEqual([])
  expect(() => storedTenders([{ ...card, cents: '5' }], orderNumber)).toThrow('facts.tenders of order AB12-CD34-EF56')
})
