import type { ReplyOf, SentBy } from '#contracts/call.ts'
import type { orderCalls } from '#contracts/order/calls.ts'
import { errorType } from '#domain/cart/error-types.ts'
import { isCheckoutAddress } from '#domain/checkout/steps.ts'
import { giftCardDecline, paymentErrorPopup } from '#domain/data-layer.ts'
import { paymentAddress } from '#domain/order/place-answer.ts'
import { clientPaymentError } from '#domain/payment/limits.ts'
import { track } from '#web/analytics/data-layer.ts'
import { calls } from '#web/calls/client.ts'
import { faultOf } from '#web/calls/errors.ts'
import { loadUntilGone } from '#web/calls/loading.ts'
import { logMessage } from '#web/calls/log.ts'
import type { CheckoutStore } from '#web/checkout/checkout-store.ts'
import { clearDrafts } from '#web/checkout/draft.ts'
import { cartAddress, handleCheckoutFault } from '#web/checkout/faults.ts'
import { type CartVerdict, placeOf, refresh, validate, verifyPromo } from '#web/checkout/step-flow.ts'
import { openLayer } from '#web/layers/open-layer.ts'
import type { Browser } from '#web/navigation/browser.tsx'
import { clearTaxExempt, readPartnerTransaction } from '#web/order/session-keys.ts'
import { readApproval } from '#web/payment/wallet-approval.ts'

export type PlaceReply = ReplyOf<typeof orderCalls.placeOrder>

export type PlaceFlow = {
  readonly store: CheckoutStore
  readonly browser: Browser
  readonly goTo: (address: string) => Promise<void>
  readonly resolve: (verdict: CartVerdict) => Promise<boolean>
  readonly emptyBasketMessage: string
  readonly scrollToTop: () => void
}

/** How a press of 'Place Order' ended, as far as the review step must know. */
export type PlaceEnding =
  /** The page is left, or goes on inside the checkout. */
  | 'leaving'
  /** The shopper stays and is told why. */
  | 'stayed'
  /** The connection was lost after the order was sent: nobody knows yet (BEYOND-02). */
  | 'unknown'
  /** A popup to show once loading is off, and what follows it (STEP-12). */
  | { readonly afterwards: () => Promise<unknown> }

/** What the page shows of the basket it orders (BEYOND-01, SAFE-10, SAFE-12). */
type Seen = Required<Pick<SentBy<typeof orderCalls.placeOrder>, 'basketVersion' | 'shownTotal'>> &
  Pick<SentBy<typeof orderCalls.placeOrder>, 'basketId'> & {
    readonly adata: string
    readonly shownTenders: { readonly id: string; readonly amount: number }[]
  }

/** Makes the call of the button that was pressed: PlaceOrder or one of its wallet twins (ALT-13). */
export type SendOrder = (seen: Seen) => Promise<PlaceReply>

/** PlaceOrder; with Apple Pay as the payment and approved on this visit, its own call (ORDER-16). */
function senderOf({ store }: PlaceFlow): SendOrder {
  const approval = readApproval()
  const isApple = store.read().checkout.paymentData.alternativePaymentsData.type === 'applePay'
  if (!isApple || approval?.method !== 'applePay') return (seen) => calls.order.placeOrder(seen)
  const { nonce, deviceData } = approval
  return (seen) => calls.order.placeApplePayOrder({ nonce, deviceData, ...seen })
}

/**
 * Verify the promotion code when one is applied, validate the cart, place the order (OPEN-21, ORDER-01, ORDER-24). Another
 * tab may have ordered this basket: then PlaceOrder, and only it, answers with that order (SCENE-02).
 */
export async function placeOrder(flow: PlaceFlow, send: SendOrder = senderOf(flow)): Promise<PlaceEnding> {
  const { store } = flow
  store.showNotice('')
  if (store.read().checkout.promo.discountCode !== '' && (await verifyPromo(flow, 'goOn')) !== 'goOn') return 'stayed'
  const checked = await validate(flow, 'goOn')
  if (typeof checked === 'object') return { afterwards: () => flow.resolve(checked.verdict) }
  if (checked === 'stop') return 'stayed'
  let reply: PlaceReply
  try {
    reply = await send({ adata: readPartnerTransaction(), ...seenOf(store) })
  } catch (error) {
    if (faultOf(error) === 'network') return 'unknown'
    handleCheckoutFault(error, placeOf('placeOrder', store))
    return 'stayed'
  }
  return reply.isSuccess ? succeed(reply, flow) : refuse(reply, flow)
}

