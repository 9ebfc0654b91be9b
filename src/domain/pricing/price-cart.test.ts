import { describe, expect, test } from 'vitest'
import { pricedCart } from '#test/builders/rates.ts'
import type { CartFacts, LineFacts } from './cart-facts.ts'

const chicago = { state: 'IL', postalCode: '60601', country: 'US' } as const
const honolulu = { state: 'HI', postalCode: '96801', country: 'US' } as const
const montreal = { state: 'QC', postalCode: 'H2Y 1C6', country: 'CA' } as const

function line(change: Partial<LineFacts> = {}): LineFacts {
  return {
    lineId: 'line-1',
    sku: 101,
    quantity: 1,
    unitCents: 10_000,
    regularCents: 12_000,
    shipKind: 'parcel',
    isPickup: false,
    serviceLevel: 1,
    isTaxable: true,
    installation: null,
    recipientId: null,
    ...change,
  }
}

function cart(change: Partial<CartFacts> = {}): CartFacts {
  return {
    currency: 'USD',
    country: 'US',
    lines: [line()],
    destination: chicago,
    recipients: [],
    promo: null,
    isTaxExempt: false,
    tenders: [],
    ...change,
  }
}

const summaryOf = (change: Partial<CartFacts>) => pricedCart(cart(change)).orderSummary

test('OPEN-119: a parcel of $100.00 to Illinois costs goods, shipping and 6.25 % tax on both', () => {
  expect(summaryOf({})).toEqual({
    subtotal: 10_000,
    discount: 0,
    shipping: 1495,
    surcharge: 0,
    installation: 0,
    giftOptions: 0,
    donation: 0,
    tax: 718,
    rewardsTotal: 0,
    giftCardsTotal: 0,
    tenderCodesTotal: 0,
    total: 12_213,
    amountDue: 12_213,
    rewardsExceedOrderTotalMessage: '',
  })
})

test('CART-09: the line total is quantity times price', () => {
  expect(pricedCart(cart({ lines: [line({ quantity: 3, unitCents: 1999 })] })).lines[0]?.totalCents).toBe(5997)
})

test('OPEN-119: an empty cart costs nothing', () => {
  expect(summaryOf({ lines: [] }).total).toBe(0)
})

describe('OPEN-78: tax', () => {
  test('is taken on goods less discount, shipping and installation', () => {
    const lines = [line({ installation: { type: 'wall', feeCents: 5000 } })]
    const promo = { code: 'TEN', minSubtotalCents: 0, benefit: { kind: 'percent', millionths: 100_000 } } as const
    // 6.25 % of 9000 + 1495 + 5000
    expect(summaryOf({ lines, promo }).tax).toBe(968)
  })

  test('is not taken on donations, gift cards and lines that are not taxable', () => {
    const lines = [
      line({ lineId: 'a', shipKind: 'donation' }),
      line({ lineId: 'b', shipKind: 'giftCard' }),
      line({ lineId: 'c', isTaxable: false, isPickup: true }),
    ]
    expect(summaryOf({ lines }).tax).toBe(0)
  })

  test('is 0 when exempt, and 0 but not yet known without a destination', () => {
    expect(pricedCart(cart({ isTaxExempt: true }))).toMatchObject({ orderSummary: { tax: 0 }, taxState: 'known' })
    expect(pricedCart(cart({ destination: null }))).toMatchObject({
      orderSummary: { tax: 0 },
      taxState: 'placeMissing',
    })
  })

  test('is shown in parts in Canada', () => {
    const priced = pricedCart(cart({ currency: 'CAD', country: 'CA', destination: montreal }))
    expect(priced.taxParts).toEqual([
      { name: 'GST', cents: 575 },
      { name: 'QST', cents: 1147 },
    ])
  })

  test('follows the destination of each recipient', () => {
    const lines = [line({ lineId: 'a', recipientId: 'il' }), line({ lineId: 'b', recipientId: 'or' })]
    const oregon = { state: 'OR', postalCode: '97201', country: 'US' } as const
    const recipients = [
      { recipientId: 'il', giftWrap: 'none', destination: chicago },
      { recipientId: 'or', giftWrap: 'none', destination: oregon },
    ] as const
    expect(pricedCart(cart({ lines, recipients })).lines.map((one) => one.taxCents)).toEqual([625, 0])
  })
})

