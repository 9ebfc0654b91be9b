import { track } from '#web/analytics/data-layer.ts'
import { calls } from '#web/calls/client.ts'
import { refusedField } from '#web/calls/errors.ts'
import { whileLoading } from '#web/calls/loading.ts'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { handleCheckoutFault } from '#web/checkout/faults.ts'
import { errorContext } from '#web/checkout/steps/step-flow.ts'

export type PromoCode = {
  /** The code that is applied, '' for none. */
  readonly applied: string
  /** Each answers what was refused, '' when nothing was; null when the shopper was told elsewhere. */
  readonly apply: (promoCode: string) => Promise<string | null>
  readonly remove: () => Promise<string | null>
}

/** The promotion code in the checkout (PROMO-12, CALM-18); what is to be paid, and by what, follows it (PROMO-15). */
export function usePromoCode(): PromoCode {
  const { checkout, store } = useCheckout()
  const send = async (
    name: 'applyPromoCode' | 'removePromoCode',
    call: () => ReturnType<typeof calls.checkout.removePromoCode>,
  ): Promise<string | null> => {
    try {
      return await whileLoading(async () => {
        const reply = await call()
        if (!reply.isSuccess) {
          if (reply.cartErrorMessage === '') return reply.promoErrorMessage
          store.showNotice(reply.cartErrorMessage)
          window.scrollTo({ top: 0 })
          return null
        }
        // shipping, the cards' parts, and whether a card is needed at all: the code can change each of them
        store.resetPromo('')
        store.replace(await calls.checkout.refreshCheckout())
        track({ kind: 'summaryUpdated', totals: reply.orderSummary })
        return ''
      })
    } catch (error) {
      const refused = refusedField(error)
      if (refused !== null) return refused.message
      handleCheckoutFault(error, errorContext(name, store))
      return null
    }
  }
  return {
    applied: checkout.promo.discountCode,
    apply: (promoCode) => send('applyPromoCode', () => calls.checkout.applyPromoCode({ promoCode })),
    remove: () => send('removePromoCode', () => calls.checkout.removePromoCode()),
  }
}
