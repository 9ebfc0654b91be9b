import { z } from 'zod'
import { emailKey, isEmail } from '#domain/address/email.ts'

/** A line of a file of accounts (OPEN-78): what a retailer says of an account that a shopper has made. */
export const accountRecord = z
  .strictObject({
    email: z
      .string()
      .transform(emailKey)
      .refine(isEmail, 'is no e-mail address')
      .describe('The address that the shopper signs in with, in any case.'),
    isTaxExempt: z
      .boolean()
      .describe('Whether she may switch tax off in her checkout. Without it no order of hers is placed without tax.'),
  })
  .describe(
    'One account, which is there already. What a shopper says of herself is hers to change and is no part of it.',
  )
export type AccountRecord = z.output<typeof accountRecord>
