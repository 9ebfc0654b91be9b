import type { ConfirmationReply } from '#contracts/pages.ts'
import { visibleItems } from '#domain/cart/lines/visible-items.ts'
import { calls } from '#web/calls/client.ts'
import { faultOf } from '#web/calls/errors.ts'

/** What is known of an order whose answer was lost (BEYOND-02). */
export type Outcome =
  | { readonly kind: 'placed'; readonly orderNumber: string }
  | { readonly kind: 'refused'; readonly errorMessage: string; readonly redirectUrl: string }
  /** The cart is as it was: no order was made of it. */
  | { readonly kind: 'notPlaced' }
  /** Not known yet: still on its way, or the network is still gone. */
  | { readonly kind: 'waiting' }

/**
 * Asks once how the order of a cart ended. Its own order answers so itself, also when the browser has signed in since
 * (SAFE-13); a cart that lives on, or went into another, has none. Nothing is sent that could place one.
 */
export async function askOutcome(basketId: string): Promise<Outcome> {
  const last = await lastOrder()
  if (last === 'unreachable' || last?.isPending) return { kind: 'waiting' }
  if (last !== null && last.basketId === basketId) {
    const { isRefused, errorMessage, redirectUrl, orderNumber } = last
    return isRefused ? { kind: 'refused', errorMessage, redirectUrl } : { kind: 'placed', orderNumber }
  }
  const cart = await cartState(basketId)
  return cart === 'alive' || cart === 'other' ? { kind: 'notPlaced' } : { kind: 'waiting' }
}

async function lastOrder(): Promise<ConfirmationReply | null | 'unreachable'> {
  try {
    return await calls.order.getOrderConfirmation()
  } catch (error) {
    return faultOf(error) === 'reset' ? null : 'unreachable'
  }
}

async function cartState(basketId: string): Promise<'alive' | 'other' | 'gone' | 'unreachable'> {
  try {
    const checkout = await calls.checkout.refreshCheckout()
    if (visibleItems(checkout.basketItems).length === 0) return 'gone'
    return checkout.basketId === basketId ? 'alive' : 'other'
  } catch (error) {
    return faultOf(error) === 'reset' ? 'gone' : 'unreachable'
  }
}
