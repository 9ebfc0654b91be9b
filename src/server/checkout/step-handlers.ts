import type { checkoutCalls } from '#contracts/checkout/calls.ts'
import { chooseGuestCheckout, openStep } from '#domain/cart/basket-rules.ts'
import { emptyCart } from '#domain/cart/cart.ts'
import type { NewId } from '#domain/cart/change.ts'
import { errorType } from '#domain/cart/error-types.ts'
import { type MoveCall, move, moveCalls, stepRow } from '#domain/checkout/steps.ts'
import type { Variant } from '#domain/variant.ts'
import { changeCart, loadCart, lockCart } from '#server/cart/cart-service.ts'
import { isFromBeforeOrder, ownerOf } from '#server/cart/change-view.ts'
import { unavailableItem } from '#server/cart/line-view.ts'
import { receiptOfRead } from '#server/cart/receipt-view.ts'
import { answerCheckout, answerRefused, type CheckoutServices, withCart } from '#server/checkout/answer-view.ts'
import { checkoutFacts, reachedStep } from '#server/checkout/checkout-facts.ts'
import { validateBasket } from '#server/checkout/validation.ts'
import type { Tx } from '#server/db/database.ts'
import { type CallContext, type ChangeHandler, type Handlers, isReset, type Shopper } from '#server/http/context.ts'
import { priceBasket } from '#server/pricing/pricing-service.ts'

type StepCalls = Pick<
  typeof checkoutCalls,
  'validateCart' | 'moveToShippingAndGiftOptions' | 'moveToPaymentPage' | 'moveToReviewPage'
>

/** Validation before each step and the moves between them (STEP-09, STEP-10, STEP-20). */
export function stepHandlers({ newId, pfasStates }: CheckoutServices): Handlers<StepCalls> {
  const moving = (call: MoveCall): ChangeHandler<StepCalls['moveToPaymentPage']> => ({
    kind: 'change',
    async run(context, _input, tx) {
      const answered = await withCart(context, tx, async (cart) => {
        const priced = await priceBasket(tx, cart, context)
        const moved = move(call, checkoutFacts(priced, context.shopper))
        if (!moved.ok) return answerRefused(context, tx, cart, moved.problem)
        return answerCheckout(context, tx, newId, cart, openStep(moved.value.step))
      })
      if (answered === isReset) return isReset
      const { reply, priced } = answered
      const reached = stepRow(reachedStep(priced, context.shopper)).path
      return { ...reply, redirectUrl: reply.isSuccess ? stepRow(moveCalls[call]).path : reached }
    },
  })
  return {
    validateCart: {
      kind: 'read',
      async run(context, _input, sql) {
        const cart = await loadCart(sql, ownerOf(context))
        if (cart === undefined && (await isFromBeforeOrder(sql, context))) return isReset
        const priced = await priceBasket(sql, cart ?? emptyCart(context.shopper.shopperId, context.variant), context)
        const verdict = validateBasket(priced, pfasStates)
        return {
          isSuccess: verdict.errorType === errorType.none,
          errorType: verdict.errorType,
          errorMessage: verdict.errorMessageKey === '' ? '' : context.text(verdict.errorMessageKey),
          items: verdict.items.map(unavailableItem),
          ...(await receiptOfRead(sql, context, priced)),
        }
      },
    },
    moveToShippingAndGiftOptions: moving('moveToShippingAndGiftOptions'),
    moveToPaymentPage: moving('moveToPaymentPage'),
    moveToReviewPage: moving('moveToReviewPage'),
  }
}

/** Marks the live basket as guest checkout and opens step 1 (LOGIN-06, OPEN-43); nothing when there is none. */
export function guestCheckout(newId: NewId) {
  return async (tx: Tx, shopper: Shopper, variant: Variant): Promise<void> => {
    const cart = await lockCart(tx, { shopperId: shopper.shopperId, variant })
    if (cart === undefined || cart.lines.length === 0) return
    await changeCart(tx, cart, chooseGuestCheckout(), newId)
  }
}

/** Where the guest form leads: on with the checkout when there is something to buy, else back to the cart (OPEN-43). */
export async function startGuestCheckout(tx: Tx, context: CallContext, newId: NewId): Promise<string> {
  await guestCheckout(newId)(tx, context.shopper, context.variant)
  const cart = await lockCart(tx, { shopperId: context.shopper.shopperId, variant: context.variant })
  return cart !== undefined && cart.lines.length > 0 ? '/checkout/shipping' : '/checkout/cart'
}
