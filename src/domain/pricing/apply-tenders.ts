import type { CartFacts, ExplainRow, OrderSummary, PricedShipment, TenderKind } from './cart-facts.ts'

const totalOfTender = {
  certificate: 'rewardsTotal',
  giftCard: 'giftCardsTotal',
  tenderCode: 'tenderCodesTotal',
} as const
const ruleOfTender: { readonly [Kind in TenderKind]: string } = {
  certificate: 'OPEN-53',
  giftCard: 'TENDER-04',
  tenderCode: 'TENDER-11',
}

/**
 * The part of an order that stored value may not pay, cents: gift cards and their delivery; all of an order of nothing
 * else (SAFE-18).
 */
export function giftCardPart(
  { lines }: Pick<CartFacts, 'lines'>,
  shipments: readonly Pick<PricedShipment, 'lineIds' | 'shippingCents' | 'surchargeCents'>[],
  total: number,
): number {
  const cards = lines.filter(({ shipKind }) => shipKind === 'giftCard')
  if (cards.length === lines.length) return cards.length === 0 ? 0 : total
  const isOfCards = (lineId: string) => cards.some((card) => card.lineId === lineId)
  const parts = [
    ...cards.map(({ unitCents, quantity }) => unitCents * quantity),
    ...shipments
      .filter(({ lineIds }) => lineIds.every(isOfCards))
      .map(({ shippingCents, surchargeCents }) => shippingCents + surchargeCents),
  ]
  return parts.reduce((sum, cents) => sum + cents, 0)
}

/** What stored value may still pay of a priced order, cents (SAFE-18). */
export function leftForStoredValue(summary: Pick<OrderSummary, 'amountDue'>, giftCardCents: number): number {
  return summary.amountDue - giftCardCents
}

/**
 * What each tender pays, in the order applied: the lower of its worth and what is still due (TENDER-04, TENDER-11), never
 * below 0 (SCENE-11), and nothing of `giftCardCents` (SAFE-18). Amounts in cents.
 */
export function applyTenders(facts: CartFacts, total: number, giftCardCents: number) {
  const paid = { rewardsTotal: 0, giftCardsTotal: 0, tenderCodesTotal: 0 }
  const explain: ExplainRow[] = []
  const aside = giftCardCents > 0 ? { giftCardCents } : {}
  let due = total - giftCardCents
  let exceeds = false
  const tenders = facts.tenders.map(({ id, kind, availableCents }) => {
    const appliedCents = Math.max(0, Math.min(availableCents, due))
    if (kind === 'certificate' && availableCents > due) exceeds = true
    const amount = totalOfTender[kind]
    const basis = { kind: 'tender', availableCents, dueCents: due, ...aside } as const
    explain.push({ amount, of: id, cents: appliedCents, rule: ruleOfTender[kind], basis, rounding: 'none' })
    paid[amount] += appliedCents
    due -= appliedCents
    return { id, kind, appliedCents }
  })
  const rewardsExceedOrderTotalMessage: OrderSummary['rewardsExceedOrderTotalMessage'] = exceeds
    ? 'rewardsExceedOrderTotalMessage'
    : ''
  return { tenders, totals: { ...paid, amountDue: due + giftCardCents, rewardsExceedOrderTotalMessage }, explain }
}
