import { authorizationErrorAddress } from '#domain/checkout/steps.ts'
import type { Problem, ProblemCode } from '#domain/problems.ts'

/** The place-order messages (ORDER-14, OPEN-89) and the one of BEYOND-01. */
export type PlaceMessage =
  | ''
  | 'InvalidPromoCode'
  | 'AuthorizationFailure'
  | 'GiftCardError'
  | 'TripBookingFailed'
  | 'CartChanged'

/** How an order ended, as kept with it: the answer of every later call for its basket (OPEN-06). */
export type OrderAnswer = { readonly problem: Problem | null }

export type PlaceAnswer = { readonly message: PlaceMessage; readonly redirectUrl: string }

export const confirmationAddress = '/checkout/confirmation'
/** Where the page of the card's bank sends the browser back to (OPEN-65). */
export const challengeAddress = '/checkout/challenge'
const review = '/checkout/review'
const payment = '/checkout/paymentandbilling'

const answers: { readonly [Code in ProblemCode]?: PlaceAnswer } = {
  cardRefused: { message: 'AuthorizationFailure', redirectUrl: authorizationErrorAddress },
  walletRefused: { message: 'AuthorizationFailure', redirectUrl: authorizationErrorAddress },
  giftCardRefused: { message: 'GiftCardError', redirectUrl: payment },
  tripTaken: { message: 'TripBookingFailed', redirectUrl: '/checkout/shippingandgiftoptions' },
  unknownPromo: { message: 'InvalidPromoCode', redirectUrl: review },
  promoNotStarted: { message: 'InvalidPromoCode', redirectUrl: review },
  promoEnded: { message: 'InvalidPromoCode', redirectUrl: review },
  promoOtherStore: { message: 'InvalidPromoCode', redirectUrl: review },
  promoUsedByShopper: { message: 'InvalidPromoCode', redirectUrl: review },
  promoUsedUp: { message: 'InvalidPromoCode', redirectUrl: review },
  promoBelowMinimum: { message: 'InvalidPromoCode', redirectUrl: review },
  promoStoreCardOnly: { message: 'InvalidPromoCode', redirectUrl: review },
  cartChanged: { message: 'CartChanged', redirectUrl: review },
  noPayment: { message: '', redirectUrl: payment },
  paymentSumMismatch: { message: '', redirectUrl: payment },
  walletAmountChanged: { message: '', redirectUrl: payment },
  walletNotOffered: { message: '', redirectUrl: payment },
  walletWithStoreCardPromo: { message: '', redirectUrl: payment },
  storedValueForGiftCards: { message: '', redirectUrl: payment },
  walletWithCertificates: { message: '', redirectUrl: payment },
  cardNotForRewards: { message: '', redirectUrl: payment },
  cardNotVerified: { message: '', redirectUrl: payment },
  cardSessionEnded: { message: '', redirectUrl: payment },
  serviceUnavailable: { message: '', redirectUrl: payment },
  tooManyTries: { message: '', redirectUrl: payment },
  taxNotKnown: { message: '', redirectUrl: review },
  interrupted: { message: '', redirectUrl: review },
}

/**
 * Message and address of a place-order answer: success goes to the confirmation, a refused card to the exact address of
 * ROUTE-10, a step that is not complete to its own (`path` of stepNotReached), all else to the cart (ORDER-13).
 */
export function placeAnswerOf(problem: Problem | null): PlaceAnswer {
  if (problem === null) return { message: '', redirectUrl: confirmationAddress }
  if (problem.code === 'stepNotReached' && typeof problem.path === 'string') {
    return { message: '', redirectUrl: problem.path }
  }
  return answers[problem.code] ?? { message: '', redirectUrl: '/checkout/cart' }
}
