import { authorizationErrorAddress } from '#domain/checkout/steps.ts'
import type { Problem, ProblemCode } from '#domain/problems.ts'
import type { RefusalProblem } from './settlement.ts'

/** The place-order messages (ORDER-14, OPEN-89) and the one of BEYOND-01. */
export type PlaceMessage =
  | ''
  | 'InvalidPromoCode'
  | 'AuthorizationFailure'
  | 'GiftCardError'
  | 'TripBookingFailed'
  | 'CartChanged'

/** How an order ended, as kept with it: the answer of every later call for its cart (OPEN-06). */
export type OrderAnswer = { readonly problem: RefusalProblem | null }

export type PlaceAnswer = { readonly message: PlaceMessage; readonly redirectUrl: string }

export const confirmationAddress = '/checkout/confirmation'
/** Where the page of the card's bank sends the browser back to (OPEN-65). */
export const challengeAddress = '/checkout/challenge'
export const reviewAddress = '/checkout/review'
export const paymentAddress = '/checkout/paymentandbilling'

const answers: { readonly [Code in ProblemCode]?: PlaceAnswer } = {
  cardRefused: { message: 'AuthorizationFailure', redirectUrl: authorizationErrorAddress },
  walletRefused: { message: 'AuthorizationFailure', redirectUrl: authorizationErrorAddress },
  giftCardRefused: { message: 'GiftCardError', redirectUrl: paymentAddress },
  tripTaken: { message: 'TripBookingFailed', redirectUrl: '/checkout/shippingandgiftoptions' },
  unknownPromo: { message: 'InvalidPromoCode', redirectUrl: reviewAddress },
  promoNotStarted: { message: 'InvalidPromoCode', redirectUrl: reviewAddress },
  promoEnded: { message: 'InvalidPromoCode', redirectUrl: reviewAddress },
  promoOtherStore: { message: 'InvalidPromoCode', redirectUrl: reviewAddress },
  promoUsedByShopper: { message: 'InvalidPromoCode', redirectUrl: reviewAddress },
  promoUsedUp: { message: 'InvalidPromoCode', redirectUrl: reviewAddress },
  promoBelowMinimum: { message: 'InvalidPromoCode', redirectUrl: reviewAddress },
  promoStoreCardOnly: { message: 'InvalidPromoCode', redirectUrl: reviewAddress },
  cartChanged: { message: 'CartChanged', redirectUrl: reviewAddress },
  noPayment: { message: '', redirectUrl: paymentAddress },
  paymentSumMismatch: { message: '', redirectUrl: paymentAddress },
  walletAmountChanged: { message: '', redirectUrl: paymentAddress },
  walletNotOffered: { message: '', redirectUrl: paymentAddress },
  walletWithStoreCardPromo: { message: '', redirectUrl: paymentAddress },
  storedValueForGiftCards: { message: '', redirectUrl: paymentAddress },
  walletWithCertificates: { message: '', redirectUrl: paymentAddress },
  cardNotForRewards: { message: '', redirectUrl: paymentAddress },
  cardNotVerified: { message: '', redirectUrl: paymentAddress },
  financingTermsMissing: { message: '', redirectUrl: paymentAddress },
  cardSessionEnded: { message: '', redirectUrl: paymentAddress },
  serviceUnavailable: { message: '', redirectUrl: paymentAddress },
  tooManyTries: { message: '', redirectUrl: paymentAddress },
  taxNotKnown: { message: '', redirectUrl: reviewAddress },
  interrupted: { message: '', redirectUrl: reviewAddress },
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
