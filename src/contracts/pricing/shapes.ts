import { z } from 'zod'
import { cents } from '../platform/shapes.ts'

/** OPEN-28, OPEN-119: all whole cents, none negative; total and amountDue add up from the rest. */
export const orderSummary = z.object({
  subtotal: cents,
  discount: cents,
  shipping: cents,
  surcharge: cents,
  installation: cents,
  giftOptions: cents,
  donation: cents,
  tax: cents,
  rewardsTotal: cents,
  giftCardsTotal: cents,
  tenderCodesTotal: cents,
  total: cents,
  amountDue: cents,
  rewardsExceedOrderTotalMessage: z.string(),
  /** False until a destination is known: the page then says 'enter ZIP' in place of the tax (UX-06). */
  isTaxKnown: z.boolean(),
  /** GST, HST, PST, QST apart where the country shows them apart. */
  taxParts: z.array(z.object({ name: z.string(), cents })),
})
