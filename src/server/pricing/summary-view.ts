import type { z } from 'zod'
import type { orderSummary } from '#contracts/pricing/shapes.ts'
import type { Text } from '#server/http/context.ts'
import type { CartQuote } from '#server/pricing/pricing-service.ts'

export type SummaryView = z.output<typeof orderSummary>

/** The order summary of the wire (OPEN-28, OPEN-119). */
export function summaryView(
  priced: Pick<CartQuote, 'summary' | 'giftCardCents' | 'taxState' | 'taxParts'>,
  text: Text,
): SummaryView {
  const { rewardsExceedOrderTotalMessage: key, ...amounts } = priced.summary
  return {
    ...amounts,
    rewardsExceedOrderTotalMessage: key === '' ? '' : text(key),
    isTaxKnown: priced.taxState === 'known',
    ...(priced.taxState === 'unanswered' && { taxMessage: text('tax.unanswered') }),
    ...(priced.giftCardCents > 0 && { storedValueMessage: text('tender.notForGiftCards') }),
    taxParts: [...priced.taxParts],
  }
}
