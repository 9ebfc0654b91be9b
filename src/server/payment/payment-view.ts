import type { z } from 'zod'
import type { appliedCard, paidWith, paymentData, plccOffer } from '#contracts/payment/shapes.ts'
import type { CartPayment } from '#domain/cart/cart.ts'
import { paymentAmounts } from '#domain/cart/payment/payment-rules.ts'
import { storeCardBrand } from '#domain/cart/payment/store-card-brands.ts'
import { appliedAmountString, appliedCardFacts, noAppliedCardErrors } from '#domain/payment/applied-card.ts'
import { type CardFlags, cbhccDesignType, isBrand, isRewardsCard } from '#domain/payment/brands.ts'
import { hasSecurityCode } from '#domain/payment/saved-card.ts'
import { hasFinancingTerms, lacksTerms } from '#domain/payment/store-card-rules.ts'
import { tenderName } from '#domain/payment/tender-name.ts'
import type { Currency } from '#domain/variant.ts'
import type { FeatureFlags, Text } from '#server/http/context.ts'
import type { AccountCard } from '#server/payment/account-card-store.ts'
import { accountCardsView } from '#server/payment/account-card-view.ts'
import type { CartQuote } from '#server/pricing/pricing-service.ts'
import { type WalletGateway, walletMethodsOf } from '#server/providers/wallet-gateway/port.ts'

export type PaymentDataView = z.output<typeof paymentData>
type AppliedCardView = z.output<typeof appliedCard>

export function cardFlags(flags: FeatureFlags): CardFlags {
  return { isCbhccEnabled: flags.cbhcc_EnableCbhcc }
}

/** True while a reward certificate, or a code for store-card holders, is applied (OPEN-68). */
export function isOnlyCbccAllowed({ cart, promo }: CartQuote): boolean {
  return cart.tenders.some((tender) => tender.kind === 'certificate') || promo?.isStoreCardOnly === true
}

/** The wallets of a storefront, and whose sheets open (ALT-01, OPEN-91). */
export function offeredWallets(wallets: WalletGateway | null, currency: Currency) {
  return { walletMethods: [...walletMethodsOf(wallets, currency)], walletProvider: wallets?.provider ?? ('' as const) }
}

/** The account's cards, none for a guest, and what else a view of cards depends on. */
export type CardsAt = {
  readonly flags: FeatureFlags
  readonly now: Date
  readonly accountCards: readonly AccountCard[]
}

/** How the cart is paid (PAY-01, OPEN-86). */
export function paymentView(priced: CartQuote, at: CardsAt): PaymentDataView {
  return {
    creditCardData: creditCardView(priced, at),
    rewardsData: rewardsView(priced),
    tenderCodesData: tenderCodesView(priced),
    payPalData: payPalView(priced),
    alternativePaymentsData: walletView(priced),
    isPaymentNeeded: priced.isPaymentNeeded,
  }
}

/** How the wire names a payment of a cart: a card by its guid, a wallet by its method. */
export function paymentIdOf({ method, basketPaymentGuid }: Pick<CartPayment, 'method' | 'basketPaymentGuid'>): string {
  return method === 'card' ? basketPaymentGuid : method
}

/** The tender table of the review (BEYOND-03): stored value in the order applied, then cards or the wallet. */
export function paidWithView(priced: CartQuote): z.output<typeof paidWith> {
  const { cart, summary, tenderAmounts } = priced
  const stored = tenderAmounts.map(({ id, kind, appliedCents: amount }) => {
    const lastFour = cart.tenders.find(({ tenderId }) => tenderId === id)?.label ?? ''
    return { id, name: tenderName({ method: kind, brand: '', lastFour }), amount }
  })
  const amounts = paymentAmounts(cart.payments, summary.amountDue)
  const paid = cart.payments.map((payment, index) => {
    const { method, brand, lastFour, wallet } = payment
    const amount = method === 'card' ? (amounts[index] ?? 0) : summary.amountDue
    return {
      id: paymentIdOf(payment),
      name: tenderName({ method, brand, lastFour, holder: wallet?.holder ?? '' }),
      amount,
    }
  })
  return [...stored, ...paid].filter(({ amount }) => amount > 0)
}

/** The certificates applied (OPEN-86). The message of the order summary has a name of its own there (PAY-55). */
export function rewardsView(priced: CartQuote): PaymentDataView['rewardsData'] {
  return {
    rewardsTotal: priced.summary.rewardsTotal,
    rewardExceedOrderTotalMessage: '',
    certificates: appliedOf(priced, 'certificate').map(({ label, cents }) => {
      return { certificateNumber: label, amount: cents }
    }),
    errorMessage: '',
  }
}

/** Tender codes and gift cards in the order applied (OPEN-73): a reference and the last digits, never a number. */
export function tenderCodesView(priced: CartQuote): PaymentDataView['tenderCodesData'] {
  return {
    tenderCodes: appliedOf(priced, 'tenderCode').map(({ label, cents }) => {
      return { tenderCodeNumber: label, appliedAmount: cents }
    }),
    giftCards: appliedOf(priced, 'giftCard').map(({ id, label, cents, availableCents }) => {
      return { cardNumber: id, displayNumber: label, appliedAmount: cents, balance: availableCents }
    }),
  }
}

