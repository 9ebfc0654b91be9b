import type { cartCalls } from '#contracts/cart/calls.ts'
import { emptyCart } from '#domain/cart/cart.ts'
import { explainTotal } from '#domain/pricing/explanation.ts'
import { loadCart } from '#server/cart/cart-service.ts'
import { ownerOf } from '#server/cart/change-command.ts'
import type { Handlers } from '#server/http/context.ts'
import { problemText } from '#server/http/problem-text.ts'
import { quoteCart } from '#server/pricing/pricing-service.ts'

/** The total of the cart with every amount traced to its rule, its row of a rate table and its rounding (BEYOND-06). */
export function explanationHandlers(): Handlers<Pick<typeof cartCalls, 'getTotalExplanation'>> {
  return {
    getTotalExplanation: {
      kind: 'read',
      async run(context, _input, sql) {
        const { variant } = context
        const owner = ownerOf(context)
        const cart = (await loadCart(sql, owner)) ?? emptyCart(owner.shopperId, variant)
        const priced = await quoteCart(sql, cart, context)
        const titles = new Map(priced.lines.map(({ line, facts }) => [line.lineId, facts.title]))
        const explained = explainTotal(
          {
            explain: priced.explain,
            orderSummary: priced.summary,
            taxState: priced.taxState,
            isTaxExempt: cart.isTaxExempt,
          },
          {
            titleOf: (lineId) => titles.get(lineId) ?? '',
            currency: variant.currency,
            postalCodeWord: variant.postalCodeWord,
          },
        )
        const { total, amountDue } = priced.summary
        const promoMessage = priced.promoProblem === null ? '' : problemText(context, priced.promoProblem)
        return {
          lines: explained.lines.map(lineView),
          paid: explained.paid.map(lineView),
          ...{ total, amountDue, discountCode: cart.discountCode, promoMessage },
        }
      },
    },
  }
}

type Explained = ReturnType<typeof explainTotal>['lines'][number]

function lineView(line: Explained) {
  return { ...line, parts: line.parts.map((part) => ({ ...part })) }
}
