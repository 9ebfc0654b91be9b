import { useRef, useState } from 'react'
import { walletPaths } from '#contracts/payment/wallet-paths.ts'
import { whileLoading } from '#web/calls/loading.ts'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { handleCheckoutFault } from '#web/checkout/faults.ts'
import { certificatesFirst } from '#web/tender/certificates-first.ts'
import type { WalletMethod } from './applied-wallet.ts'
import { applyWallet, takeWallet } from './apply-wallet.ts'
import { tellSheetEnd } from './sheet-end.ts'
import { useSheetOpener } from './use-sheet-opener.ts'
import { storeApproval } from './wallet-approval.ts'
import { awaitedWalletCalls } from './wallet-client.ts'

export type Wallets = {
  /** A press opens a sheet; until then its library is on its way. */
  readonly isReady: boolean
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
  const { isReady, open } = useSheetOpener(checkout.walletProvider, methods)

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
      const result = await open(method, store.read().checkout.orderSummary.amountDue)
      if (result.kind === 'approved') {
        const refused = await applyWallet(store, result.approval)
        if (refused === '') onApplied()
        return refused
      }
      const end = await tellSheetEnd(result, method, checkout.basketId)
      setRemark(end.remark)
      return end.refusal
    })
  }
  return {
    isReady,
    refusal,
    remark,
    start,
    async removeApplePay() {
      let isRemoved = false
      await run('applePay', async () => {
        const reply = await awaitedWalletCalls.removeApplePayPayment({})
        storeApproval(null)
        takeWallet(store, reply)
        isRemoved = reply.isSuccess
        return reply.errorMessage
      })
      return isRemoved
    },
  }
}

function errorContext(method: WalletMethod) {
  return { action: `wallet ${method}`, api: walletPaths.openWalletSheet.path }
}
