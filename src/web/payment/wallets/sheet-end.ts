import { openLayer } from '#web/layers/open-layer.ts'
import { type WalletMethod, walletNames } from './applied-wallet.ts'
import { walletCalls } from './wallet-client.ts'
import type { SheetResult } from './wallet-sheet.ts'

/** What the shopper reads of a sheet that approved nothing: bad news, or what became of one that was left. */
export type SheetEnd = { readonly refusal: string; readonly remark: string }

/** Reports a sheet that approved nothing, and answers what is said of it. */
export async function tellSheetEnd(
  result: Exclude<SheetResult, { kind: 'approved' }>,
  method: WalletMethod,
  basketId: string,
): Promise<SheetEnd> {
  if (result.kind === 'refused') return { refusal: result.text, remark: '' }
  if (result.kind === 'cancelled')
    return {
      refusal: '',
      remark: `${walletNames[method]} was closed. Nothing was charged, and your order is as it was.`,
    }
  const name = walletNames[method]
  if (result.kind === 'notOffered') {
    await report(method, result.why, false, basketId)
    return { refusal: `${name} is not available right now. Nothing was charged. Please pay another way.`, remark: '' }
  }
  const isTimeout = result.kind === 'timedOut'
  await report(method, isTimeout ? 'the session timed out' : result.why, isTimeout, basketId)
  if (isTimeout) return { refusal: `${name} took too long. Nothing was charged. Please try again.`, remark: '' }
  void openLayer('refresh', { title: 'Error' })
  return { refusal: '', remark: '' }
}

/** ALT-05, ALT-09: what went wrong in a window, for the log; never its nonce. */
async function report(method: WalletMethod, message: string, IsTimeout: boolean, BasketId: string): Promise<void> {
  const sent =
    method === 'paypal'
      ? walletCalls.logPayPalError({ message })
      : walletCalls.logVisaError({ IsTimeout, AlternativePaymentInitiator: method, BasketId })
  await sent.catch(() => undefined)
}
