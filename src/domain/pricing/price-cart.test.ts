import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CartFacts, LineFacts, OrderSummary, PricedCart } from './cart-facts.ts'
import { priceCart } from './price-cart.ts'

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

const summaryOf = (change: Partial<CartFacts>) => priceCart(cart(change)).orderSummary

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
  expect(priceCart(cart({ lines: [line({ quantity: 3, unitCents: 1999 })] })).lines[0]?.totalCents).toBe(5997)
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
    expect(priceCart(cart({ isTaxExempt: true }))).toMatchObject({ orderSummary: { tax: 0 }, isTaxKnown: true })
    expect(priceCart(cart({ destination: null }))).toMatchObject({ orderSummary: { tax: 0 }, isTaxKnown: false })
  })

  test('is shown in parts in Canada', () => {
    const priced = priceCart(cart({ currency: 'CAD', country: 'CA', destination: montreal }))
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
    expect(priceCart(cart({ lines, recipients })).lines.map((one) => one.taxCents)).toEqual([625, 0])
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
    const priced = priceCart(cart({ lines, promo }))
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
      priceCart(cart({ lines })).shipments.map((one) => [one.recipientId, one.shipMethod, one.shippingCents]),
    ).toEqual([
      ['one', 1, 1495],
      ['two', 1, 1495],
      ['one', 6, 11_900],
    ])
  })

  test('pickup and donations are not shipped, gift cards go for nothing', () => {
    const lines = [line({ isPickup: true }), line({ shipKind: 'donation' }), line({ shipKind: 'giftCard' })]
    expect(priceCart(cart({ lines })).orderSummary.shipping).toBe(0)
    expect(priceCart(cart({ lines })).lines.map((one) => one.shipMethod)).toEqual([null, null, 9])
  })
})

test('OPEN-82: quantity 2 has twice the installation fee', () => {
  const lines = [line({ quantity: 2, installation: { type: 'wall', feeCents: 5000 } })]
  expect(summaryOf({ lines }).installation).toBe(10_000)
})