describe('OPEN-72, CART-18: promo', () => {
  const lines = [
    line({ lineId: 'a', unitCents: 3333 }),
    line({ lineId: 'b', unitCents: 3333 }),
    line({ lineId: 'c', unitCents: 3334, shipKind: 'giftCard' }),
  ]
  test('an amount is shared out over merchandise only, to the cent', () => {
    const promo = { code: 'FIVE', minSubtotalCents: 0, benefit: { kind: 'amount', cents: 501 } } as const
    const priced = pricedCart(cart({ lines, promo }))
    expect(priced.orderSummary.discount).toBe(501)
    expect(priced.lines.map((one) => one.discountCents)).toEqual([251, 250, 0])
  })

  test('SCENE-11: an amount above the merchandise stops at it', () => {
    const promo = { code: 'BIG', minSubtotalCents: 0, benefit: { kind: 'amount', cents: 99_999 } } as const
    expect(summaryOf({ lines, promo }).discount).toBe(6666)
  })

  test('free shipping takes the standard part; what 2-day adds stays', () => {
    const promo = { code: 'SHIP', minSubtotalCents: 0, benefit: { kind: 'freeShipping' } } as const
    expect(summaryOf({ promo }).shipping).toBe(0)
    expect(summaryOf({ promo, lines: [line({ serviceLevel: 2 })] }).shipping).toBe(1500)
  })

  test('below its least subtotal it gives nothing', () => {
    const promo = { code: 'FIVE', minSubtotalCents: 10_001, benefit: { kind: 'amount', cents: 500 } } as const
    expect(summaryOf({ promo }).discount).toBe(0)
  })
})

describe('OPEN-79, OPEN-80: shipments', () => {
  test('CONST-05, SHIPPOP-15: standard to Hawaii costs 1000 cents more than to Illinois, apart from shipping', () => {
    expect(summaryOf({ destination: honolulu })).toMatchObject({ shipping: 1495, surcharge: 1000 })
    expect(summaryOf({})).toMatchObject({ shipping: 1495, surcharge: 0 })
  })

  test('each recipient and method is a shipment with a charge of its own', () => {
    const lines = [
      line({ lineId: 'a', recipientId: 'one' }),
      line({ lineId: 'b', recipientId: 'two' }),
      line({ lineId: 'c', recipientId: 'one', shipKind: 'furniture' }),
    ]
    expect(
      pricedCart(cart({ lines })).shipments.map((one) => [one.recipientId, one.shipMethod, one.shippingCents]),
    ).toEqual([
      ['one', 1, 1495],
      ['two', 1, 1495],
      ['one', 6, 11_900],
    ])
  })

  test('pickup and donations are not shipped, gift cards go for nothing', () => {
    const lines = [line({ isPickup: true }), line({ shipKind: 'donation' }), line({ shipKind: 'giftCard' })]
    expect(pricedCart(cart({ lines })).orderSummary.shipping).toBe(0)
    expect(pricedCart(cart({ lines })).lines.map((one) => one.shipMethod)).toEqual([null, null, 9])
  })
})

test('OPEN-82: quantity 2 has twice the installation fee', () => {
  const lines = [line({ quantity: 2, installation: { type: 'wall', feeCents: 5000 } })]
  expect(summaryOf({ lines }).installation).toBe(10_000)
})

test('OPEN-77: a box costs 595 and a wrap 895 for each recipient with a line that can be wrapped', () => {
  const lines = [
    line({ recipientId: 'one' }),
    line({ lineId: 'line-2', recipientId: 'two' }),
    line({ lineId: 'line-3', recipientId: 'giver', shipKind: 'donation' }),
  ]
  const recipients = [
    { recipientId: 'one', giftWrap: 'box' },
    { recipientId: 'two', giftWrap: 'wrap' },
    { recipientId: 'giver', giftWrap: 'wrap' },
    { recipientId: 'gone', giftWrap: 'wrap' },
  ] as const
  expect(summaryOf({ lines, recipients }).giftOptions).toBe(1490)
})

test('CART-13, OPEN-119: a donation counts as donation, not as subtotal', () => {
  expect(summaryOf({ lines: [line({ shipKind: 'donation', unitCents: 500 })] })).toMatchObject({
    subtotal: 0,
    donation: 500,
    total: 500,
  })
})

describe('TENDER-11, SCENE-11: tenders', () => {
  const lines = [line({ shipKind: 'donation', unitCents: 6000 })]
  test('SCENE-08: cards of $50 and $40 on $60 pay $50 and $10', () => {
    const tenders = [
      { id: 'first', kind: 'giftCard', availableCents: 5000 },
      { id: 'second', kind: 'giftCard', availableCents: 4000 },
    ] as const
    const priced = pricedCart(cart({ lines, tenders }))
    expect(priced.tenders.map((one) => one.appliedCents)).toEqual([5000, 1000])
    expect(priced.orderSummary).toMatchObject({ giftCardsTotal: 6000, amountDue: 0 })
  })

  test('TENDER-12: 5999 of 6000 leave one cent due', () => {
    expect(summaryOf({ lines, tenders: [{ id: 'x', kind: 'tenderCode', availableCents: 5999 }] }).amountDue).toBe(1)
  })

  test('CART-23: certificates worth more than the order say so', () => {
    const summary = summaryOf({ lines, tenders: [{ id: 'x', kind: 'certificate', availableCents: 6001 }] })
    expect(summary).toMatchObject({
      rewardsTotal: 6000,
      amountDue: 0,
      rewardsExceedOrderTotalMessage: 'rewardsExceedOrderTotalMessage',
    })
  })
})
