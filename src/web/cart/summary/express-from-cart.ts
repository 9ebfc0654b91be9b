import { calls } from '#web/calls/client.ts'
import { whileLoading } from '#web/calls/loading.ts'
import type { CartStore } from '#web/cart/cart-store.ts'
import { loadCart } from '#web/cart/load-cart.ts'
import { createCheckoutStore } from '#web/checkout/checkout-store.ts'
import { chooseGuestCheckout } from '#web/checkout/choose-guest-checkout.ts'
import { type ExpressVisit, walkToReview } from '#web/payment/wallets/express/express-flow.ts'
import type { WalletApproval } from '#web/payment/wallets/wallet-approval.ts'
import { createCheckoutFlow } from './checkout-flow.ts'

type FromCart = Omit<ExpressVisit, 'store'> & { readonly store: CartStore }

/** From a wallet's approval in the cart: the checkout call with all that may stand in the way, then the steps (CALM-32, STEP-11). False: she is in the cart still. */
export async function goOnFromCart({ store, ...visit }: FromCart, approval: WalletApproval): Promise<boolean> {
  let isBegun = false
  let isGone = false
  const goOn = () =>
    whileLoading(async () => {
      isBegun = true
      // who pays so has said that she needs no account for it
      if (store.read().cart.isGuest) await chooseGuestCheckout()
      const checkout = createCheckoutStore(await calls.checkout.refreshCheckout({}))
      const end = await walkToReview({ ...visit, store: checkout }, approval)
      isGone = end !== 'told'
    })
  try {
    await createCheckoutFlow(store, visit.browser, goOn).start()
  } finally {
    // an address may have been saved before the way ended
    if (isBegun && !isGone) await loadCart(store)
  }
  return isGone
}
