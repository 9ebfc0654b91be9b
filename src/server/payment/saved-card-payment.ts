import type { CartPayment } from '#domain/cart/cart.ts'
import type { NewId } from '#domain/cart/change.ts'
import { storeDay } from '#domain/days.ts'
import { isBrand, isOldCoBrandCard } from '#domain/payment/brands.ts'
import type { CardErrors } from '#domain/payment/card-form.ts'
import { isExpired } from '#domain/payment/expiry.ts'
import { hasSecurityCode } from '#domain/payment/saved-card.ts'
import type { CallContext } from '#server/http/context.ts'
import type { AccountCard } from '#server/payment/account-card-store.ts'
import { wrong } from '#server/payment/card-check.ts'
import { type CodeCheckServices, checkCode } from '#server/payment/code-check.ts'

/** A saved card as it was sent with SavePayment. */
export type SentSavedCard =
  | { readonly state: 'saved'; readonly card: AccountCard; readonly isCodeRight: boolean }
  | { readonly state: 'wrong'; readonly errors: CardErrors }
  /** No card of this account has the id (CALL-91). */
  | { readonly state: 'unknownSaved' }
  | { readonly state: 'unknown' }
  | { readonly state: 'tooMany' }

/** Judges a saved card that is to pay: hers, not expired (PAY-41), in force (OPEN-61), and its code when one was sent. */
export async function judgeSaved(
  services: CodeCheckServices,
  context: CallContext,
  cards: readonly AccountCard[],
  sent: { readonly id: string; readonly cvvToken: string | null },
): Promise<SentSavedCard> {
  const card = cards.find(({ cardId }) => cardId === sent.id)
  if (card === undefined) return { state: 'unknownSaved' }
  const flags = { isCbhccEnabled: context.flags.cbhcc_EnableCbhcc }
  if (isExpired(card, storeDay(context.now))) return wrong({ hasExpDateError: true })
  if (isBrand(card.brand) && isOldCoBrandCard(card.brand, flags)) return wrong({ hasOldCbccCardUsedError: true })
  if (sent.cvvToken === null) return { state: 'saved', card, isCodeRight: false }
  switch (await checkCode(services, context, card, sent.cvvToken)) {
    case 'verified':
      return { state: 'saved', card, isCodeRight: true }
    case 'codeEnded':
      return wrong({ hasSessionError: true })
    case 'notChecked':
      return { state: 'unknown' }
    case 'tooManyTries':
      return { state: 'tooMany' }
    default:
      return wrong({ hasCvvError: true })
  }
}

/** A saved card as a payment of the cart; a code that was right for this cart stays right. */
export function savedCardPayment(
  card: AccountCard,
  of: {
    readonly slot: 1 | 2
    readonly newId: NewId
    readonly before: readonly CartPayment[]
    readonly isCodeRight: boolean
    readonly isAutoApplied: boolean
  },
): CartPayment {
  const known = of.before.find((payment) => payment.accountCardId === card.cardId)
  const isCodeRight = of.isCodeRight || known?.isVerified === true
  const { provider, token, brand, lastFour, expMonth, expYear } = card
  return {
    slot: of.slot,
    basketPaymentId: known?.slot === of.slot ? known.basketPaymentId : 0,
    basketPaymentGuid: known?.basketPaymentGuid ?? of.newId(),
    method: 'card',
    ...{ provider, token, brand, selectionType: card.type, lastFour, expMonth, expYear },
    amountCents: null,
    saveToAccount: false,
    hasVerifyData: isCodeRight && hasSecurityCode(brand),
    accountCardId: card.cardId,
    isVerified: isCodeRight || !hasSecurityCode(brand),
    isAutoApplied: of.isAutoApplied,
  }
}
