import type { CartFacts, ExplainRow, OrderSummary, TenderKind } from './cart-facts.ts'

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
 * What each tender pays, in the order applied: the lower of its worth and what is still due (TENDER-04, TENDER-11), never
 * below 0 (SCENE-11). Amounts in cents.
 */
export function applyTenders(facts: CartFacts, total: number) {
  const paid = { rewardsTotal: 0, giftCardsTotal: 0, tenderCodesTotal: 0 }
  const explain: ExplainRow[] = []
  let due = total
  let exceeds = false
  const tenders = facts.tenders.map(({ id, kind, availableCents }) => {
    const appliedCents = Math.max(0, Math.min(availableCents, due))
    if (kind === 'certificate' && availableCents > due) exceeds = true
    const amount = totalOfTender[kind]
    const basis = { kind: 'tender', availableCents, dueCents: due } as const
    explain.push({ amount, of: id, cents: appliedCents, rule: ruleOfTender[kind], basis, rounding: 'none' })
    paid[amount] += appliedCents
    due -= appliedCents
    return { id, kind, appliedCents }
  })
  const rewardsExceedOrderTotalMessage: OrderSummary['rewardsExceedOrderTotalMessage'] = exceeds
    ? 'rewardsExceedOrderTotalMessage'
    : ''
  return { tenders, totals: { ...paid, amountDue: due, rewardsExceedOrderTotalMessage }, explain }
}
