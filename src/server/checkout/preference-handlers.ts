import type { checkoutCalls } from '#contracts/checkout/calls.ts'
import { setMailPreference, setTaxExempt } from '#domain/cart/recipients/recipient-rules.ts'
import {
  answerCheckout,
  answerRefused,
  type CheckoutServices,
  taxExemptAhead,
  withCart,
} from '#server/checkout/step-command.ts'
import { readTaxExempt } from '#server/checkout/tax-exemption-store.ts'
import type { Tx } from '#server/db/database.ts'
import { type CallContext, type Handlers, isReset } from '#server/http/context.ts'
import { summaryView } from '#server/pricing/summary-view.ts'

type PreferenceCalls = Pick<typeof checkoutCalls, 'setTymPreferences' | 'switchTaxExemption' | 'applyTaxExemption'>

/** Printed mailings (OPEN-70), and the tax exemption in its two forms (GIFT-07, GIFT-08). */
export function preferenceHandlers({ newId }: CheckoutServices): Handlers<PreferenceCalls> {
  const switchTax = async (context: CallContext, isExempt: boolean, tx: Tx) => {
    const { shopper } = context
    // only a marked account may switch it on; everybody may switch it off
    const isAllowed = !isExempt || (shopper.auth === 'member' && (await readTaxExempt(tx, shopper.shopperId)))
    const answered = await withCart(context, tx, async (cart) =>
      isAllowed
        ? answerCheckout(context, tx, newId, cart, setTaxExempt(isExempt))
        : answerRefused(context, tx, cart, { code: 'notTaxExempt' }),
    )
    if (answered === isReset) return isReset
    return { ...answered.reply, orderSummary: summaryView(answered.priced, context.text) }
  }
  return {
    setTymPreferences: {
      kind: 'change',
      async run(context, { isOptIn, isBilling, address }, tx) {
        const place = isBilling ? 'billing' : { recipientId: address.recipientId ?? '' }
        const answered = await withCart(context, tx, (cart) =>
          answerCheckout(context, tx, newId, cart, setMailPreference(place, isOptIn)),
        )
        return answered === isReset ? isReset : answered.reply
      },
    },
    switchTaxExemption: {
      kind: 'change',
      ahead: taxExemptAhead,
      run: (context, { taxExemption }, tx) => switchTax(context, taxExemption === 'true', tx),
    },
    applyTaxExemption: {
      kind: 'change',
      ahead: taxExemptAhead,
      run: (context, { isTaxExemptionApplied }, tx) => switchTax(context, isTaxExemptionApplied, tx),
    },
  }
}
