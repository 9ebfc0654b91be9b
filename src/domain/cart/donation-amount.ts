import { type Outcome, refused } from '#domain/outcome.ts'
import { checkDonation } from './limits.ts'

/** Amounts to choose from on a donation's page, whole cents. */
export const offeredDonations: readonly number[] = [500, 1_000, 2_500]

/** The fields of a donation's form on its page: one of the amounts in cents or 'other', and the amount typed for that, in dollars. */
export const donationFields = { choice: 'Amount', other: 'OtherAmount' } as const

/** The amount that stands in a donation's form, as it would be typed. */
export function chosenAmount(fields: { readonly [name: string]: string }): string {
  const choice = fields[donationFields.choice] ?? 'other'
  if (choice === 'other') return fields[donationFields.other] ?? ''
  return amountText(Number(choice))
}

/** Where the message on a donation's amount stands in the cart when its form was refused (SAFE-33). */
export function amountField(lineItemId: string): string {
  return `amount-${lineItemId}`
}

/** Cents of an amount as it stands in its field: '25', or '5.50' where a client of the wire gave cents. */
export function amountText(cents: number): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2)
}

type DonationProblem = 'missingField' | 'invalidField' | 'donationNotWhole' | 'donationOutOfRange'

/** Whole cents of a donation as a shopper types it, in whole dollars from the least to the greatest (OPEN-36). */
export function readDonation(text: string): Outcome<number, DonationProblem> {
  const typed = text.replace(/[\s,$]/g, '').replace(/^CAD/i, '')
  if (typed === '') return refused({ code: 'missingField', label: 'an amount' })
  const parts = /^(-?\d{1,9})(?:\.(\d{0,9}))?$/.exec(typed)
  if (parts === null) return refused({ code: 'invalidField', label: 'the amount' })
  if (Number(parts[2] ?? '') !== 0) return refused({ code: 'donationNotWhole' })
  return checkDonation(Number(parts[1]) * 100)
}
