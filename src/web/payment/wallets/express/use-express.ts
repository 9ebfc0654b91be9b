import { useRef, useState } from 'react'
import type { CheckoutReply } from '#contracts/pages.ts'
import { walletPaths } from '#contracts/payment/wallet-paths.ts'
import { whileLoading } from '#web/calls/loading.ts'
import { handleCheckoutFault } from '#web/checkout/faults.ts'
import { type WalletMethod, walletNames } from '#web/payment/wallets/applied-wallet.ts'
import { type SheetEnd, tellSheetEnd } from '#web/payment/wallets/sheet-end.ts'
import { useSheetOpener } from '#web/payment/wallets/use-sheet-opener.ts'
import type { WalletApproval } from '#web/payment/wallets/wallet-approval.ts'

export type ExpressProps = {
  readonly walletProvider: CheckoutReply['walletProvider']
  /** Those that are offered here. */
  readonly methods: readonly WalletMethod[]
  /** What is due as the page shows it, cents. */
  readonly dueCents: number
  /** What has to be said and done before a sheet opens; false when it is not to open. */
  readonly prepare: () => Promise<boolean>
  /** Goes on with what the sheet gave; false when she is where she was. */
  readonly goOn: (approval: WalletApproval) => Promise<boolean>
}

const nothing: SheetEnd = { refusal: '', remark: '' }

/** The press of a wallet before any address is known: its sheet, then whatever comes after; a sheet that is left changes nothing. */
export function useExpress({ walletProvider, methods, dueCents, prepare, goOn }: ExpressProps): SheetEnd & {
  /** A press opens a sheet; until then its library is on its way. */
  readonly isReady: boolean
  readonly start: (method: WalletMethod, button: HTMLElement) => Promise<void>
} {
  const [end, setEnd] = useState(nothing)
  const isRunning = useRef(false)
  const { isReady, open } = useSheetOpener(walletProvider, methods)

  const run = async (method: WalletMethod): Promise<void> => {
    if (!(await prepare())) return
    setEnd(nothing)
    const result = await whileLoading(() => open(method, dueCents, true))
    if (result.kind !== 'approved') return setEnd(await tellSheetEnd(result, method, ''))
    let isGone = false
    try {
      isGone = await goOn(result.approval)
    } finally {
      const remark = `${walletNames[method]} was not charged. Press it again when you are ready.`
      if (!isGone) setEnd({ refusal: '', remark })
    }
  }
  const start = async (method: WalletMethod, button: HTMLElement): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    try {
      await run(method)
    } catch (error) {
      handleCheckoutFault(error, { action: `wallet ${method}`, api: walletPaths.openWalletSheet.path })
    } finally {
      isRunning.current = false
      // where she was, unless something else is read now; not every browser gives a pressed button the focus
      if (document.activeElement === document.body) button.focus()
    }
  }
  return { ...end, isReady, start }
}
