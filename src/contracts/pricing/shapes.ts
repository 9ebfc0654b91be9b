import { z } from 'zod'
import { cents } from '../platform/shapes.ts'

/** One line of the summary with what it is made of; the parts sum to its cents (BEYOND-06). */
export const explainedLine = z.object({
  name: z.string(),
  cents,
  sign: z.union([z.literal(1), z.literal(-1)]),
  note: z.string(),
  parts: z.array(z.object({ id: z.string(), name: z.string(), cents, how: z.string(), rounding: z.string() })),
})

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
  /** What the tax's row says when no service answers with the rates of a known place; left out else. */
  taxMessage: z.string().optional(),
  /** SAFE-18: what stored value does not pay; left out in an order without gift cards. */
  storedValueMessage: z.string().optional(),
  /** GST, HST, PST, QST apart where the country shows them apart. */
  taxParts: z.array(z.object({ name: z.string(), cents })),
})