test('OPEN-77: a box costs 595 and a wrap 895 for each recipient with a line', () => {
  const lines = [line({ recipientId: 'one' }), line({ lineId: 'line-2', recipientId: 'two' })]
  const recipients = [
    { recipientId: 'one', giftWrap: 'box' },
    { recipientId: 'two', giftWrap: 'wrap' },
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
  const lines = [line({ shipKind: 'giftCard', unitCents: 6000 })]
  test('SCENE-08: cards of $50 and $40 on $60 pay $50 and $10', () => {
    const tenders = [
      { id: 'first', kind: 'giftCard', availableCents: 5000 },
      { id: 'second', kind: 'giftCard', availableCents: 4000 },
    ] as const
    const priced = priceCart(cart({ lines, tenders }))
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

const anyLine: fc.Arbitrary<Omit<LineFacts, 'lineId'>> = fc.record({
  sku: fc.integer({ min: 1, max: 999_999 }),
  quantity: fc.integer({ min: 1, max: 99 }),
  unitCents: fc.integer({ min: 0, max: 900_000 }),
  regularCents: fc.integer({ min: 0, max: 900_000 }),
  shipKind: fc.constantFrom('parcel', 'furniture', 'freight', 'giftCard', 'donation'),
  isPickup: fc.boolean(),
  serviceLevel: fc.constantFrom(1, 2, 3, 6, 7),
  isTaxable: fc.boolean(),
  installation: fc.option(fc.record({ type: fc.constant('wall'), feeCents: fc.integer({ min: 0, max: 50_000 }) })),
  recipientId: fc.constantFrom(null, 'one', 'two'),
})

const anyPlace = fc.constantFrom(null, chicago, honolulu, montreal)
const anyPromo = fc.option(
  fc.record({
    code: fc.constant('CODE'),
    minSubtotalCents: fc.integer({ min: 0, max: 100_000 }),
    benefit: fc.oneof(
      fc.record({ kind: fc.constant('percent' as const), millionths: fc.integer({ min: 0, max: 2_000_000 }) }),
      fc.record({ kind: fc.constant('amount' as const), cents: fc.integer({ min: 0, max: 2_000_000 }) }),
      fc.record({ kind: fc.constant('freeShipping' as const) }),
    ),
  }),
)
const anyTender = fc.record({
  id: fc.uuid(),
  kind: fc.constantFrom('certificate' as const, 'giftCard' as const, 'tenderCode' as const),
  availableCents: fc.integer({ min: 0, max: 2_000_000 }),
})

const anyCart: fc.Arbitrary<CartFacts> = fc.record({
  currency: fc.constant('USD' as const),
  country: fc.constant('US' as const),
  lines: fc.array(anyLine, { maxLength: 8 }).map((lines) => lines.map((one, at) => ({ ...one, lineId: `line-${at}` }))),
  destination: anyPlace,
  recipients: fc
    .record({ wrap: fc.constantFrom('none', 'box', 'wrap' as const), place: anyPlace })
    .map(({ wrap, place }) => [
      { recipientId: 'one', giftWrap: wrap },
      { recipientId: 'two', giftWrap: wrap, destination: place },
    ]),
  promo: anyPromo,
  isTaxExempt: fc.boolean(),
  tenders: fc.array(anyTender, { maxLength: 4 }),
})

const sum = (cents: readonly number[]) => cents.reduce((total, one) => total + one, 0)
const amounts = ({ rewardsExceedOrderTotalMessage: _, ...rest }: OrderSummary) => Object.values(rest)

function expectToAddUp(priced: PricedCart): void {
  const { orderSummary: all, lines } = priced
  expect(all.total).toBe(
    all.subtotal -
      all.discount +
      all.shipping +
      all.surcharge +
      all.installation +
      all.giftOptions +
      all.donation +
      all.tax,
  )
  expect(all.amountDue).toBe(all.total - all.rewardsTotal - all.giftCardsTotal - all.tenderCodesTotal)
  expect(sum(lines.map((one) => one.totalCents))).toBe(all.subtotal + all.donation)
  expect(sum(lines.map((one) => one.discountCents))).toBe(all.discount)
  expect(sum(lines.map((one) => one.installationCents))).toBe(all.installation)
  expect(sum(priced.shipments.map((one) => one.shippingCents))).toBe(all.shipping)
  expect(sum(priced.shipments.map((one) => one.surchargeCents))).toBe(all.surcharge)
  expect(sum(priced.taxParts.map((part) => part.cents))).toBe(all.tax)
  expect(sum(lines.map((one) => one.taxCents)) + priced.shippingTaxCents + priced.installationTaxCents).toBe(all.tax)
  for (const tender of ['rewardsTotal', 'giftCardsTotal', 'tenderCodesTotal'] as const) {
    expect(sum(priced.explain.filter((row) => row.amount === tender).map((row) => row.cents))).toBe(all[tender])
  }
}

describe('SCENE-10, SCENE-11: over random baskets', () => {
  test('SCENE-10, OPEN-119: line totals, fees, tax, discounts and tenders add up to the cent', () => {
    fc.assert(
      fc.property(anyCart, (facts) => {
        expectToAddUp(priceCart(facts))
      }),
    )
  })

  test('SCENE-11: no amount is ever below 0, and no line is discounted by more than its worth', () => {
    fc.assert(
      fc.property(anyCart, (facts) => {
        const priced = priceCart(facts)
        for (const cents of amounts(priced.orderSummary)) expect(cents).toBeGreaterThanOrEqual(0)
        for (const one of priced.lines) expect(one.discountCents).toBeLessThanOrEqual(one.totalCents)
        for (const one of priced.lines) expect(one.taxCents).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('BEYOND-06: the rows of the explanation add up to each amount of the summary', () => {
    fc.assert(
      fc.property(anyCart, (facts) => {
        const { orderSummary, explain } = priceCart(facts)
        for (const amount of [
          'subtotal',
          'discount',
          'shipping',
          'surcharge',
          'installation',
          'giftOptions',
          'donation',
          'tax',
        ] as const) {
          expect(sum(explain.filter((row) => row.amount === amount).map((row) => row.cents))).toBe(orderSummary[amount])
        }
      }),
    )
  })

  test('SCENE-10: the order of the lines does not change the summary', () => {
    fc.assert(
      fc.property(anyCart, (facts) => {
        const turned = { ...facts, lines: facts.lines.toReversed() }
        expect(priceCart(turned).orderSummary).toEqual(priceCart(facts).orderSummary)
      }),
    )
  })
})
