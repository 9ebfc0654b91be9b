import { choosePopup, type MendCall } from '#domain/cart/error-popup.ts'
import { isErrorType } from '#domain/cart/error-types.ts'
import { calls } from '#web/calls/client.ts'
import { whileLoading } from '#web/calls/loading.ts'
import type { CheckoutStore } from '#web/checkout/checkout-store.ts'
import { cartAddress, handleStepFault } from '#web/checkout/faults.ts'
import { type CartVerdict, placeOf, refresh } from '#web/checkout/step-flow.ts'
import { openLayer } from '#web/layers/open-layer.ts'
import type { Browser } from '#web/navigation/browser.tsx'

/**
 * Shows the popup of an error type on a step (UNAVAIL-06 to UNAVAIL-22). 'Remove All' and 'Continue' mend the basket and
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
  if (choice !== 'mend' || popup?.mend == null) return false
  const { call } = popup.mend
  return whileLoading(() => mendBasket(call, store, browser))
}

/** A remove call under the step rule: refresh after success, the cart after failure (STEP-14, STEP-15, UNAVAIL-17). */
export async function mendBasket(call: MendCall, store: CheckoutStore, browser: Browser): Promise<boolean> {
  try {
    const reply = await calls.checkout[call]()
    if (!reply.isSuccess) {
      browser.assign(cartAddress)
      return false
    }
  } catch (error) {
    handleStepFault(error, placeOf(call, store), browser)
    return false
  }
  return (await refresh({ store, browser })) === 'goOn'
}
