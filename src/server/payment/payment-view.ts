import type { z } from 'zod'
import type { appliedCard, paymentData, plccOffer } from '#contracts/payment/shapes.ts'
import type { CartPayment } from '#domain/cart/cart.ts'
import { paymentAmounts } from '#domain/cart/payment-rules.ts'
import { appliedAmountString, appliedCardFacts, noAppliedCardErrors } from '#domain/payment/applied-card.ts'
import { type CardFlags, cbhccDesignType, isBrand, isRewardsCard } from '#domain/payment/brands.ts'
import type { FeatureFlags, Text } from '#server/http/context.ts'
import type { PricedBasket } from '#server/pricing/pricing-service.ts'

export type PaymentDataView = z.output<typeof paymentData>
type AppliedCardView = z.output<typeof appliedCard>

export function cardFlags(flags: FeatureFlags): CardFlags {
  return { isCbhccEnabled: flags.cbhcc_EnableCbhcc }
}

/** True while a reward certificate, or a code for store-card holders, is applied (OPEN-68). */
export function isOnlyCbccAllowed({ cart, promo }: PricedBasket): boolean {
  return cart.tenders.some((tender) => tender.kind === 'certificate') || promo?.isStoreCardOnly === true
}

/** How the basket is paid (PAY-01, OPEN-86). */
export function paymentView(priced: PricedBasket, flags: FeatureFlags): PaymentDataView {
  const wallet = walletOf(priced)
  return {
    creditCardData: creditCardView(priced, flags),
    rewardsData: {
      rewardsTotal: priced.summary.rewardsTotal,
      rewardExceedOrderTotalMessage: '',
      certificates: appliedOf(priced, 'certificate').map(({ label, cents }) => {
        return { certificateNumber: label, amount: cents }
      }),
      errorMessage: '',
    },
    tenderCodesData: {
      tenderCodes: appliedOf(priced, 'tenderCode').map(({ label, cents }) => {
        return { tenderCodeNumber: label, appliedAmount: cents }
      }),
      giftCards: appliedOf(priced, 'giftCard').map(({ id, label, cents, availableCents }) => {
        return { cardNumber: id, displayNumber: label, appliedAmount: cents, balance: availableCents }
      }),
    },
    payPalData: { isApplied: wallet?.method === 'paypal', email: '', appliedAmount: walletCents(wallet, 'paypal') },
    alternativePaymentsData: alternativeView(wallet),
    isPaymentNeeded: priced.isPaymentNeeded,
  }
}

/** The cards of the basket by slot (PAY-05, PAY-07); never a token or number. */
export function creditCardView(priced: PricedBasket, flags: FeatureFlags): PaymentDataView['creditCardData'] {
  const amounts = paymentAmounts(priced.cart.payments, priced.summary.amountDue)
  const cards = priced.cart.payments.map((payment, index) => ({ payment, cents: amounts[index]! }))
  const inSlot = (slot: 1 | 2): AppliedCardView | null => {
    const found = cards.find(({ payment }) => payment.method === 'card' && payment.slot === slot)
    return found === undefined ? null : cardView(found.payment, found.cents, priced, flags)
  }
  return {
    cardOneInfo: inSlot(1),
    cardTwoInfo: inSlot(2),
    accountCardsInfo: [],
    isOnlyCbccAllowed: isOnlyCbccAllowed(priced),
  }
}

function cardView(
  payment: CartPayment,
  appliedAmount: number,
  priced: PricedBasket,
  flags: FeatureFlags,
): AppliedCardView {
  const { brand, lastFour } = payment
  const isRewards = isBrand(brand) && isRewardsCard(brand, cardFlags(flags))
  const isCoBrand = isRewards && brand !== 'PLCCSynchrony'
  const errors = {
    ...noAppliedCardErrors,
    hasRewardsRestrictionError: isOnlyCbccAllowed(priced) && !isRewards,
    hasZeroAmountError: appliedAmount === 0 && priced.isPaymentNeeded,
  }
  const savedIndex = null
  return {
    adyenCardData: payment.provider === 'adyen' || flags.paymentProvider_EnableAdyen ? { brand, lastFour } : null,
    appliedAmount,
    appliedAmountString: appliedAmountString(appliedAmount),
    basketPaymentId: payment.basketPaymentId,
    basketPaymentGuid: payment.basketPaymentGuid,
    cbhccDesignType: isCoBrand ? cbhccDesignType[priced.cart.brand] : cbhccDesignType.none,
    expMonth: payment.expMonth,
    expYear: payment.expYear,
    hasVerifyData: payment.hasVerifyData,
    id: payment.basketPaymentGuid,
    isApplied: true,
    isAutoApplied: false,
    isVerificationApplied: false,
    lastFour,
    needsFocus: errors.hasRewardsRestrictionError,
    saveToAccount: payment.saveToAccount,
    storedPaymentMethodId: '',
    type: payment.selectionType,
    verifyCreditCard: false,
    errors,
    ...appliedCardFacts({ slot: payment.slot === 1 ? 'CardOne' : 'CardTwo', savedIndex, errors }),
  }
}

function appliedOf({ cart, tenderAmounts }: PricedBasket, kind: PricedBasket['tenderAmounts'][number]['kind']) {
  return tenderAmounts
    .filter((amount) => amount.kind === kind)
    .map(({ id, appliedCents: cents }) => {
      const tender = cart.tenders.find((one) => one.tenderId === id)
      return { id, cents, label: tender?.label ?? '', availableCents: tender?.availableCents ?? 0 }
    })
}

type Wallet = { readonly method: CartPayment['method']; readonly cents: number; readonly holder: string }

function walletOf({ cart, summary }: PricedBasket): Wallet | undefined {
  const payment = cart.payments.find((one) => one.method !== 'card')
  return payment && { method: payment.method, cents: summary.amountDue, holder: '' }
}

function walletCents(wallet: Wallet | undefined, method: CartPayment['method']): number {
  return wallet?.method === method ? wallet.cents : 0
}

function alternativeView(wallet: Wallet | undefined): PaymentDataView['alternativePaymentsData'] {
  const none = { type: '' as const, isApplied: false, username: '', appliedAmount: 0 }
  if (wallet?.method !== 'venmo' && wallet?.method !== 'applePay') return none
  return { type: wallet.method, isApplied: true, username: wallet.holder, appliedAmount: wallet.cents }
}

/** Below this total no financing terms are offered (OPEN-69). */
export const leastFinancedCents = 50_000

/** The offer of the store card (OPEN-69): there while such a card is applied. */
export function plccOfferView({ cart, summary }: PricedBasket, text: Text): z.output<typeof plccOffer> {
  return {
    isAvailable: cart.payments.some((payment) => payment.brand === 'PLCCSynchrony'),
    rewardText: text('plcc.rewardText'),
    financingText: text('plcc.financingText'),
    financingTerms: summary.total < leastFinancedCents ? null : text('plcc.financingTerms'),
    selectedOption: 0,
    errorMessage: '',
  }
}
