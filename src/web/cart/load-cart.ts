import { cartPaths } from '#contracts/cart/paths.ts'
import type { CartReply } from '#contracts/pages.ts'
import { track } from '#web/analytics/data-layer.ts'
import { calls } from '#web/calls/client.ts'
import { isAbort } from '#web/calls/errors.ts'
import { isReached } from '#web/calls/is-reached.ts'
import { whileLoading } from '#web/calls/loading.ts'
import { logMessage, routeErrorContext } from '#web/calls/log.ts'
import { calls as asking } from '#web/cart/cart-calls.ts'
import { handleCartFault } from '#web/cart/cart-faults.ts'
import type { CartStore } from '#web/cart/cart-store.ts'
import { refreshHeaderCounts } from '#web/shell/header-counts.ts'
import { announce } from '#web/ui/announcer.tsx'

const unsure = new WeakSet<CartStore>()

/** A change of the cart may have arrived though its answer was lost: the cart is loaded when the store is reached again. */
export function noteUnsure(store: CartStore): void {
  unsure.add(store)
}

/** Loads the cart where it may be another than the one that is shown. */
export async function loadIfUnsure(store: CartStore): Promise<void> {
  if (unsure.has(store) && (await isReached())) await loadCart(store)
}

/**
 * A cart load, in the order of CART-02: loader, cart, store, header counts and analytics, loader off. `isEcho`: this tab
 * only follows another one.
 */
export function loadCart(store: CartStore, { isEcho = false } = {}): Promise<void> {
  return whileLoading(async () => {
    try {
      const cart = await asking.cart.getCartJsx()
      store.replace(cart)
      unsure.delete(store)
      await refreshHeaderCounts({ isEcho })
      track({ kind: 'cartLoaded', lines: cart.lineItems })
      await loadEstimates(store, cart)
    } catch (error) {
      if (!isAbort(error)) handleCartFault(error, routeErrorContext(cartPaths.getCartJsx))
    }
  })
}

/** The shared engine's estimates, asked for only with its flag on; without them the outage message stands (CART-21, CART-22). */
export async function loadEstimates(store: CartStore, cart: CartReply): Promise<void> {
  // what goes abroad has no date before its request is answered
  if (!cart.oms_UseSharedEngine || cart.lineItems.length === 0 || cart.isInternational) return
  const locationId = cart.lineItems.find((line) => line.isPickup)?.storeNumber ?? ''
  try {
    const { lineItems } = await calls.cart.getEdd({ locationId, zipCode: cart.cartSummary.taxZipCode })
    if (lineItems === undefined) return tellOutage(store, cart, 'no lineItems')
    // a newer cart has dates of its own: these may be of another place
    if (store.read().cart.basketVersion > cart.basketVersion) return
    tellMoved(cart, lineItems)
    store.setEstimates(new Map(lineItems.map((line) => [line.id, line.edd])))
  } catch (error) {
    // Logged even when it is an IsReset: the exception that CART-22 makes.
    tellOutage(store, cart, error instanceof Error ? error.message : String(error))
  }
}

/** A delivery date that has become another is told (UX-09); it stands at its line. */
function tellMoved(
  cart: CartReply,
  lineItems: readonly { readonly id: string; readonly edd: { message: string } }[],
): void {
  const moved = lineItems.flatMap(({ id, edd }) => {
    const line = cart.lineItems.find((one) => one.id === id)
    return line === undefined || line.edd.message === edd.message ? [] : [`${line.title}: ${edd.message}`]
  })
  if (moved.length > 0) announce(moved.join('. '))
}

function tellOutage(store: CartStore, cart: CartReply, reason: string): void {
  logMessage(reason, routeErrorContext(cartPaths.getEdd))
  store.setOutage(cart.messages.eddOutagePickupMessage ?? '')
}
