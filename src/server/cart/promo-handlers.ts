import type { cartCalls } from '#contracts/cart/calls.ts'
import { removePromo } from '#domain/cart/cart-rules.ts'
import type { NewId } from '#domain/cart/change.ts'
import type { Problem } from '#domain/problems.ts'
import { promoKey } from '#domain/promo/promo.ts'
import { changeCart, lockCart } from '#server/cart/cart-service.ts'
import { isFromBeforeOrder, ownerOf } from '#server/cart/change-command.ts'
import { receiptOfChange } from '#server/cart/receipt-view.ts'
import { type CallContext, type Handlers, isReset } from '#server/http/context.ts'
import { problemText } from '#server/http/problem-text.ts'
import { priceAhead } from '#server/pricing/price-ahead.ts'
import { enterPromo } from '#server/pricing/promo-entry.ts'

type PromoCalls = Pick<typeof cartCalls, 'applyPromoCode' | 'removePromoCode'>

/** The promo code of the cart page (OPEN-38). */
export function promoHandlers(newId: NewId): Handlers<PromoCalls> {
  return {
    applyPromoCode: {
      kind: 'change',
      ahead: (tx, reader, { promoCode }) => priceAhead(tx, reader, { code: promoKey(promoCode) }),
      async run(context, { promoCode }, tx) {
        const cart = await lockCart(tx, ownerOf(context))
        if (cart === undefined) {
          if (await isFromBeforeOrder(tx, context)) return isReset
          return promoRefusal(context, { code: 'cartEmpty' }, 0)
        }
        const entered = await enterPromo(tx, cart, promoCode, context, newId)
        if (!entered.ok) return promoRefusal(context, entered.problem, cart.version)
        const { saved, priced } = entered.value
        return { ...applied, ...(await receiptOfChange(tx, context, saved, priced)) }
      },
    },
    removePromoCode: {
      kind: 'change',
      async run(context, _input, tx) {
        const cart = await lockCart(tx, ownerOf(context))
        if (cart === undefined) {
          return (await isFromBeforeOrder(tx, context)) ? isReset : promoRefusal(context, { code: 'noPromo' }, 0)
        }
        const outcome = changeCart(tx, cart, removePromo(), newId)
        if (!outcome.ok) return promoRefusal(context, outcome.problem, cart.version)
        return { ...applied, ...(await receiptOfChange(tx, context, outcome.value)) }
      },
    },
  }
}

const applied = { isSuccess: true, promoErrorMessage: '', cartErrorMessage: '' }

/** What is wrong with the code shows at its field, what is wrong with the cart in the cart's popup (CART-20). */
function promoRefusal(context: CallContext, problem: Problem, basketVersion: number) {
  const message = problemText(context, problem)
  const isOfCart = problem.code === 'cartBeingPlaced' || problem.code === 'cartEmpty'
  return {
    isSuccess: false,
    promoErrorMessage: isOfCart ? '' : message,
    cartErrorMessage: isOfCart ? message : '',
    basketVersion,
    changes: [],
  }
}
