import type { CheckoutReply } from '#contracts/pages.ts'
import { type AppliedCard, anAppliedCard, aPayment, openCheckout } from '#test/web/checkout.ts'
import type { Answer } from '#test/web/fake-server.ts'

export const savePayment = '/ReactCheckout/SavePayment'

type CreditCards = CheckoutReply['paymentData']['creditCardData']
type SavedCard = CreditCards['accountCardsInfo'][number]

/** A card of the account as the checkout answers it. */
export function aSavedCard(
  id: string,
  patch: Partial<SavedCard['cardInfo']> & { readonly isExpired?: boolean } = {},
): SavedCard {
  const { isExpired = false, ...info } = patch
  return {
    cardInfo: {
      type: 'Visa',
      lastFour: `000${id.at(-1)}`,
      expMonth: 5,
      expYear: 2030,
      cbhccDesignType: 0,
      verifyCreditCard: true,
      isVerificationApplied: false,
      adyenCardData: null,
      storedPaymentMethodId: id,
      isAutoApplied: false,
      id,
      ...info,
    },
    isExpired,
  }
}

/** A saved card as it is applied. */
export function applied(id: string, patch: Partial<AppliedCard> = {}): AppliedCard {
  const place = Number(id.at(-1)) - 1
  return anAppliedCard({
    ...{ id, lastFour: `000${id.at(-1)}`, selectionIndex: place, storedPaymentMethodId: id, verifyCreditCard: true },
    hasVerifyData: false,
    ...patch,
  })
}

export const three = [aSavedCard('card-1'), aSavedCard('card-2'), aSavedCard('card-3')]

export type CardsSeed = {
  readonly saved?: readonly SavedCard[]
  readonly one?: AppliedCard | null
  readonly two?: AppliedCard | null
  readonly isOnlyCbccAllowed?: boolean
  readonly limit?: number
  readonly isGuest?: boolean
  readonly answers?: { readonly [path: string]: Answer }
}

/** The payment step of a member with these cards. */
export function openPayment({ saved = three, one = null, two = null, ...wish }: CardsSeed = {}) {
  const { isOnlyCbccAllowed = false, limit = 5, isGuest = false, answers = {} } = wish
  const paymentData = {
    ...aPayment(),
    creditCardData: { cardOneInfo: one, cardTwoInfo: two, accountCardsInfo: [...saved], isOnlyCbccAllowed },
  }
  return openCheckout(3, { isGuest, paymentData, accountCardsInfoLimit: limit }, answers)
}
