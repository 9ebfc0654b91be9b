import { z } from 'zod'
import { isoDay } from '../catalog/import-parts.ts'

/** No code takes off more than ten thousand, or asks for more than a million; what is more is a slip of the pen. */
const amountCents = z.int().min(1).max(1_000_000)
const subtotalCents = z.int().min(0).max(100_000_000)

const fields = z.strictObject({
  code: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9][A-Z0-9_-]{2,39}$/, 'a code has 3 to 40 letters, digits, hyphens and underscores')
    .describe('What a shopper types, 3 to 40 letters, digits, hyphens and underscores; small letters are capitals.'),
  kind: z
    .enum(['percent', 'amount', 'freeShipping'])
    .describe('What it gives: a share of the merchandise, an amount, or free standard shipping.'),
  percent: z
    .number()
    .gt(0)
    .max(100)
    .refine((percent) => Math.abs(percent * 10_000 - Math.round(percent * 10_000)) < 1e-6, 'at most four decimals')
    .exactOptional()
    .describe('Of kind percent: how many percent of the merchandise, above 0, to 100, with at most four decimals.'),
  amountCents: amountCents
    .exactOptional()
    .describe('Of kind amount: what it takes off, cents of the currency of the order.'),
  brand: z.enum(['CB', 'CB2']).nullable().default(null).describe('The brand it is for; null: both.'),
  country: z.enum(['US', 'CA']).nullable().default(null).describe('The country it is for; null: both.'),
  minSubtotalCents: subtotalCents.default(0).describe('The merchandise it asks for, cents, gift cards not counted.'),
  isStoreCardOnly: z
    .boolean()
    .default(false)
    .describe('For who pays by store or co-brand card all that a card pays (SAFE-14).'),
  maxUses: z
    .int()
    .min(0)
    .max(100_000_000)
    .nullable()
    .default(null)
    .describe('Orders it is good for, of all shoppers together; null: any number.'),
  usesPerShopper: z
    .int()
    .min(1)
    .max(1_000)
    .default(1)
    .describe('Orders of one shopper, or one e-mail address, that it is good for.'),
  firstDay: isoDay
    .nullable()
    .default(null)
    .describe('The first day it is good, from midnight in Chicago; null: it is good already.'),
  lastDay: isoDay
    .nullable()
    .default(null)
    .describe('The last day it is good, to midnight in Chicago; null: it does not end.'),
})

/** A line of a file of promotions (OPEN-72): all that is true of one code. */
export const promotionRecord = fields
  .superRefine(({ kind, percent, amountCents: cents, firstDay, lastDay }, context) => {
    const wrong = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if ((kind === 'percent') !== (percent !== undefined))
      wrong('percent', kind === 'percent' ? 'is missing' : `a code of kind ${kind} has none`)
    if ((kind === 'amount') !== (cents !== undefined))
      wrong('amountCents', kind === 'amount' ? 'is missing' : `a code of kind ${kind} has none`)
    if (firstDay !== null && lastDay !== null && lastDay < firstDay) wrong('lastDay', 'is before the first day')
  })
  .describe('One code. It takes the place of what the shop knew of it; the uses it has had stay counted.')
export type PromotionRecord = z.output<typeof promotionRecord>
