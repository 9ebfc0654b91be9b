import { payPalPayload, venmoPayload } from '#domain/payment/payloads.ts'
import { calls } from '#web/checkout/calls.ts'
import type { CheckoutStore } from '#web/checkout/checkout-store.ts'
import { storeApproval, type WalletApproval } from './wallet-approval.ts'
import { awaitedWalletCalls } from './wallet-client.ts'

type WalletReply = Awaited<ReturnType<typeof awaitedWalletCalls.applyVenmoPayment>>

/** Makes an approval the payment; answers why not, '' when it is. */
export async function applyWallet(store: CheckoutStore, approval: WalletApproval): Promise<string> {
  const reply = await send(approval)
  if (reply.isSuccess) storeApproval(approval)
  takeWallet(store, reply)
  // collapsed when it covers the order; else the whole panel is asked for again (ALT-10)
  const paid = Math.max(reply.payPalData.appliedAmount, reply.alternativePaymentsData.appliedAmount)
  // Apple Pay brings the billing address along
  const isMore = approval.method === 'applePay' || paid < reply.orderSummary.amountDue
  if (reply.isSuccess && isMore) store.replace(await calls.checkout.refreshCheckout({}))
  return reply.isSuccess ? '' : reply.errorMessage
}

async function send({
  method,
  nonce,
  sheetId,
  email,
  username,
  deviceData,
  billingContact,
}: WalletApproval): Promise<WalletReply> {
  if (method === 'venmo')
    return awaitedWalletCalls.applyVenmoPayment({ ...venmoPayload({ nonce, username, deviceData }), sheetId })
  if (method === 'applePay')
    return awaitedWalletCalls.applyApplePayPayment({ nonce, deviceData, billingContact, sheetId })
  const blob = payPalPayload(JSON.stringify({ nonce, email, deviceData }))
  const stored = await awaitedWalletCalls.setPayPalPayload({ ...blob, sheetId })
  return stored.isSuccess ? awaitedWalletCalls.savePayPalPayment({}) : stored
}

/** A wallet takes the place of cards (OPEN-90), and a refused one leaves everything as it was. */
export function takeWallet(store: CheckoutStore, reply: WalletReply): void {
  const { checkout } = store.read()
  const { orderSummary, basketVersion, payPalData, alternativePaymentsData, isPaymentNeeded, paidWith } = reply
  const { creditCardData: before } = checkout.paymentData
  const isByWallet = payPalData.isApplied || alternativePaymentsData.isApplied
  const creditCardData = isByWallet ? { ...before, cardOneInfo: null, cardTwoInfo: null } : before
  const paymentData = { ...checkout.paymentData, creditCardData, payPalData, alternativePaymentsData, isPaymentNeeded }
  store.replace({ ...checkout, orderSummary, basketVersion, paymentData, paidWith })
}
