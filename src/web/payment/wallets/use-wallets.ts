import { useEffect, useRef, useState } from 'react'
import { walletPaths } from '#contracts/payment/wallet-paths.ts'
import { payPalPayload, venmoPayload } from '#domain/payment/payloads.ts'
import { whileLoading } from '#web/calls/loading.ts'
import { calls } from '#web/checkout/calls.ts'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import type { CheckoutStore } from '#web/checkout/checkout-store.ts'
import { handleCheckoutFault } from '#web/checkout/faults.ts'
import { openLayer } from '#web/layers/open-layer.ts'
import { certificatesFirst } from '#web/tender/certificates-first.ts'
import { useVariant } from '#web/variants/context.tsx'
import { type WalletMethod, walletNames } from './applied-wallet.ts'
import { storeApproval, type WalletApproval } from './wallet-approval.ts'
import { awaitedWalletCalls, walletCalls } from './wallet-client.ts'
import { openBuiltInSheet, type SheetOpener, type SheetResult } from './wallet-sheet.ts'

type WalletReply = Awaited<ReturnType<typeof walletCalls.applyVenmoPayment>>

export type Wallets = {
  /** Why there is no payment by wallet after the last try; '' for no reason. */
  readonly refusal: string
  /** What became of a sheet that was left; no bad news. */
  readonly remark: string
  readonly start: (method: WalletMethod) => Promise<void>
  /** ALT-06: takes Apple Pay off again; false when that failed. */
  readonly removeApplePay: () => Promise<boolean>
}

/**
 * The wallets of the payment step (ALT-02 to ALT-12). A cancel, an error and a time-out change nothing; `onApplied` runs
 * when a wallet has become the payment.
 */
export function useWallets(methods: readonly WalletMethod[], onApplied: () => void): Wallets {
  const { checkout, store, browser } = useCheckout()
  const [refusal, setRefusal] = useState('')
  const [remark, setRemark] = useState('')
  const isRunning = useRef(false)
  const opener = useOpener(checkout.walletProvider, methods)

  const run = async (method: WalletMethod, work: () => Promise<string>): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    setRefusal('')
    setRemark('')
    try {
      setRefusal(await whileLoading(work))
    } catch (error) {
      handleCheckoutFault(error, { ...errorContext(method), basketId: checkout.basketId })
    } finally {
      isRunning.current = false
    }
  }
  const start = async (method: WalletMethod): Promise<void> => {
    if (!(await certificatesFirst({ store, browser }))) return
    await run(method, async () => {
      const open = await opener()
      const result = await open(method, store.read().checkout.orderSummary.amountDue)
      if (result.kind === 'approved') {
        const refused = await apply(store, result.approval)
        if (refused === '') onApplied()
        return refused
      }
      return notApproved(result, method)
    })
  }
  const notApproved = async (
    result: Exclude<SheetResult, { kind: 'approved' }>,
    method: WalletMethod,
  ): Promise<string> => {
    if (result.kind === 'refused') return result.text
    if (result.kind === 'cancelled') {
      setRemark(`${walletNames[method]} was closed. Nothing was charged, and your order is as it was.`)
      return ''
    }
    const isTimeout = result.kind === 'timedOut'
    await report(method, isTimeout ? 'the session timed out' : result.why, isTimeout, checkout.basketId)
    if (isTimeout) return `${walletNames[method]} took too long. Nothing was charged. Please try again.`
    void openLayer('refresh', { title: 'Error' })
    return ''
  }
  return {
    refusal,
    remark,
    start,
    async removeApplePay() {
      let isRemoved = false
      await run('applePay', async () => {
        const reply = await awaitedWalletCalls.removeApplePayPayment({})
        storeApproval(null)
        take(store, reply)
        isRemoved = reply.isSuccess
        return reply.errorMessage
      })
      return isRemoved
    },
  }
}

/** ALT-05, ALT-09: what went wrong in a window, for the log; never its nonce. */
async function report(method: WalletMethod, message: string, IsTimeout: boolean, BasketId: string): Promise<void> {
  const sent =
    method === 'paypal'
      ? walletCalls.logPayPalError({ message })
      : walletCalls.logVisaError({ IsTimeout, AlternativePaymentInitiator: method, BasketId })
  await sent.catch(() => undefined)
}

/** Makes an approval the payment; answers why not, '' when it is. */
async function apply(store: CheckoutStore, approval: WalletApproval): Promise<string> {
  const reply = await send(approval)
  if (reply.isSuccess) storeApproval(approval)
  take(store, reply)
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
  email,
  username,
  deviceData,
  billingContact,
}: WalletApproval): Promise<WalletReply> {
  if (method === 'venmo') return awaitedWalletCalls.applyVenmoPayment(venmoPayload({ nonce, username, deviceData }))
  if (method === 'applePay') return awaitedWalletCalls.applyApplePayPayment({ nonce, deviceData, billingContact })
  const stored = await awaitedWalletCalls.setPayPalPayload(payPalPayload(JSON.stringify({ nonce, email, deviceData })))
  return stored.isSuccess ? awaitedWalletCalls.savePayPalPayment({}) : stored
}

/** A wallet takes the place of cards (OPEN-90), and a refused one leaves everything as it was. */
function take(store: CheckoutStore, reply: WalletReply): void {
  const { checkout } = store.read()
  const { orderSummary, basketVersion, payPalData, alternativePaymentsData, isPaymentNeeded, paidWith } = reply
  const { creditCardData: before } = checkout.paymentData
  const isByWallet = payPalData.isApplied || alternativePaymentsData.isApplied
  const creditCardData = isByWallet ? { ...before, cardOneInfo: null, cardTwoInfo: null } : before
  const paymentData = { ...checkout.paymentData, creditCardData, payPalData, alternativePaymentsData, isPaymentNeeded }
  store.replace({ ...checkout, orderSummary, basketVersion, paymentData, paidWith })
}

function errorContext(method: WalletMethod) {
  return { action: `wallet ${method}`, api: walletPaths.openWalletSheet.path }
}

/** The opener of the provider; Braintree's library is made ready while the shopper reads. */
function useOpener(provider: string, methods: readonly WalletMethod[]): () => Promise<SheetOpener> {
  const { brand } = useVariant()
  const prepared = useRef<Promise<SheetOpener> | null>(null)
  const wanted = methods.join()
  useEffect(() => {
    if (provider !== 'braintree' || wanted === '') return
    prepared.current = import('./braintree-sheets.ts').then(({ prepareBraintree }) =>
      prepareBraintree(wanted.split(',') as WalletMethod[], brand),
    )
    // told when a wallet is chosen
    prepared.current.catch(() => undefined)
  }, [provider, wanted, brand])
  return async () => (provider === 'braintree' && prepared.current !== null ? prepared.current : openBuiltInSheet)
}
