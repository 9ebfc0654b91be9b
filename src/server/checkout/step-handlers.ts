import type { checkoutCalls } from '#contracts/checkout/calls.ts'
import { emptyCart } from '#domain/cart/cart.ts'
import { openStep } from '#domain/cart/cart-rules.ts'
import { errorType } from '#domain/cart/error-types.ts'
import { openStepWithCard } from '#domain/cart/payment/payment-rules.ts'
import { type MoveCall, move, moveCalls, stepRow } from '#domain/checkout/steps.ts'
import { loadCart } from '#server/cart/cart-service.ts'
import { isFromBeforeOrder, ownerOf } from '#server/cart/change-command.ts'
import { unavailableItem } from '#server/cart/line-view.ts'
import { receiptOfRead } from '#server/cart/receipt-view.ts'
import { checkoutFacts, reachedStep } from '#server/checkout/checkout-facts.ts'
import { lacksCrewPhone } from '#server/checkout/crew.ts'
import { defaultCardPayment } from '#server/checkout/default-card.ts'
import {
  answerCheckout,
  answerRefused,
  type CheckoutServices,
  cardsAhead,
  withOrderableCart,
} from '#server/checkout/step-command.ts'
import { validateQuote } from '#server/checkout/validation.ts'
import { type ChangeHandler, type Handlers, isReset } from '#server/http/context.ts'
import { quoteCart } from '#server/pricing/pricing-service.ts'

type StepCalls = Pick<
  typeof checkoutCalls,
  'validateCart' | 'moveToShippingAndGiftOptions' | 'moveToPaymentPage' | 'moveToReviewPage'
>

/** Validation before each step and the moves between them (STEP-09, STEP-10, STEP-20). */
export function stepHandlers({ newId, pfasStates }: CheckoutServices): Handlers<StepCalls> {
  const moving = (call: MoveCall): ChangeHandler<StepCalls['moveToPaymentPage']> => ({
    kind: 'change',
    ...(call === 'moveToPaymentPage' && { ahead: cardsAhead }),
    async run(context, _input, tx) {
      const answered = await withOrderableCart(context, tx, async (cart) => {
        const priced = await quoteCart(tx, cart, context)
        const moved = move(call, checkoutFacts(priced, context.shopper))
        if (!moved.ok) {
          const isSilent = reachedStep(priced, context.shopper) === 2 && lacksCrewPhone(priced)
          return answerRefused(context, tx, cart, isSilent ? { code: 'crewPhoneMissing' } : moved.problem)
        }
        const { step } = moved.value
        const card = call === 'moveToPaymentPage' ? await defaultCardPayment(context, tx, priced, newId) : null
        return answerCheckout(context, tx, newId, cart, card === null ? openStep(step) : openStepWithCard(step, card))
      })
      if (answered === isReset) return isReset
      const { reply, priced } = answered
      const reached = stepRow(context.isInternational ? 0 : reachedStep(priced, context.shopper)).path
      return { ...reply, redirectUrl: reply.isSuccess ? stepRow(moveCalls[call]).path : reached }
    },
  })
  return {
    validateCart: {
      kind: 'read',
      async run(context, _input, sql) {
        const cart = await loadCart(sql, ownerOf(context))
        if (cart === undefined && (await isFromBeforeOrder(sql, context))) return isReset
        const priced = await quoteCart(sql, cart ?? emptyCart(context.shopper.shopperId, context.variant), context)
        const verdict = validateQuote(priced, pfasStates)
        return {
          isSuccess: verdict.errorType === errorType.none,
          errorType: verdict.errorType,
          errorMessage: verdict.errorMessageKey === '' ? '' : context.text(verdict.errorMessageKey),
          items: verdict.items.map(unavailableItem),
          basketId: priced.cart.cartId,
          ...(await receiptOfRead(sql, context, priced)),
        }
      },
    },
    moveToShippingAndGiftOptions: moving('moveToShippingAndGiftOptions'),
    moveToPaymentPage: moving('moveToPaymentPage'),
    moveToReviewPage: moving('moveToReviewPage'),
  }
}
