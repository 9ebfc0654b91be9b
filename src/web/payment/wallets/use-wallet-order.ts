import { useRef } from 'react'
import type { CheckoutReply } from '#contracts/pages.ts'
import { calls } from '#web/calls/client.ts'
import { faultOf } from '#web/calls/errors.ts'
import { whileLoading } from '#web/calls/loading.ts'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import type { CheckoutStore } from '#web/checkout/checkout-store.ts'
import { handleCheckoutFault } from '#web/checkout/faults.ts'
import { receivers } from '#web/checkout/receivers.ts'
import { errorContext } from '#web/checkout/steps/step-flow.ts'
import { placeOrder } from '#web/order/place/place-flow.ts'
import { useMessages } from '#web/variants/context.tsx'
import { canPlaceNow, readApproval, storeApproval } from './wallet-approval.ts'

export type WalletOrder = {
  /** Whether the approval of this page can place the order at once. */
  readonly canPlace: boolean
  /** ALT-13: places the order from the payment step. */
  readonly place: () => Promise<void>
}

const moved = 'Your order goes to another address by now. Please look at it, and press again. Nothing was charged.'

/**
 * Whether the order goes where this page says. The answers of its own calls moved the version of the cart on and told no
 * address, so that placing would not see that another tab has put another one there; the review is read anew by itself.
 */
async function goesWhereShown(store: CheckoutStore): Promise<boolean> {
  const { checkout: shown } = store.read()
  try {
    const now = await calls.checkout.refreshCheckout({})
    // of another cart only placing can tell what became of this one (SAFE-12)
    if (now.basketId !== shown.basketId || placesOf(now) === placesOf(shown)) return true
    store.replace(now)
    store.showNotice(moved)
  } catch (error) {
    if (faultOf(error) === 'reset') return true
    handleCheckoutFault(error, errorContext('refreshCheckout', store))
  }
  return false
}

function placesOf(checkout: CheckoutReply): string {
  return JSON.stringify(receivers(checkout).map(({ storeName, address }) => ({ storeName, address })))
}

/** Orders from the payment step with what the sheet has just approved (ORDER-17, ORDER-18). */
export function useWalletOrder(onUnknown: () => void): WalletOrder {
  const { store, browser, goTo, resolve } = useCheckout()
  const message = useMessages()
  const isRunning = useRef(false)
  const approval = readApproval()
  const billing = approval?.billingContact ?? null
  const isByPayPal = approval?.method === 'paypal'

  const place = async (): Promise<void> => {
    if (approval === null || isRunning.current) return
    isRunning.current = true
    const { nonce, email, deviceData } = approval
    const flow = {
      step: 3 as const,
      ...{ store, browser, goTo, resolve },
      emptyBasketMessage: message('emptyBasketMessage'),
      scrollToTop: () => window.scrollTo({ top: 0 }),
    }
    if (!(await whileLoading(() => goesWhereShown(store)))) {
      isRunning.current = false
      return flow.scrollToTop()
    }
    const result = await whileLoading(() =>
      placeOrder(
        flow,
        isByPayPal || billing === null
          ? {
              call: 'placePayPalOrderFromPayment',
              send: (seen) => calls.order.placePayPalOrderFromPayment({ data: { nonce, email, deviceData }, ...seen }),
            }
          : {
              call: 'placeApplePayOrderFromPayment',
              send: (seen) =>
                calls.order.placeApplePayOrderFromPayment({ nonce, deviceData, billingContact: billing, ...seen }),
            },
      ),
    )
    isRunning.current = result === 'leaving'
    if (result === 'unknown') onUnknown()
    if (typeof result !== 'object') return
    await result.afterwards()
    // its nonce was for one try, and the cart has let it go
    storeApproval(null)
    store.replace(await calls.checkout.refreshCheckout({}))
  }
  return { canPlace: canPlaceNow(), place }
}
