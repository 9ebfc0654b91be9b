import { z } from 'zod'
import { limits } from '#domain/limits.ts'
import { address } from '../address/shapes.ts'
import { call } from '../call.ts'
import { basketItem, recipient } from '../checkout/shapes.ts'
import { fieldOf } from '../field-kinds.ts'
import { paidWith } from '../payment/shapes.ts'
import { payPalBlob } from '../payment/wallet-calls.ts'
import { id, noInput, receipt, token } from '../platform/shapes.ts'
import { orderSummary } from '../pricing/shapes.ts'
import { orderPaths } from './paths.ts'

/**
 * BEYOND-01: what the shopper saw; when sent and different from the server's, nothing is charged. Who says which cart or
 * which version of it she saw says its total as well (SAFE-10): a version alone does not tell what a price has become since.
 */
const seen = {
  /** SAFE-12: which cart was shown; another one than the server's is CartChanged, one that was ordered answers its order. */
  basketId: fieldOf('id', z.uuid()).optional(),
  basketVersion: z.int32().optional(),
  shownTotal: z.int().optional(),
  /**
   * SAFE-10: what each tender was shown to pay, as `paidWith` has it; one that pays another amount is GiftCardError or
   * CartChanged. Without it, stored value that has lost worth since it was applied is GiftCardError.
   */
  shownTenders: z
    .array(z.object({ id, amount: z.int() }))
    // two carts may have come together at a sign-in
    .max(2 * (limits.giftCards + limits.tenderCodes + limits.certificates) + 2)
    .optional(),
}
const adata = z.string().max(200).default('')

/** The input of a call that places an order: its own fields, and what was seen. */
const placing = <const Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ ...shape, adata, ...seen }).refine(saysTotal, { path: ['shownTotal'], error: 'shownTotal is missing' })

function saysTotal({ basketId, basketVersion, shownTotal }: Partial<Record<keyof typeof seen, unknown>>): boolean {
  return shownTotal !== undefined || (basketId === undefined && basketVersion === undefined)
}

/** OPEN-89, with the receipt of BEYOND-01; isPending is true while the payment is still being confirmed (BEYOND-02). */
export const placeOrderReply = z.object({
  isSuccess: z.boolean(),
  message: z.enum([
    '',
    'InvalidPromoCode',
    'AuthorizationFailure',
    'GiftCardError',
    'TripBookingFailed',
    'CartChanged',
  ]),
  errorMessage: z.string(),
  redirectUrl: z.string(),
  /** BEYOND-03: after a refusal, where each of the tenders is now, in sentences. */
  released: z.array(z.string()),
  /** Gift cards, codes and certificates that pay less than was shown, by what one calls them. */
  giftCardErrors: z.array(z.object({ name: z.string(), displayNumber: z.string(), errorMessage: z.string() })),
  orderNumber: z.string(),
  isPending: z.boolean(),
  errorType: z.int(),
  items: z.array(z.unknown()),
  /** After CartChanged, and after GiftCardError where it is known: the amounts of now. */
  orderSummary: orderSummary.nullable(),
  paidWith,
  /** The cart that was ordered, or that the answer is about. */
  basketId: z.string(),
  ...receipt.shape,
})

export const orderCalls = {
  placeOrder: call(orderPaths.placeOrder, 'ORDER-01 CALL-56 OPEN-89 BEYOND-01', {
    input: placing({}),
    reply: placeOrderReply,
  }),
  placeApplePayOrder: call(orderPaths.placeApplePayOrder, 'ORDER-16 CALL-57 OPEN-89', {
    input: placing({ nonce: token(200), deviceData: token(2_000).default('') }),
    reply: placeOrderReply,
  }),
  placeApplePayOrderFromPayment: call(orderPaths.placeApplePayOrderFromPayment, 'ORDER-17 CALL-58 OPEN-89', {
    input: placing({
      nonce: token(200),
      deviceData: token(2_000).default(''),
      billingContact: address,
    }),
    reply: placeOrderReply,
  }),
  placePayPalOrderFromPayment: call(orderPaths.placePayPalOrderFromPayment, 'ORDER-18 CALL-59 OPEN-89', {
    input: placing({
      data: payPalBlob,
    }),
    reply: placeOrderReply,
  }),
  getOrderConfirmation: call(orderPaths.getOrderConfirmation, 'OPEN-118 ORDER-22 ORDER-23', {
    input: noInput,
    reply: z.object({
      isPending: z.boolean(),
      /** It was placed and cancelled after that: `released` says where each of its tenders is now. */
      isCancelled: z.boolean(),
      /** Until when its shopper may cancel it, ISO 8601; '' when she may not, or no longer. */
      cancelUntil: z.string(),
      /** BEYOND-02: the order that was pending was not placed: why, and where the shopper goes on. */
      isRefused: z.boolean(),
      errorMessage: z.string(),
      redirectUrl: z.string(),
      /** OPEN-65: while it is pending, the page of the card's bank that waits for the shopper; '' for none. */
      challengeUrl: z.string(),
      /** BEYOND-03: of an order that was not placed, or cancelled, where each of its tenders is now. */
      released: z.array(z.string()),
      orderNumber: z.string(),
      /** The cart it was made of. */
      basketId: z.string(),
      /** CALM-62: whom it was bought from by law, and under which numbers its taxes are handed in. */
      seller: z.object({
        name: z.string(),
        address: z.array(z.string()).readonly(),
        registrations: z.array(z.string()).readonly(),
      }),
      email: z.string(),
      /** UX-02: whose account it may become; '' when nobody said. */
      buyer: z.object({ firstName: z.string(), lastName: z.string() }),
      placedAt: z.string(),
      items: z.array(basketItem),
      /** An order of before the parts of the total were kept has no `totals`. */
      recipientList: z.array(recipient.omit({ isBoxForFreight: true, crew: true }).partial({ totals: true })),
      orderSummary,
      payments: z.array(
        z.object({
          method: z.string(),
          type: z.string(),
          lastFour: z.string(),
          /** The payer's mail address or name at a wallet; '' otherwise. */
          holder: z.string(),
          /** What one calls it: 'Visa ending in 1111' (BEYOND-03). */
          name: z.string(),
          amount: z.int(),
          /** What was chosen with the store card (PROMO-11); '' for nothing. */
          offer: z.string(),
        }),
      ),
      /** SAFE-22: what became of its payments at the processor since: let go, refunded, disputed. Cents; ISO 8601. */
      moneyMoves: z.array(
        z.object({
          kind: z.enum(['cancelled', 'refunded', 'refundFailed', 'refundReversed', 'chargeback', 'chargebackReversed']),
          name: z.string(),
          amount: z.int(),
          at: z.string(),
        }),
      ),
    }),
  }),
} as const
