import type { ConfirmationReply } from '#contracts/pages.ts'
import { calls } from '#web/calls/client.ts'
import { faultOf } from '#web/calls/errors.ts'

/** What is known of an order whose answer was lost (BEYOND-02). */
export type Outcome =
  | { readonly kind: 'placed'; readonly orderNumber: string }
  | { readonly kind: 'refused'; readonly errorMessage: string; readonly redirectUrl: string }
  /** The basket is as it was: no order was made of it. */
  | { readonly kind: 'notPlaced' }
  /** Not known yet: still on its way, or the network is still gone. */
  | { readonly kind: 'waiting' }

/**
 * Asks once how the order of a basket ended. An order that is being paid answers so itself; a basket that lives on has
 * none; a basket that is gone became an order. Nothing is sent that could place one.
 */
export async function askOutcome(basketId: string): Promise<Outcome> {
  const order = await lastOrder()
  if (order === 'unreachable') return { kind: 'waiting' }
  if (order?.isPending) return { kind: 'waiting' }
  const basket = await basketState(basketId)
  if (basket === 'unreachable') return { kind: 'waiting' }
  if (basket === 'gone' && order !== null && !order.isRefused) return { kind: 'placed', orderNumber: order.orderNumber }
  if (order?.isRefused) {
    return { kind: 'refused', errorMessage: order.errorMessage, redirectUrl: order.redirectUrl }
  }
  return basket === 'alive' ? { kind: 'notPlaced' } : { kind: 'waiting' }
}

async function lastOrder(): Promise<ConfirmationReply | null | 'unreachable'> {
  try {
    return await calls.order.getOrderConfirmation()
  } catch (error) {
    return faultOf(error) === 'reset' ? null : 'unreachable'
  }
}

async function basketState(basketId: string): Promise<'alive' | 'gone' | 'unreachable'> {
  try {
    const checkout = await calls.checkout.refreshCheckout()
    return checkout.basketId === basketId && checkout.basketItems.length > 0 ? 'alive' : 'gone'
  } catch (error) {
    return faultOf(error) === 'reset' ? 'gone' : 'unreachable'
  }
}
