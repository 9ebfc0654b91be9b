import { callOfChoice, choosePopup } from '#domain/cart/error-popup.ts'
import { isErrorType } from '#domain/cart/error-types.ts'
import { whileLoading } from '#web/calls/loading.ts'
import type { CheckoutStore } from '#web/checkout/checkout-store.ts'
import { cartAddress } from '#web/checkout/faults.ts'
import { type CartVerdict, runStepCall } from '#web/checkout/steps/step-flow.ts'
import { openLayer } from '#web/layers/open-layer.ts'
import type { Browser } from '#web/navigation/browser.tsx'

type Resolving = {
  readonly store: CheckoutStore
  readonly browser: Browser
  readonly emptyBasketMessage: string
}

/**
 * Shows the popup of an error type on a step (UNAVAIL-06 to UNAVAIL-22). 'Keep', 'Remove All' and 'Continue' fix the cart and
 * refresh the checkout; then the waiting move may be tried again: true (UNAVAIL-18), unless nothing is left (STEP-13).
 * 'Back to Cart' leads there.
 */
export async function resolveVerdict(
  verdict: CartVerdict,
  { store, browser, emptyBasketMessage }: Resolving,
): Promise<boolean> {
  const { errorType, errorMessage, items } = verdict
  if (!isErrorType(errorType)) {
    await openLayer('genericError', { errorMessage, text: errorMessage })
    return false
  }
  const choice = await openLayer('unavailableItems', { errorType, errorMessage, items, place: 'checkout' })
  if (choice === 'back') browser.assign(cartAddress)
  const call = callOfChoice(choosePopup(errorType, 'checkout'), choice)
  if (call === null) return false
  const isFixed = await whileLoading(() => runStepCall(call, { store, browser }))
  if (!isFixed || store.read().checkout.basketItems.length > 0) return isFixed
  store.showEmptyCart(emptyBasketMessage)
  return false
}
