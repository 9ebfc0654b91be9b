import type { z } from 'zod'
import type { accountCard } from '#contracts/payment/shapes.ts'
import type { CartPayment } from '#domain/cart/cart.ts'
import { storeDay } from '#domain/days.ts'
import { isExpired } from '#domain/payment/expiry.ts'
import { hasSecurityCode } from '#domain/payment/saved-card.ts'
import type { FeatureFlags } from '#server/http/context.ts'
import type { AccountCard } from '#server/payment/account-card-store.ts'

/** The cards of an account as the shopper may see them (PAY-09), in their order: no token, no number. */
export function accountCardsView(
  cards: readonly AccountCard[],
  payments: readonly CartPayment[],
  at: { readonly flags: FeatureFlags; readonly now: Date },
): z.output<typeof accountCard>[] {
  return cards.map((card) => {
    const { brand, type, lastFour, expMonth, expYear, cbhccDesignType } = card
    const applied = payments.find((payment) => payment.accountCardId === card.cardId)
    return {
      cardInfo: {
        ...{ type, lastFour, expMonth, expYear, cbhccDesignType },
        verifyCreditCard: hasSecurityCode(brand),
        isVerificationApplied: hasSecurityCode(brand) && applied?.isVerified === true,
        adyenCardData: at.flags.paymentProvider_EnableAdyen ? { brand, lastFour } : null,
        storedPaymentMethodId: card.cardId,
        isAutoApplied: applied?.isAutoApplied === true,
        id: card.cardId,
      },
      isExpired: isExpired(card, storeDay(at.now)),
    }
  })
}