function seenOf(store: CheckoutStore): Omit<Seen, 'adata'> {
  const { basketId, basketVersion, orderSummary, paidWith } = store.read().checkout
  const shownTenders = paidWith.map(({ id, amount }) => ({ id, amount }))
  return { ...(basketId !== '' && { basketId }), basketVersion, shownTotal: orderSummary.total, shownTenders }
}

/** ORDER-04; without an address a success is an error (ORDER-19, ERR-28). */
async function succeed(reply: PlaceReply, { store, browser }: PlaceFlow): Promise<PlaceEnding> {
  clearTaxExempt()
  clearDrafts()
  if (reply.redirectUrl === '') {
    const lost = new Error(`Status: a placed order without a redirectUrl, ${reply.orderNumber}`)
    handleCheckoutFault(lost, placeOf('placeOrder', store))
    return 'stayed'
  }
  loadUntilGone()
  browser.assign(reply.redirectUrl)
  return 'leaving'
}

async function refuse(reply: PlaceReply, flow: PlaceFlow): Promise<PlaceEnding> {
  const { store } = flow
  switch (reply.message) {
    case 'InvalidPromoCode':
      store.resetPromo(reply.errorMessage)
      flow.scrollToTop()
      await refresh(flow)
      store.resetPromo(reply.errorMessage)
      return 'stayed'
    case 'AuthorizationFailure':
      return { afterwards: declined(reply, flow) }
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
function declined(reply: PlaceReply, flow: PlaceFlow): () => Promise<void> {
  track(paymentErrorPopup)
  logMessage(`${clientPaymentError}: ${reply.message}`, placeOf('placeOrder', flow.store))
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
async function changed(reply: PlaceReply, flow: PlaceFlow): Promise<PlaceEnding> {
  const { store } = flow
  await showNow(reply, flow)
  store.showNotice(reply.errorMessage)
  flow.scrollToTop()
  return 'stayed'
}

/** Stored value pays less than was shown (SAFE-10): what is left of it, and the amounts of now, before she is asked again. */
async function short(reply: PlaceReply, flow: PlaceFlow): Promise<PlaceEnding> {
  const { store } = flow
  await showNow(reply, flow)
  const isCovered = reply.redirectUrl !== paymentAddress || reply.orderSummary === null
  // nothing else pays for what is missing: she chooses what shall
  if (!isCovered) await flow.goTo(paymentAddress)
  store.showNotice(giftCardText(reply))
  if (isCovered) flow.scrollToTop()
  return isCovered ? 'stayed' : 'leaving'
}

/** The whole basket anew, and the amounts that the refusal names when it is the basket of this page. */
async function showNow(reply: PlaceReply, flow: PlaceFlow): Promise<void> {
  const { store } = flow
  await refresh(flow)
  const { changes, basketId, basketVersion, orderSummary, paidWith } = reply
  const isThis = orderSummary !== null && basketId === store.read().checkout.basketId
  store.patch(isThis ? { changes, basketVersion, orderSummary, paidWith } : { changes })
}

/** A basket that cannot go on, or an address to go to (ORDER-11 to ORDER-13). */
async function otherwise(reply: PlaceReply, flow: PlaceFlow): Promise<PlaceEnding> {
  const { store, browser } = flow
  if (reply.errorType === errorType.emptyBasket) {
    store.showEmptyBasket(reply.errorMessage || flow.emptyBasketMessage)
    return 'stayed'
  }
  if (reply.errorType !== errorType.none) {
    const { isSuccess, errorMessage, basketId, basketVersion, changes } = reply
    const items = reply.items as CartVerdict['items']
    const verdict = { isSuccess, errorType: reply.errorType, errorMessage, items, basketId, basketVersion, changes }
    return { afterwards: () => flow.resolve(verdict) }
  }
  const address = reply.redirectUrl || cartAddress
  if (reply.redirectUrl !== '' && isCheckoutAddress(address)) {
    await flow.goTo(address)
    store.showNotice(reply.errorMessage)
  } else {
    loadUntilGone()
    browser.assign(address)
  }
  return 'leaving'
}

function giftCardText({ errorMessage, giftCardErrors }: PlaceReply): string {
  const tenders = giftCardErrors.map((one) => `${one.name}: ${one.errorMessage}`)
  return tenders.length === 0 ? errorMessage : `${tenders.join(' ')} Nothing was charged.`
}