/** The cards of the cart by slot (PAY-05, PAY-07); never a token or number. */
export function creditCardView(priced: CartQuote, at: CardsAt): PaymentDataView['creditCardData'] {
  const amounts = paymentAmounts(priced.cart.payments, priced.summary.amountDue)
  const cards = priced.cart.payments.map((payment, index) => ({ payment, cents: amounts[index]! }))
  const inSlot = (slot: 1 | 2): AppliedCardView | null => {
    const found = cards.find(({ payment }) => payment.method === 'card' && payment.slot === slot)
    return found === undefined ? null : cardView(found.payment, found.cents, priced, at)
  }
  return {
    cardOneInfo: inSlot(1),
    cardTwoInfo: inSlot(2),
    accountCardsInfo: accountCardsView(at.accountCards, priced.cart.payments, at),
    isOnlyCbccAllowed: isOnlyCbccAllowed(priced),
  }
}

function cardView(
  payment: CartPayment,
  appliedAmount: number,
  priced: CartQuote,
  { flags, accountCards }: CardsAt,
): AppliedCardView {
  const { brand, lastFour } = payment
  const isRewards = isBrand(brand) && isRewardsCard(brand, cardFlags(flags))
  const isCoBrand = isRewards && brand !== storeCardBrand
  const errors = {
    ...noAppliedCardErrors,
    hasRewardsRestrictionError: isOnlyCbccAllowed(priced) && !isRewards,
    hasZeroAmountError: appliedAmount === 0 && priced.isPaymentNeeded,
  }
  const { accountCardId } = payment
  const place = accountCards.findIndex(({ cardId }) => cardId === accountCardId)
  const savedIndex = place === -1 ? null : place
  const asksForCode = accountCardId !== null && hasSecurityCode(brand)
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
    id: accountCardId ?? payment.basketPaymentGuid,
    isApplied: true,
    isAutoApplied: payment.isAutoApplied,
    isVerificationApplied: asksForCode && payment.isVerified,
    lastFour,
    needsFocus: errors.hasRewardsRestrictionError,
    saveToAccount: payment.saveToAccount,
    storedPaymentMethodId: accountCardId ?? '',
    type: payment.selectionType,
    verifyCreditCard: asksForCode,
    errors,
    ...appliedCardFacts({ slot: payment.slot === 1 ? 'CardOne' : 'CardTwo', savedIndex, errors }),
  }
}

function appliedOf({ cart, tenderAmounts }: CartQuote, kind: CartQuote['tenderAmounts'][number]['kind']) {
  return tenderAmounts
    .filter((amount) => amount.kind === kind)
    .map(({ id, appliedCents: cents }) => {
      const tender = cart.tenders.find((one) => one.tenderId === id)
      return { id, cents, label: tender?.label ?? '', availableCents: tender?.availableCents ?? 0 }
    })
}

type Wallet = { readonly method: CartPayment['method']; readonly cents: number; readonly holder: string }

function walletOf({ cart, summary }: CartQuote): Wallet | undefined {
  const payment = cart.payments.find((one) => one.method !== 'card')
  return payment && { method: payment.method, cents: summary.amountDue, holder: payment.wallet?.holder ?? '' }
}

/** PayPal as the payment, with the payer's mail address; never its nonce. */
export function payPalView(priced: CartQuote): PaymentDataView['payPalData'] {
  const wallet = walletOf(priced)
  if (wallet?.method !== 'paypal') return { isApplied: false, email: '', appliedAmount: 0 }
  return { isApplied: true, email: wallet.holder, appliedAmount: wallet.cents }
}

/** Venmo or Apple Pay as the payment (ALT-02, ALT-06). */
export function walletView(priced: CartQuote): PaymentDataView['alternativePaymentsData'] {
  const wallet = walletOf(priced)
  const none = { type: '' as const, isApplied: false, username: '', appliedAmount: 0 }
  if (wallet?.method !== 'venmo' && wallet?.method !== 'applePay') return none
  return { type: wallet.method, isApplied: true, username: wallet.holder, appliedAmount: wallet.cents }
}

/** The offer of the store card (OPEN-69): there while such a card is applied. */
export function plccOfferView({ cart, summary }: CartQuote, text: Text): z.output<typeof plccOffer> {
  return {
    isAvailable: cart.payments.some((payment) => payment.brand === storeCardBrand),
    rewardText: text('plcc.rewardText'),
    financingText: text('plcc.financingText'),
    financingTerms: hasFinancingTerms(summary.total) ? text('plcc.financingTerms') : null,
    // chosen without terms that there are now, it is chosen anew
    selectedOption: lacksTerms(cart.payments, summary.total)
      ? 0
      : (cart.payments.find(({ plccOption }) => plccOption)?.plccOption ?? 0),
    errorMessage: '',
  }
}
