import type { ReplyOf } from '#contracts/call.ts'
import type { cartCalls } from '#contracts/cart/calls.ts'
import { asksWhereItGoes } from '#domain/cart/recipients/asks-where.ts'
import { lineItem } from '#server/cart/line-view.ts'
import type { Receipt } from '#server/cart/receipt-view.ts'
import type { CallContext, FeatureFlags, Text } from '#server/http/context.ts'
import { problemText } from '#server/http/problem-text.ts'
import { rewardsView } from '#server/payment/payment-view.ts'
import { isAtRegistrant } from '#server/pricing/cart-facts.ts'
import type { CartQuote } from '#server/pricing/pricing-service.ts'
import { summaryView } from '#server/pricing/summary-view.ts'

export type CartReply = ReplyOf<typeof cartCalls.getCartJsx>

/** What the sign-in widget needs to know of the identity provider (DATA-01). */
export type SignInSettings = CartReply['oktaConfigurations']

/** The three flags by their exact names, and nothing else of the configuration. */
export function flagsView({ paymentProvider_EnableAdyen, cbhcc_EnableCbhcc, oms_UseSharedEngine }: FeatureFlags) {
  return { paymentProvider_EnableAdyen, cbhcc_EnableCbhcc, oms_UseSharedEngine }
}

/** The whole cart as the wire has it (OPEN-28, DATA-01, DATA-02). */
export function cartView(priced: CartQuote, context: CallContext, receipt: Receipt, signIn: SignInSettings): CartReply {
  const { text } = context
  const { cart } = priced
  return {
    ...receipt,
    ...flagsView(context.flags),
    lineItems: priced.lines.map((line, index) => lineItem(priced, line, index)),
    savedForLater: priced.savedLines.map((line, index) => lineItem(priced, line, index)),
    cartSummary: {
      discountCode: cart.discountCode,
      taxZipCode: cart.taxZip,
      ...(isAtRegistrant(cart) && { isAtRegistrant: true as const }),
      ...(asksWhereItGoes(cart) && { asksWhereItGoes: true as const }),
      ...promoMessage(priced, context),
    },
    orderSummary: summaryView(priced, text),
    rewardsData: rewardsView(priced),
    isGuest: context.shopper.auth === 'guest',
    isInternational: context.isInternational,
    isApp: context.isApp,
    isPlacing: cart.state === 'placing',
    messages: cartMessages(text),
    oktaConfigurations: signIn,
    oktaSignInWidgetMessages: {
      lockout: text('oktaSignInWidget.lockout'),
      usernameRequired: text('oktaSignInWidget.usernameRequired'),
      passwordRequired: text('oktaSignInWidget.passwordRequired'),
      genericSummary: text('oktaSignInWidget.genericSummary'),
    },
    cartNewCustomersMessage: text('cartNewCustomersMessage'),
    cartReturningCustomersMessage: text('cartReturningCustomersMessage'),
  }
}

function promoMessage({ promoProblem }: CartQuote, context: CallContext) {
  return promoProblem === null ? {} : { promoMessage: problemText(context, promoProblem) }
}

function cartMessages(text: Text): CartReply['messages'] {
  return {
    eddOutagePickupMessage: text('eddOutagePickupMessage'),
    cartErrorPopupButton: text('cartErrorPopupButton'),
    networkErrorMessage: text('networkErrorMessage'),
    genericErrorMessage: text('genericErrorMessage'),
    missingPostalCode: text('missingPostalCode'),
    postalCodeValidationError: text('postalCodeValidationError'),
    emptyBasketMessage: text('emptyBasketMessage'),
  }
}
