import { whileAsking } from '#web/calls/loading.ts'
import { calls } from '#web/checkout/calls.ts'
import type { CheckoutStore } from '#web/checkout/checkout-store.ts'
import { openLayer } from '#web/layers/open-layer.ts'

/**
 * Offers the store card's promotion once a store card pays and none was chosen yet (PROMO-01). Answers whether the shopper
 * goes on: choosing and cancelling do, 'Back to payment page' does not.
 */
export async function offerWithStoreCard(store: CheckoutStore): Promise<boolean> {
  store.replace(await calls.checkout.refreshCheckout({}))
  const { isAvailable, selectedOption } = store.read().checkout.plccOffer
  return !isAvailable || selectedOption !== 0 || chooseOffer(store)
}

/** Opens the offer; what was saved is in the checkout afterwards. */
export async function chooseOffer(store: CheckoutStore): Promise<boolean> {
  const { plccOffer } = store.read().checkout
  const result = await whileAsking(() => openLayer('cardOffer', { offer: plccOffer }))
  if (result?.kind === 'payment') return false
  if (result?.kind === 'saved') store.replace(await calls.checkout.refreshCheckout({}))
  return true
}
