import type { checkoutCalls } from '#contracts/checkout/calls.ts'
import type { CartRule } from '#domain/cart/change.ts'
import { changeQuantity, removeLines } from '#domain/cart/lines/line-rules.ts'
import { lockCart } from '#server/cart/cart-service.ts'
import { ownerOf } from '#server/cart/change-command.ts'
import {
  type Answered,
  answerCheckout,
  answerUnchanged,
  type CheckoutServices,
  withCart,
} from '#server/checkout/step-command.ts'
import { isUnavailable } from '#server/checkout/validation.ts'
import { type Handlers, isReset } from '#server/http/context.ts'
import { type QuotedLine, quoteCart } from '#server/pricing/pricing-service.ts'

/** Keeps of a cart what there is of it (CALM-10): lines that want more take what is left, lines with nothing left go. */
export function availableItemsHandlers({
  newId,
}: Pick<CheckoutServices, 'newId'>): Handlers<Pick<typeof checkoutCalls, 'keepAvailableItems'>> {
  return {
    keepAvailableItems: {
      kind: 'change',
      async run(context, _input, tx) {
        const answered = await withCart(context, tx, async (first) => {
          const priced = await quoteCart(tx, first, context)
          let answer: Answered = await answerUnchanged(context, tx, first, priced)
          let cart = first
          for (const rule of reducingRules(priced.lines)) {
            // all of it is her own change, and none of it is told her as somebody else's
            const seenVersion = context.seenVersion === first.version ? cart.version : context.seenVersion
            answer = await answerCheckout({ ...context, seenVersion }, tx, newId, cart, rule)
            if (!answer.reply.isSuccess) return answer
            cart = (await lockCart(tx, ownerOf(context))) ?? cart
          }
          return answer
        })
        return answered === isReset ? isReset : answered.reply
      },
    },
  }
}

function reducingRules(lines: readonly QuotedLine[]): CartRule[] {
  const left = ({ promise }: QuotedLine) => promise.left ?? 0
  const short = lines.filter(isUnavailable)
  const reduced = short.filter((one) => left(one) > 0 && left(one) < one.line.quantity)
  const gone = short.filter((one) => left(one) === 0).map(({ line }) => line.lineId)
  const rules = reduced.map((one) => changeQuantity(one.line.lineId, left(one)))
  return gone.length === 0 ? rules : [...rules, removeLines(gone, 'noLongerAvailable')]
}
