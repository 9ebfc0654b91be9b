import type { SentBy } from '#contracts/call.ts'
import type { orderCalls } from '#contracts/order/calls.ts'
import { calls } from '#web/calls/client.ts'
import { faultOf } from '#web/calls/errors.ts'
import { loadUntilGone } from '#web/calls/loading.ts'
import type { CheckoutStore } from '#web/checkout/checkout-store.ts'
import { clearDrafts } from '#web/checkout/draft.ts'
import { handleCheckoutFault } from '#web/checkout/faults.ts'
import { errorContext, tellEnded, validate, verifyPromo } from '#web/checkout/steps/step-flow.ts'
import { clearTaxExempt, readPartnerTransaction } from '#web/order/session-keys.ts'
import { readApproval } from '#web/payment/wallets/wallet-approval.ts'
import type { PlaceCall, PlaceFlow, PlaceReply, PlaceResult } from './placing.ts'

/** What the page shows of the cart it orders (BEYOND-01, SAFE-10, SAFE-12). */
type Seen = Required<Pick<SentBy<typeof orderCalls.placeOrder>, 'basketVersion' | 'shownTotal'>> &
  Pick<SentBy<typeof orderCalls.placeOrder>, 'basketId'> & {
    readonly adata: string
    readonly shownTenders: { readonly id: string; readonly amount: number }[]
  }

/** The call of the button that was pressed, PlaceOrder or one of its wallet twins (ALT-13), by the name it is logged with. */
export type SendOrder = {
  readonly call: PlaceCall
  readonly send: (seen: Seen) => Promise<PlaceReply>
}

/** PlaceOrder; with Apple Pay as the payment and approved on this visit, its own call (ORDER-16). */
function senderOf({ store }: PlaceFlow): SendOrder {
  const approval = readApproval()
  const isApple = store.read().checkout.paymentData.alternativePaymentsData.type === 'applePay'
  if (!isApple || approval?.method !== 'applePay') {
    return { call: 'placeOrder', send: (seen) => calls.order.placeOrder(seen) }
  }
  const { nonce, deviceData } = approval
  return {
    call: 'placeApplePayOrder',
    send: (seen) => calls.order.placeApplePayOrder({ nonce, deviceData, ...seen }),
  }
}

/**
 * Verify the promotion code when one is applied, validate the cart, place the order (OPEN-21, ORDER-01, ORDER-24). Another
 * tab may have ordered this cart: then PlaceOrder, and only it, answers with that order (SCENE-02).
 */
export async function placeOrder(flow: PlaceFlow, order: SendOrder = senderOf(flow)): Promise<PlaceResult> {
  const { store } = flow
  const { call } = order
  store.showNotice('')
  if (store.read().checkout.promo.discountCode !== '' && (await verifyPromo(flow, 'goOn')) !== 'goOn') return 'stayed'
  const checked = await validate(flow, 'goOn')
  if (typeof checked === 'object') return { afterwards: () => flow.resolve(checked.verdict) }
  if (checked === 'stop') return 'stayed'
  const refusal = import('./place-refusal.ts')
  refusal.catch(() => undefined)
  let reply: PlaceReply
  try {
    reply = await order.send({ adata: readPartnerTransaction(), ...seenOf(store) })
  } catch (error) {
    if (faultOf(error) === 'network') return 'unknown'
    if (checked === 'ended' && faultOf(error) === 'reset') return ended(flow)
    handleCheckoutFault(error, errorContext(call, store))
    return 'stayed'
  }
  if (checked === 'ended' && !reply.isSuccess) return ended(flow)
  return reply.isSuccess ? succeed(reply, flow, call) : (await refusal).refuse(reply, flow, call)
}

function ended(flow: PlaceFlow): PlaceResult {
  tellEnded('placeOrder', flow)
  return 'stayed'
}

function seenOf(store: CheckoutStore): Omit<Seen, 'adata'> {
  const { basketId, basketVersion, orderSummary, paidWith } = store.read().checkout
  const shownTenders = paidWith.map(({ id, amount }) => ({ id, amount }))
  return { ...(basketId !== '' && { basketId }), basketVersion, shownTotal: orderSummary.total, shownTenders }
}

/** ORDER-04; without an address a success is an error (ORDER-19, ERR-28). */
async function succeed(reply: PlaceReply, { store, browser }: PlaceFlow, call: PlaceCall): Promise<PlaceResult> {
  clearTaxExempt()
  clearDrafts()
  if (reply.redirectUrl === '') {
    const lost = new Error(`Status: a placed order without a redirectUrl, ${reply.orderNumber}`)
    handleCheckoutFault(lost, errorContext(call, store))
    return 'stayed'
  }
  loadUntilGone()
  browser.assign(reply.redirectUrl)
  return 'leaving'
}
