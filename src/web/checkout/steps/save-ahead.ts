import { callsOfNext, type NextCall } from '#domain/checkout/steps.ts'
import { calls } from '#web/calls/client.ts'
import type { CheckoutStore } from '#web/checkout/checkout-store.ts'
import { afterPress } from '#web/ui/after-press.ts'

type Ahead = {
  readonly store: CheckoutStore
  /** Saves the address; false when it was refused. */
  readonly save: () => Promise<boolean>
}

/**
 * The calls of 'Next' on step 1, in their order, before it is pressed (CALM-33). What stands in the way is not told, for
 * nobody asked yet: it is when the button is pressed.
 */
export async function saveAhead(ahead: Ahead): Promise<boolean> {
  const { promo, paymentProvider_EnableAdyen: isProviderEnabled } = ahead.store.read().checkout
  try {
    for (const call of callsOfNext(1, { hasPromo: promo.discountCode !== '', isProviderEnabled })) {
      if (!(await succeeds(call, ahead))) return false
    }
    return true
  } catch {
    return false
  }
}

async function succeeds(call: NextCall, { store, save }: Ahead): Promise<boolean> {
  switch (call) {
    case 'verifyPromoCode':
      return isPromoHeld(store)
    case 'validateCart': {
      const verdict = await calls.checkout.validateCart()
      return verdict.isSuccess && verdict.basketId === store.read().checkout.basketId
    }
    case 'moveToShippingAndGiftOptions':
      return (await calls.checkout.moveToShippingAndGiftOptions()).isSuccess
    case 'refreshCheckout': {
      const checkout = await calls.checkout.refreshCheckout()
      // what unfolds moves the button that may be under a finger
      await new Promise<void>(afterPress)
      store.replace(checkout)
      return true
    }
    default:
      return save()
  }
}

/** A code that was taken off is told at once: no later call would say so again (PROMO-13). */
async function isPromoHeld(store: CheckoutStore): Promise<boolean> {
  const { discountCode: promoCode } = store.read().checkout.promo
  const reply = await calls.checkout.verifyPromoCode({ promoCode })
  if (reply.isPromoCodeRemoved) {
    store.patch({ orderSummary: reply.orderSummary })
    store.resetPromo(reply.promoErrorMessage)
  }
  return !reply.isPromoCodeRemoved
}
