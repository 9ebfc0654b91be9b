import { expect, test } from 'vitest'
import { pricedCart } from '#test/builders/rates.ts'
import { leftForStoredValue } from './apply-tenders.ts'
import type { CartFacts, LineFacts, TenderKind } from './cart-facts.ts'

const piece = (lineId: string, shipKind: LineFacts['shipKind'], unitCents: number): LineFacts => {
  const noOptions = {
    isPickup: true,
    serviceLevel: 1,
    isTaxable: false,
    installation: null,
    recipientId: null,
  } as const
  return { lineId, sku: 1, quantity: 1, unitCents, regularCents: unitCents, shipKind, ...noOptions }
}
const giftCard = piece('card', 'giftCard', 6_000)
const mug = piece('mug', 'parcel', 4_000)
const donation = piece('donation', 'donation', 500)

const worth = (...tenders: readonly (readonly [kind: TenderKind, availableCents: number])[]) =>
  tenders.map(([kind, availableCents], index) => ({ id: `t${index}`, kind, availableCents }))

function priced(lines: readonly LineFacts[], tenders: CartFacts['tenders'], change: Partial<CartFacts> = {}) {
  const base = { currency: 'USD', country: 'US', destination: null, recipients: [], promo: null } as const
  return pricedCart({ ...base, isTaxExempt: false, lines, tenders, ...change })
}

test.each([
  ['a gift card, for a gift card alone', [giftCard], worth(['giftCard', 10_000]), [0], 6_000],
  ['a code, for a gift card alone', [giftCard], worth(['tenderCode', 100]), [0], 6_000],
  ['a certificate, for a gift card alone', [giftCard], worth(['certificate', 6_000]), [0], 6_000],
  ['a gift card, in a mixed order', [mug, giftCard], worth(['giftCard', 10_000]), [4_000], 6_000],
  ['less than the other lines', [giftCard, mug], worth(['giftCard', 1_000]), [1_000], 9_000],
  [
    'one of each kind, in the order applied',
    [mug, giftCard, donation],
    worth(['certificate', 3_000], ['giftCard', 1_200], ['tenderCode', 9_000]),
    [3_000, 1_200, 300],
    6_000,
  ],
  ['one behind another that took all', [mug, giftCard], worth(['giftCard', 4_000], ['giftCard', 1]), [4_000, 0], 6_000],
  ['without gift cards in the order all is paid', [mug, donation], worth(['giftCard', 10_000]), [4_500], 0],
])('SAFE-18: %s', (_name, lines, tenders, applied, amountDue) => {
  const { tenders: paid, orderSummary, giftCardCents } = priced(lines, tenders)
  expect(paid.map(({ appliedCents }) => appliedCents)).toEqual(applied)
  expect(orderSummary.amountDue).toBe(amountDue)
  expect(leftForStoredValue(orderSummary, giftCardCents)).toBe(Math.max(0, amountDue - giftCardCents))
})

test('SAFE-18: a promotion lowers what stored value may pay, and nothing of the gift cards', () => {
  const promo = { code: 'HALF', minSubtotalCents: 0, benefit: { kind: 'percent', millionths: 500_000 } } as const
  const { orderSummary } = priced([mug, giftCard], worth(['giftCard', 10_000]), { promo })
  expect(orderSummary).toMatchObject({ discount: 2_000, giftCardsTotal: 2_000, amountDue: 6_000 })
})

test('SAFE-18: the delivery and the wrapping of gift cards alone are not paid by stored value either', () => {
  const lines = [{ ...giftCard, isPickup: false, recipientId: 'one' }]
  const recipients = [{ recipientId: 'one', giftWrap: 'wrap' }] as const
  const { orderSummary, tenders } = priced(lines, worth(['giftCard', 10_000]), { recipients })
  expect([orderSummary.giftOptions, orderSummary.amountDue]).toEqual([895, 6_895])
  expect(tenders).toMatchObject([{ appliedCents: 0 }])
})

test('BEYOND-06 SAFE-18: the explanation says what the gift card was measured against', () => {
  const { explain } = priced([mug, giftCard], worth(['giftCard', 10_000]))
  expect(explain.find(({ amount }) => amount === 'giftCardsTotal')?.basis).toEqual({
    kind: 'tender',
    availableCents: 10_000,
    dueCents: 4_000,
    giftCardCents: 6_000,
  })
})
