import type { Cart, CartPayment } from '#domain/cart/cart.ts'
import type { NewId } from '#domain/cart/change.ts'
import { good, type Outcome, refused } from '#domain/outcome.ts'
import { isBrand, selectionTypeOf } from '#domain/payment/brands.ts'
import { checkTwoCards, isWholeCents, splitOverTwoCards } from '#domain/payment/two-cards.ts'
import type { CheckedCard } from '#server/payment/card-check.ts'
import { type SentSavedCard, savedCardPayment } from '#server/payment/saved-card-payment.ts'
import type { DescribedCard } from '#server/providers/card-gateway/port.ts'

/**
 * A slot as it was sent: empty, kept as it is on the cart (no token was sent), a new card as the gateway sees it, or a
 * saved one; `corrected`: kept with another date, if it is still the one that had `tokenBefore`; `tooMany`: so many cards were sent that the gateway is not asked.
 */
export type SentCard =
  | 'empty'
  | 'kept'
  | CheckedCard
  | SentSavedCard
  | { readonly state: 'corrected'; readonly card: DescribedCard; readonly tokenBefore: string }

export type SentCards = {
  /** CardOne and CardTwo. */
  readonly cards: readonly SentCard[]
  /** Cents as entered, null for none; nothing but whole cents is good. */
  readonly amounts: readonly (number | string | null)[]
  /** Whether each is to be kept in the account. */
  readonly savings: readonly boolean[]
  readonly provider: string
  readonly newId: NewId
}

/**
 * The payments as they will be on the cart. Nothing sent keeps what is there; one card takes all that is due; two must
 * have positive amounts that sum to it (PAY-36, PAY-37). Problems: noPayment, zeroAmount, paymentSumMismatch.
 */
export function newPayments(cart: Cart, dueCents: number, sent: SentCards): Outcome<readonly CartPayment[]> {
  if (sent.cards.every((card) => card === 'empty')) {
    return dueCents > 0 && cart.payments.length === 0 ? refused({ code: 'noPayment' }) : good(cart.payments)
  }
  const payments = sent.cards.flatMap((_, index) => paymentOf(cart, sent, index) ?? [])
  if (payments.length === 1) return good(payments.map((payment) => ({ ...payment, slot: 1, amountCents: null })))
  const amounts = amountsOf(sent.amounts, dueCents)
  if (!amounts.ok) return amounts
  return good(payments.map((payment, index) => ({ ...payment, amountCents: amounts.value[index]! })))
}

/** The first card takes what the shopper entered and the second the rest; when both were sent they must fit. */
function amountsOf([first = null, second = null]: SentCards['amounts'], dueCents: number) {
  return second === null ? splitOverTwoCards(first, dueCents) : checkTwoCards([first, second], dueCents)
}

/** At which of the two amounts it is said that they will not do: at those that are none, else at the first (SAFE-15). */
export function wrongAmounts([first = null, second = null]: SentCards['amounts']): readonly [boolean, boolean] {
  const isSecond = second !== null && !isWholeCents(second)
  return [!isWholeCents(first) || !isSecond, isSecond]
}

function paymentOf(cart: Cart, sent: SentCards, index: number): CartPayment | undefined {
  const slot = index === 0 ? 1 : 2
  const state = sent.cards[index]
  const remaining = cart.payments.find((payment) => payment.slot === slot && payment.method === 'card')
  if (state === 'kept') return remaining
  if (typeof state !== 'object') return undefined
  if (state.state === 'saved') {
    const { card, isCodeRight } = state
    return savedCardPayment(card, { slot, newId: sent.newId, before: cart.payments, isCodeRight, isAutoApplied: false })
  }
  if (state.state === 'corrected') {
    const { token, expMonth, expYear } = state.card
    // the processor was asked before the cart was locked: another card may be in the slot by now
    return remaining?.token === state.tokenBefore ? { ...remaining, token, expMonth, expYear } : remaining
  }
  if (state.state !== 'good') return undefined
  const { token, brand, lastFour, expMonth, expYear } = state.card
  return {
    slot,
    basketPaymentId: 0,
    basketPaymentGuid: sent.newId(),
    method: 'card',
    provider: sent.provider,
    token,
    brand,
    selectionType: selectionTypeOf(isBrand(brand) ? brand : null),
    lastFour,
    expMonth,
    expYear,
    amountCents: null,
    saveToAccount: sent.savings[index] ?? false,
    hasVerifyData: true,
    accountCardId: null,
    isVerified: true,
    isAutoApplied: false,
  }
}
