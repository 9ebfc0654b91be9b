import type { ReplyOf } from '#contracts/call.ts'
import type { checkoutCalls } from '#contracts/checkout/calls.ts'
import { isShippedTo } from '#domain/address/other-country.ts'
import { storeCardBrand } from '#domain/cart/payment/store-card-brands.ts'
import { billingAddressOf } from '#domain/cart/recipients/recipient-rules.ts'
import { isOneParcel } from '#domain/checkout/one-parcel.ts'
import { defaultAccountCardsLimit } from '#domain/payment/limits.ts'
import { registryAddressId } from '#domain/registry/registry-address.ts'
import type { AccountAddress } from '#server/address/account-address-store.ts'
import { addressView } from '#server/address/address-view.ts'
import { flagsView } from '#server/cart/cart-view.ts'
import type { Receipt } from '#server/cart/receipt-view.ts'
import { reachedStep } from '#server/checkout/checkout-facts.ts'
import { basketItems } from '#server/checkout/checkout-item-view.ts'
import { recipientList } from '#server/checkout/recipient-view.ts'
import type { CallContext, Text } from '#server/http/context.ts'
import { problemText } from '#server/http/problem-text.ts'
import type { AccountCard } from '#server/payment/account-card-store.ts'
import { offeredWallets, paidWithView, paymentView, plccOfferView } from '#server/payment/payment-view.ts'
import type { CartQuote } from '#server/pricing/pricing-service.ts'
import { summaryView } from '#server/pricing/summary-view.ts'
import type { WalletGateway } from '#server/providers/wallet-gateway/port.ts'

export type CheckoutReply = ReplyOf<typeof checkoutCalls.refreshCheckout>

/** What a member's account holds for the checkout; nothing for a guest. */
export type AccountHoldings = {
  readonly addresses: readonly AccountAddress[]
  readonly cards: readonly AccountCard[]
  readonly isTaxExempt: boolean
}

/** The whole checkout as the wire has it (OPEN-85). */
export function checkoutView(
  priced: CartQuote,
  context: CallContext,
  receipt: Receipt,
  { addresses, cards, isTaxExempt }: AccountHoldings,
  wallets: WalletGateway | null,
): CheckoutReply {
  const { cart } = priced
  const { text, flags } = context
  const step = reachedStep(priced, context.shopper)
  const billing = billingAddressOf(cart)
  const recipients = recipientList(priced)
  return {
    isSuccess: true,
    basketId: cart.cartId,
    step,
    highestStep: step,
    currencyCode: cart.currency,
    isGuest: context.shopper.auth === 'guest',
    isInternational: context.isInternational,
    isOneParcel: isOneParcel(
      priced.lines.map(({ line, facts }) => ({ ...line, shipKind: facts.shipKind })),
      recipients.length,
    ),
    // OPEN-67
    hasTns: !flags.paymentProvider_EnableAdyen && priced.isPaymentNeeded,
    hasSynchrony: cart.payments.some((payment) => payment.brand === storeCardBrand),
    ...flagsView(flags),
    accountCardsInfoLimit: defaultAccountCardsLimit,
    messages: checkoutMessages(text),
    basketItems: basketItems(priced),
    recipientList: recipients,
    billingAddress: billing === null ? null : addressView(billing),
    isBillingSame: cart.isBillingSame,
    isBillingMailWelcome: cart.isBillingMailWelcome,
    isTaxExemptionOffered: isTaxExempt,
    isTaxExemptionApplied: cart.isTaxExempt,
    accountInfo: {
      shippingAddresses: addresses
        .filter(({ address }) => isShippedTo(address, cart.country))
        .map(({ addressId, address }) => addressView(address, { addressId })),
      registryAddresses: (cart.registrantAddresses ?? []).map(({ grId }) => ({
        addressId: registryAddressId(grId),
        grId,
      })),
    },
    paymentData: paymentView(priced, { flags, now: context.now, accountCards: cards }),
    paidWith: paidWithView(priced),
    ...offeredWallets(wallets, cart.currency),
    plccOffer: plccOfferView(priced, text),
    promo: { discountCode: cart.discountCode, errorMessage: promoMessage(priced, text) },
    orderSummary: summaryView(priced, text),
    ...receipt,
  }
}

function promoMessage({ promoProblem }: CartQuote, text: Text): string {
  return promoProblem === null ? '' : problemText({ text }, promoProblem)
}

const shownMessages = [
  'eddOutagePickupMessage',
  'networkErrorMessage',
  'genericErrorMessage',
  'missingPostalCode',
  'postalCodeValidationError',
  'emptyBasketMessage',
  'giftCardServiceUnavailableMessage',
  'tnsErrorMessage',
  'sessionErrorMessage',
  'rewardsRestrictionMessage',
  'rewardsMessage',
  'synchronyPaymentMessage',
  'tnsPaymentMessage',
  'tnsDeprecationMessage',
  'zeroAmountMessage',
  'cbccNotAppliedMessage',
  'authorizationMessage',
  'invalidPromoMessage',
  'giftCardErrorMessage',
  'tripBookingFailedMessage',
  'invalidEmailAddress',
] as const

function checkoutMessages(text: Text): CheckoutReply['messages'] {
  return Object.fromEntries(shownMessages.map((key) => [key, text(key)]))
}
