import { good, type Outcome, refused } from '#domain/outcome.ts'

/** Paying with two uses exactly two cards (CONST-10, PAY-36). */
export const cardsInTwoCardPayment = 2

/** Whether a value is a number above zero and below infinity (VALID-25). */
export function isPositiveFinite(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0
}

/** Whether a value is an amount one card of two may pay: whole cents, at least 1 (SAFE-15). */
export function isWholeCents(value: unknown): value is number {
  return isPositiveFinite(value) && Number.isSafeInteger(value)
}

/**
 * The two amounts, in cents, when the first card takes `firstCents`: it must be whole cents, at least 1, below the
 * total; the second card takes the rest (PAY-37). Else `zeroAmount`, which is hasZeroAmountError at the card.
 */
export function splitOverTwoCards(firstCents: unknown, totalCents: number): Outcome<readonly [number, number]> {
  if (!isWholeCents(firstCents) || firstCents >= totalCents) {
    return refused({ code: 'zeroAmount' })
  }
  return good([firstCents, totalCents - firstCents])
}

/** Exactly two amounts of whole cents, each at least 1, that sum to what is due (PAY-36, SAFE-15); else `zeroAmount` or `paymentSumMismatch`. */
export function checkTwoCards(amountsCents: readonly unknown[], dueCents: number): Outcome<readonly [number, number]> {
  const [first, second] = amountsCents
  if (amountsCents.length !== cardsInTwoCardPayment || first === undefined || second === undefined) {
    return refused({ code: 'paymentSumMismatch', dueCents })
  }
  if (!isWholeCents(first) || !isWholeCents(second)) return refused({ code: 'zeroAmount' })
  if (first + second !== dueCents) return refused({ code: 'paymentSumMismatch', dueCents })
  return good([first, second])
}

/** Cents of an amount as people type it ('$25', '25.5', '1,025.50'), which is how amounts are compared (VALID-24); NaN when it is none, so that it is a zero amount. */
export function centsOfAmount(text: string): number {
  const plain = text.trim().replace(/^\$/, '').replaceAll(',', '')
  return /^\d+(?:\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : Number.NaN
}
