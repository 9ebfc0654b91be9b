import type { CheckoutReply } from '#contracts/pages.ts'
import type { PageMessageKey } from '#domain/messages.ts'
import type { CardFields } from '#domain/payment/card-form.ts'
import { type CardErrors, cardErrorMessages } from '#domain/payment/card-form.ts'

export type AppliedCard = NonNullable<CheckoutReply['paymentData']['creditCardData']['cardOneInfo']>

/** The errors that are of the card as a whole and not of one field, in the order of PAY-12 (VALID-15, VALID-16). */
export function cardNotices(errors: Partial<CardErrors>): PageMessageKey[] {
  const names = Object.keys(cardErrorMessages) as (keyof typeof cardErrorMessages)[]
  return names.filter((name) => errors[name]).map((name) => cardErrorMessages[name])
}

/** The errors that belong to a field, as the sentence at it (PAY-12): a missing value and a wrong one differ. */
export function fieldSentences(errors: Partial<CardErrors>, fields: CardFields) {
  return {
    number: errors.hasNumberError ? (fields.number === '' ? 'cardNumberMissing' : 'cardNumberInvalid') : null,
    expiry: errors.hasExpDateError ? (fields.expiry === '' ? 'expirationMissing' : 'expirationInvalid') : null,
    cvv: errors.hasCvvError ? (fields.cvv === '' ? 'securityCodeMissing' : 'securityCodeInvalid') : null,
  } as const satisfies { readonly [Field in keyof CardFields]: PageMessageKey | null }
}
