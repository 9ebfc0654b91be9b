import fc from 'fast-check'
import type { CartFacts, LineFacts } from '#domain/pricing/cart-facts.ts'

export const chicago = { state: 'IL', postalCode: '60601', country: 'US' } as const
const honolulu = { state: 'HI', postalCode: '96801', country: 'US' } as const
export const montreal = { state: 'QC', postalCode: 'H2Y 1C6', country: 'CA' } as const

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

/** Any cart at all: lines, homes, promotion and tenders as they come. */
export const anyCart: fc.Arbitrary<CartFacts> = fc.record({
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
