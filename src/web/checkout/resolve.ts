import { choosePopup } from '#domain/cart/error-popup.ts'
import { isErrorType } from '#domain/cart/error-types.ts'
import { whileLoading } from '#web/calls/loading.ts'
import type { CheckoutStore } from '#web/checkout/checkout-store.ts'
import { cartAddress } from '#web/checkout/faults.ts'
import { type CartVerdict, runStepCall } from '#web/checkout/steps/step-flow.ts'
import { openLayer } from '#web/layers/open-layer.ts'
import type { Browser } from '#web/navigation/browser.tsx'

/**
 * Shows the popup of an error type on a step (UNAVAIL-06 to UNAVAIL-22). 'Remove All' and 'Continue' fix the cart and
 * refresh the checkout; then the waiting move may be tried again: true (UNAVAIL-18). 'Back to Cart' leads there.
 */
export async function resolveVerdict(verdict: CartVerdict, store: CheckoutStore, browser: Browser): Promise<boolean> {
  const { errorType, errorMessage, items } = verdict
  if (!isErrorType(errorType)) {
    await openLayer('genericError', { errorMessage, text: errorMessage })
    return false
  }
  const choice = await openLayer('unavailableItems', { errorType, errorMessage, items, place: 'checkout' })
  const popup = choosePopup(errorType, 'checkout')
  if (choice === 'back') browser.assign(cartAddress)
  if (choice !== 'fix' || popup?.fix == null) return false
  const { call } = popup.fix
  return whileLoading(() => runStepCall(call, { store, browser }))
}
