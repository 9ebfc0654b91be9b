import { errorType } from '#domain/cart/error-types.ts'
import { giftCardDecline, paymentErrorPopup } from '#domain/data-layer.ts'
import { paymentAddress } from '#domain/order/place-answer.ts'
import { clientPaymentError } from '#domain/payment/limits.ts'
import { track } from '#web/analytics/data-layer.ts'
import { loadUntilGone } from '#web/calls/loading.ts'
import { logMessage } from '#web/calls/log.ts'
import { cartAddress } from '#web/checkout/faults.ts'
import { followRedirect } from '#web/checkout/follow-redirect.ts'
import { type CartVerdict, errorContext, refresh } from '#web/checkout/steps/step-flow.ts'
import { openLayer } from '#web/layers/open-layer.ts'
import type { PlaceCall, PlaceFlow, PlaceReply, PlaceResult } from './placing.ts'

/** What follows when PlaceOrder was refused; loaded while the order is on its way. */
export async function refuse(reply: PlaceReply, flow: PlaceFlow, call: PlaceCall): Promise<PlaceResult> {
  const { store } = flow
  switch (reply.message) {
    case 'InvalidPromoCode':
      store.resetPromo(reply.errorMessage)
      flow.scrollToTop()
      await refresh(flow)
      store.resetPromo(reply.errorMessage)
      return 'stayed'
    case 'AuthorizationFailure':
      return { afterwards: declined(reply, flow, call) }
    case 'GiftCardError':
      track(giftCardDecline)
      return short(reply, flow)
    case 'TripBookingFailed':
      await flow.goTo('/checkout/shippingandgiftoptions')
      store.showNotice(reply.errorMessage)
      return 'leaving'
    case 'CartChanged':
      return changed(reply, flow)
    case '':
      return otherwise(reply, flow)
  }
}

/** The popup, then the payment step: in the page when its panel is there, else by its exact address (ORDER-06 to ORDER-08). */
function declined(reply: PlaceReply, flow: PlaceFlow, call: PlaceCall): () => Promise<void> {
  track(paymentErrorPopup)
  logMessage(`${clientPaymentError}: ${reply.message}`, errorContext(call, flow.store))
  return async () => {
    await openLayer('paymentError', { errorMessage: reply.errorMessage, released: reply.released })
    await goToPayment(reply.redirectUrl, flow.goTo)
  }
}

/** Moves to the payment panel of this page, or to the payment step. */
export async function goToPayment(address: string, goTo: (address: string) => Promise<void>): Promise<void> {
  const panel = document.getElementById('header_payment')
  if (panel === null) return goTo(address)
  panel.scrollIntoView({ block: 'start' })
  panel.focus({ preventScroll: true })
}

/** Nothing was charged: the shopper is shown what changed and the new total, and asked again (BEYOND-01, SCENE-03). */
async function changed(reply: PlaceReply, flow: PlaceFlow): Promise<PlaceResult> {
  const { store } = flow
  await showNow(reply, flow)
  store.showNotice(reply.errorMessage)
  flow.scrollToTop()
  return 'stayed'
}

/** Stored value pays less than was shown (SAFE-10): what is left of it, and the amounts of now, before she is asked again. */
async function short(reply: PlaceReply, flow: PlaceFlow): Promise<PlaceResult> {
  const { store } = flow
  await showNow(reply, flow)
  const isCovered = reply.redirectUrl !== paymentAddress || reply.orderSummary === null
  // nothing else pays for what is missing: she chooses what shall
  if (!isCovered) await flow.goTo(paymentAddress)
  store.showNotice(giftCardText(reply))
  if (isCovered) flow.scrollToTop()
  return isCovered ? 'stayed' : 'leaving'
}

/** The whole cart anew, and the amounts that the refusal names when it is the cart of this page. */
async function showNow(reply: PlaceReply, flow: PlaceFlow): Promise<void> {
  const { store } = flow
  await refresh(flow)
  const { changes, basketId, basketVersion, orderSummary, paidWith } = reply
  const isThis = orderSummary !== null && basketId === store.read().checkout.basketId
  store.patch(isThis ? { changes, basketVersion, orderSummary, paidWith } : { changes })
}

/** A cart that cannot go on, or an address to go to (ORDER-11 to ORDER-13). */
async function otherwise(reply: PlaceReply, flow: PlaceFlow): Promise<PlaceResult> {
  const { store, browser } = flow
  if (reply.errorType === errorType.emptyBasket) {
    store.showEmptyCart(reply.errorMessage || flow.emptyBasketMessage)
    return 'stayed'
  }
  if (reply.errorType !== errorType.none) {
    const { isSuccess, errorMessage, basketId, basketVersion, changes } = reply
    const items = reply.items as CartVerdict['items']
    const verdict = { isSuccess, errorType: reply.errorType, errorMessage, items, basketId, basketVersion, changes }
    return { afterwards: () => flow.resolve(verdict) }
  }
  if (reply.redirectUrl === '') {
    loadUntilGone()
    browser.assign(cartAddress)
  } else {
    await followRedirect(reply, flow)
  }
  return 'leaving'
}

function giftCardText({ errorMessage, giftCardErrors }: PlaceReply): string {
  const tenders = giftCardErrors.map((one) => `${one.name}: ${one.errorMessage}`)
  return tenders.length === 0 ? errorMessage : `${tenders.join(' ')} Nothing was charged.`
}
