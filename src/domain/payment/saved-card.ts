import { storeCardBrand } from '#domain/cart/payment/store-card-brands.ts'
import { type CardFlags, isBrand, isOldCoBrandCard, isRewardsCard, type SelectionType } from './brands.ts'
import { type Expiry, isExpired } from './expiry.ts'

/** Why a saved card cannot be chosen: past its date (PAY-41), in the other slot (PAY-42), or no store card while only such pay (PAY-43). */
export type SavedCardBar = 'expired' | 'inUse' | 'notAllowed'

/** Selection types of store and co-brand cards: those that pay with rewards (PAY-43). */
export const rewardsTypes: readonly string[] = [
  'StoreCreditCard',
  'CoBrandMasterCard',
] satisfies readonly SelectionType[]

/** What stands against choosing a saved card, null when nothing does. */
export function savedCardBar(card: {
  readonly type: string
  readonly isExpired: boolean
  readonly isInUse: boolean
  readonly isOnlyCbccAllowed: boolean
}): SavedCardBar | null {
  if (card.isExpired) return 'expired'
  if (card.isInUse) return 'inUse'
  return card.isOnlyCbccAllowed && !rewardsTypes.includes(card.type) ? 'notAllowed' : null
}

/** Whether a saved card is asked for its security code before it pays (PAY-45): every card that has one. */
export function hasSecurityCode(brand: string): boolean {
  return brand !== storeCardBrand
}

/** Whether a default card may be applied by itself (PAY-50). `today` is the store's day, 'YYYY-MM-DD'. */
export function isAutoApplicable(
  card: Expiry & { readonly brand: string },
  facts: CardFlags & { readonly today: string; readonly isOnlyCbccAllowed: boolean },
): boolean {
  const brand = isBrand(card.brand) ? card.brand : null
  if (brand === null || isOldCoBrandCard(brand, facts) || isExpired(card, facts.today)) return false
  return !facts.isOnlyCbccAllowed || isRewardsCard(brand, facts)
}

/** Errors of the security code of a saved card, exact names (PAY-46). */
export type VerifyErrors = {
  readonly hasVerifyRequiredError: boolean
  readonly hasVerifyInputError: boolean
  readonly hasVerifyFailedError: boolean
  readonly hasCvvError: boolean
}

export const noVerifyErrors: VerifyErrors = {
  hasVerifyRequiredError: false,
  hasVerifyInputError: false,
  hasVerifyFailedError: false,
  hasCvvError: false,
}

/** How a check of a security code ended. */
export type CodeCheck =
  | 'verified'
  | 'missingData'
  | 'noCode'
  | 'codeEnded'
  | 'wrongCode'
  | 'notChecked'
  | 'tooManyTries'

/**
 * What each end is on the wire (PAY-46, PAY-47, OPEN-66): missing data sets the three verify errors and not hasCvvError;
 * a wrong code is the one that hasCvvError is about.
 */
export function verifyErrorsOf(check: CodeCheck): VerifyErrors {
  switch (check) {
    case 'verified':
      return noVerifyErrors
    case 'missingData':
      return { hasVerifyRequiredError: true, hasVerifyInputError: true, hasVerifyFailedError: true, hasCvvError: false }
    case 'noCode':
      return { ...noVerifyErrors, hasVerifyRequiredError: true }
    case 'codeEnded':
      return { ...noVerifyErrors, hasVerifyInputError: true }
    case 'wrongCode':
      return { ...noVerifyErrors, hasVerifyFailedError: true, hasCvvError: true }
    case 'notChecked':
    case 'tooManyTries':
      return { ...noVerifyErrors, hasVerifyFailedError: true }
  }
}
