import { storeCardBrand } from '#domain/cart/payment/store-card-brands.ts'
import type { PageMessageKey } from '#domain/messages.ts'
import { brandOf, type CardFlags, type SelectionType, selectionTypeOf } from './brands.ts'
import { cardNumberProblem, digitsOf } from './card-number.ts'
import { expiryProblem, readExpiry } from './expiry.ts'
import { securityCodeProblem } from './security-code.ts'

/** A card being entered (PAY-10, DATA-12). */
export type CardForm = {
  readonly type: SelectionType
  readonly number: string
  readonly cvv: string
  readonly expMonth: number
  readonly expYear: number
  readonly saveToAccount: boolean
}

/** What the three fields hold while typing; expiry as 'MM/YY'. */
export type CardFields = { readonly number: string; readonly expiry: string; readonly cvv: string }

/** Errors of a card (PAY-12, PAY-06), by their exact names. */
export const noCardErrors = {
  hasNumberError: false,
  hasExpDateError: false,
  hasCvvError: false,
  hasTnsError: false,
  hasSessionError: false,
  hasRewardsRestrictionError: false,
  hasOldCbccCardUsedError: false,
  hasZeroAmountError: false,
  cbccNotAppliedError: false,
} as const
export type CardErrors = { readonly [Name in keyof typeof noCardErrors]: boolean }

export type CardField = 'number' | 'expiry' | 'cvv'

/** The store card has neither expiry nor security code (PAY-25). */
export function hasExpiryAndCode(number: string, flags: CardFlags): boolean {
  return brandOf(digitsOf(number), flags) !== storeCardBrand
}

/** The fields after the number was changed: expiry and code are empty for the store card, and after it was replaced (PAY-25, PAY-26). */
export function withNumber(fields: CardFields, number: string, flags: CardFlags): CardFields {
  const had = hasExpiryAndCode(fields.number, flags)
  const has = hasExpiryAndCode(number, flags)
  return had && has ? { ...fields, number } : { number, expiry: '', cvv: '' }
}

/** The card as it is sent on (PAY-10, PAY-11, PAY-25). */
export function cardFormOf(fields: CardFields, saveToAccount: boolean, flags: CardFlags): CardForm {
  const number = digitsOf(fields.number)
  const type = selectionTypeOf(brandOf(number, flags))
  if (!hasExpiryAndCode(number, flags)) return { type, number, cvv: '', expMonth: 0, expYear: 0, saveToAccount }
  return { type, number, cvv: fields.cvv, ...readExpiry(fields.expiry), saveToAccount }
}

/** The sentence at each field, null when it is good (VALID-01 to VALID-20). `today` is 'YYYY-MM-DD'. */
export function cardFieldProblems(
  fields: CardFields,
  facts: CardFlags & { readonly today: string },
): { readonly [Field in CardField]: PageMessageKey | null } {
  const number = cardNumberProblem(fields.number, facts)
  if (!hasExpiryAndCode(fields.number, facts)) return { number, expiry: null, cvv: null }
  const brand = brandOf(digitsOf(fields.number), facts)
  return { number, expiry: expiryProblem(fields.expiry, facts.today), cvv: securityCodeProblem(fields.cvv, brand) }
}

/** The field that gets the focus: the first with an error in the order number, expiry, code (PAY-51, VALID-17). */
export function firstWrongField(problems: { readonly [Field in CardField]: unknown }): CardField | null {
  return (
    (['number', 'expiry', 'cvv'] as const).find((field) => problems[field] !== null && problems[field] !== false) ??
    null
  )
}

/** The configured or fixed message of each error that does not depend on a field's value (PAY-06, PAY-12, VALID-15, VALID-16). */
export const cardErrorMessages = {
  hasTnsError: 'tnsErrorMessage',
  hasSessionError: 'sessionErrorMessage',
  hasRewardsRestrictionError: 'rewardsRestrictionMessage',
  hasOldCbccCardUsedError: 'cardReissued',
  hasZeroAmountError: 'zeroAmountMessage',
  cbccNotAppliedError: 'cbccNotAppliedMessage',
} as const satisfies { readonly [Name in keyof CardErrors]?: PageMessageKey }
