import type { ReplyOf } from '#contracts/call.ts'
import type { cartCalls } from '#contracts/cart/calls.ts'
import type { CheckoutNext } from '#domain/cart/checkout-answer.ts'
import { callOfChoice, choosePopup, type FixCall } from '#domain/cart/error-popup.ts'
import type { ErrorType } from '#domain/cart/error-types.ts'
import { whileLoading } from '#web/calls/loading.ts'
import { handleCartFault } from '#web/cart/cart-faults.ts'
import type { CartStore } from '#web/cart/cart-store.ts'
import { loadCart } from '#web/cart/load-cart.ts'
import { openLayer } from '#web/layers/open-layer.ts'
import type { Browser } from '#web/navigation/browser.tsx'
import { removeCertificates } from '#web/tender/cart-certificates.ts'
import { fixCart, fixCartPath } from './fix-cart.ts'

/** What stands between the checkout button and the first step. */
export type Obstacle = Extract<CheckoutNext, { kind: 'errorPopup' | 'oversizedPopup' | 'popup' }>

type Answer = Omit<ReplyOf<typeof cartCalls.checkout>, 'errorType'> & { readonly errorType: ErrorType }

/** How it went on: the checkout is asked anew, the way goes on behind the oversized items, or she stays in the cart. */
type End = 'askAnew' | 'goOn' | 'stay'

/** Tells what stands in the way, and takes it out where the shopper wants that. */
export async function meetObstacle(
  store: CartStore,
  browser: Browser,
  answer: Answer,
  obstacle: Obstacle,
): Promise<End> {
  if (obstacle.kind === 'errorPopup') return showErrorPopup(store, answer)
  if (obstacle.kind === 'oversizedPopup') return showOversized(browser, answer)
  if (obstacle.url.endsWith('=CertificatesInterrupter')) return goWithoutCertificates(store)
  await openLayer('fragment', { url: obstacle.url })
  return 'stay'
}

/** An international order takes no certificates: once they are gone the checkout is asked again (OPEN-51, CERT-02). */
async function goWithoutCertificates(store: CartStore): Promise<End> {
  return (await removeCertificates(store.read().cart, () => loadCart(store))) ? 'askAnew' : 'stay'
}

async function showErrorPopup(store: CartStore, { errorType, errorMessage, items }: Answer): Promise<End> {
  const choice = openLayer('unavailableItems', { errorType, errorMessage, items, place: 'cart' })
  await loadCart(store)
  const chosen = await choice
  if (chosen === 'back') {
    // the popup may have stood open for long: 'Reload Cart' does as it says
    await loadCart(store)
    return 'stay'
  }
  const call = callOfChoice(choosePopup(errorType, 'cart'), chosen)
  return call !== null && (await tryFix(store, call)) ? 'askAnew' : 'stay'
}

/** Takes out what stands in the way, then loads the cart; a failure is told and nothing is tried again (UNAVAIL-16, UNAVAIL-17). */
function tryFix(store: CartStore, call: FixCall): Promise<boolean> {
  return whileLoading(async () => {
    const place = { action: call, api: fixCartPath(call) }
    try {
      const reply = await fixCart(call)
      if (!reply.isSuccess) throw new Error(reply.errorMessage)
    } catch (error) {
      handleCartFault(error, place)
      return false
    }
    await loadCart(store)
    return true
  })
}

async function showOversized(browser: Browser, { oversizedItems }: Answer): Promise<End> {
  if ((await openLayer('oversizedItems', { items: oversizedItems })) === 'continue') return 'goOn'
  browser.assign('/checkout/cart')
  return 'stay'
}
