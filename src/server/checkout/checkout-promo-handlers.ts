import type { checkoutCalls } from '#contracts/checkout/calls.ts'
import { removePromo } from '#domain/cart/cart-rules.ts'
import type { NewId } from '#domain/cart/change.ts'
import { isPromoFixable, promoKey } from '#domain/promo/promo.ts'
import { changeCart } from '#server/cart/cart-service.ts'
import { receiptOfChange } from '#server/cart/receipt-view.ts'
import {
  type Answered,
  answerCheckout,
  answerRefused,
  answerUnchanged,
  withCart,
} from '#server/checkout/step-command.ts'
import { type CallContext, type Handlers, isReset } from '#server/http/context.ts'
import { problemText } from '#server/http/problem-text.ts'
import { priceAhead } from '#server/pricing/price-ahead.ts'
import { loadRatedFacts, priceLoaded } from '#server/pricing/pricing-service.ts'
import { enterPromo } from '#server/pricing/promo-entry.ts'
import { summaryView } from '#server/pricing/summary-view.ts'

type PromoCalls = Pick<typeof checkoutCalls, 'applyPromoCode' | 'verifyPromoCode' | 'removePromoCode'>

/** The promo code in the checkout (OPEN-71). */
export function checkoutPromoHandlers(newId: NewId): Handlers<PromoCalls> {
  return {
    applyPromoCode: {
      kind: 'change',
      ahead: (tx, reader, { promoCode }) => priceAhead(tx, reader, { code: promoKey(promoCode) }),
      async run(context, { promoCode }, tx) {
        return promoReply(
          context,
          await withCart(context, tx, async (cart) => {
            const entered = await enterPromo(tx, cart, promoCode, context, newId)
            if (!entered.ok) return answerRefused(context, tx, cart, entered.problem)
            const { saved, priced } = entered.value
            const receipt = await receiptOfChange(tx, context, saved, priced)
            return { reply: { isSuccess: true, errorMessage: '', ...receipt }, priced }
          }),
        )
      },
    },
    removePromoCode: {
      kind: 'change',
      async run(context, _input, tx) {
        return promoReply(
          context,
          await withCart(context, tx, (cart) => answerCheckout(context, tx, newId, cart, removePromo())),
        )
      },
    },
    verifyPromoCode: {
      kind: 'change',
      async run(context, _input, tx) {
        let isPromoCodeRemoved = false
        let promoErrorMessage = ''
        const answered = await withCart(context, tx, async (cart) => {
          const known = await loadRatedFacts(tx, cart, context)
          const priced = priceLoaded(cart, known, context)
          if (priced.promoProblem === null) return answerUnchanged(context, tx, cart, priced)
          const reason = priced.promoProblem.code
          const outcome = changeCart(tx, cart, removePromo(reason), newId)
          if (!outcome.ok) return answerRefused(context, tx, cart, outcome.problem)
          isPromoCodeRemoved = true
          // ended codes have the configured sentence; others say what is missing
          promoErrorMessage = isPromoFixable(priced.promoProblem)
            ? problemText(context, priced.promoProblem)
            : context.text('invalidPromoMessage')
          const { cart: saved } = outcome.value
          const receipt = await receiptOfChange(tx, context, outcome.value, priced)
          return {
            reply: { isSuccess: true, errorMessage: '', ...receipt },
            priced: priceLoaded(saved, known, context),
          }
        })
        if (answered === isReset) return isReset
        const { isSuccess, errorMessage, basketVersion, changes } = answered.reply
        return {
          isSuccess,
          isPromoCodeRemoved,
          promoErrorMessage: isSuccess ? promoErrorMessage : errorMessage,
          orderSummary: summaryView(answered.priced, context.text),
          basketVersion,
          changes,
        }
      },
    },
  }
}

function promoReply(context: CallContext, answered: Answered | typeof isReset) {
  if (answered === isReset) return isReset
  const { reply, priced } = answered
  const isOfCart = priced.cart.state === 'placing' || priced.cart.cartId === ''
  return {
    isSuccess: reply.isSuccess,
    promoErrorMessage: isOfCart ? '' : reply.errorMessage,
    cartErrorMessage: isOfCart ? reply.errorMessage : '',
    discountCode: priced.cart.discountCode,
    orderSummary: summaryView(priced, context.text),
    basketVersion: reply.basketVersion,
    changes: reply.changes,
  }
}
