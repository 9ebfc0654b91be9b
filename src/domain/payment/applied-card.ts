import type { CardSlot } from './brands.ts'

/** Errors of an applied card, exact names (PAY-06). */
export type AppliedCardErrors = {
  readonly hasRewardsRestrictionError: boolean
  readonly hasSessionError: boolean
  readonly hasZeroAmountError: boolean
  readonly cbccNotAppliedError: boolean
}

export const noAppliedCardErrors: AppliedCardErrors = {
  hasRewardsRestrictionError: false,
  hasSessionError: false,
  hasZeroAmountError: false,
  cbccNotAppliedError: false,
}

/** An amount of cents with two decimals and no sign: 1250 is '12.50' (PAY-08). */
export function appliedAmountString(cents: number): string {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * What follows from the slot and the way a card was given (PAY-07): order 1 and 2, CardOne is primary, selectionIndex is
 * the place in the saved-card list or -1, isValid is false as soon as an error is true.
 */
export function appliedCardFacts(card: {
  readonly slot: CardSlot
  readonly savedIndex: number | null
  readonly errors: AppliedCardErrors
}): { readonly order: 1 | 2; readonly isPrimary: boolean; readonly selectionIndex: number; readonly isValid: boolean } {
  const isPrimary = card.slot === 'CardOne'
  return {
    order: isPrimary ? 1 : 2,
    isPrimary,
    selectionIndex: card.savedIndex ?? -1,
    isValid: !Object.values(card.errors).some((isWrong) => isWrong),
  }
}
