import { useRef } from 'react'
import { calls } from '#web/calls/client.ts'
import { whileLoading } from '#web/calls/loading.ts'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { placeOrder } from '#web/order/place/place-flow.ts'
import { useMessages } from '#web/variants/context.tsx'
import { canPlaceNow, readApproval, storeApproval } from './wallet-approval.ts'

export type WalletOrder = {
  /** Whether the approval of this page can place the order at once. */
  readonly canPlace: boolean
  /** ALT-13: places the order from the payment step. */
  readonly place: () => Promise<void>
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
