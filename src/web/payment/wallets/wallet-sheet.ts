import type { WalletMethod } from './applied-wallet.ts'
import type { WalletApproval } from './wallet-approval.ts'
import { walletCalls } from './wallet-client.ts'
import { notShippedThere, walletPlace } from './wallet-place.ts'

/** How a sheet ended; `why` is for the log and never holds a nonce, `text` for the shopper. */
export type SheetResult =
  | { readonly kind: 'approved'; readonly approval: WalletApproval }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'timedOut' }
  | { readonly kind: 'failed'; readonly why: string }
  /** The provider does not offer it here, or not now; others may work. */
  | { readonly kind: 'notOffered'; readonly why: string }
  | { readonly kind: 'refused'; readonly text: string }

/**
 * What opens the sheets of a provider. `shownCents` is what the page says is due; the server's word goes before it.
 * `asksAddress`: the sheet gives the wallet's address and contact, too, and shows what it comes to there (CALM-32).
 */
export type SheetOpener = (method: WalletMethod, shownCents: number, asksAddress?: boolean) => Promise<SheetResult>

const windowName = 'wallet-sheet'
const lookMs = 300

/** The built-in sheets (OPEN-91): a window of their own, opened at once because browsers allow it at a click only. */
export const openBuiltInSheet: SheetOpener = async (method, _shownCents, asksAddress = false) => {
  const left = Math.max(0, window.screenX + (window.outerWidth - 480) / 2)
  const sheet = window.open('about:blank', windowName, `popup,width=480,height=720,left=${left}`)
  if (sheet === null) {
    return {
      kind: 'refused',
      text: 'Your browser did not open the window of the wallet. Please allow it and try again.',
    }
  }
  try {
    const opened = await walletCalls.openWalletSheet({ method, asksAddress })
    if (!opened.isSuccess) {
      sheet.close()
      return { kind: 'refused', text: opened.errorMessage }
    }
    sheet.location.href = opened.sheetUrl
    return await answerOf(sheet, opened, method)
  } catch (error) {
    sheet.close()
    throw error
  }
}

type SheetReply = Omit<WalletApproval, 'method' | 'sheetId' | 'deviceData' | 'contact'> & {
  readonly contact?: WalletApproval['contact']
  readonly type?: string
  readonly sheetId?: string
  readonly outcome?: string
  /** Where the address lies, told before the approval. */
  readonly postalCode?: string
}
type Opened = Awaited<ReturnType<typeof walletCalls.openWalletSheet>>

/** What the sheet tells this page; a window that was closed is a cancel, unless its last word is still on the way. */
function answerOf(sheet: Window, opened: Opened, method: WalletMethod): Promise<SheetResult> {
  const { origin } = new URL(opened.sheetUrl)
  let { sheetId } = opened
  const sheetIds = new Set([sheetId])
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearInterval(looking)
      window.removeEventListener('message', listen)
      sheet.close()
    }
    const end = (result: SheetResult) => {
      leave()
      resolve(result)
    }
    // the same sheet again, with what it comes to at its address
    const price = async (postalCode: string) => {
      const priced = await walletCalls.openWalletSheet({ method, asksAddress: true, sheetId, postalCode })
      if (!priced.isSuccess) return end({ kind: 'refused', text: priced.errorMessage })
      sheetId = priced.sheetId
      sheetIds.add(sheetId)
      sheet.location.href = priced.sheetUrl
    }
    const listen = (event: MessageEvent<SheetReply>) => {
      const { origin: from, source, data: reply } = event
      // the word of a window that is gone by now has no source; whose it is say its origin and the sheet's own number
      const isOther = source !== sheet && source !== null
      if (from !== origin || isOther || reply?.type !== 'wallet-sheet') return
      // one that is left while it is priced anew still has its number of before; what is approved has the last one
      const isWord = reply.outcome === 'approved' || reply.outcome === 'addressed'
      if (isWord ? reply.sheetId !== sheetId : !sheetIds.has(reply.sheetId ?? '')) return
      if (reply.outcome !== 'addressed') return end(sheetResultOf(reply, method, opened.currencyCode))
      price(reply.postalCode ?? '').catch((error: unknown) => {
        leave()
        reject(error)
      })
    }
    window.addEventListener('message', listen)
    let wasClosed = false
    const looking = setInterval(() => {
      if (wasClosed) end({ kind: 'cancelled' })
      wasClosed = sheet.closed
    }, lookMs)
  })
}

function sheetResultOf(
  { outcome, nonce, sheetId = '', email, username, billingContact, contact = null }: SheetReply,
  method: WalletMethod,
  currency: string,
): SheetResult {
  switch (outcome) {
    case 'approved':
      if (contact !== null && walletPlace(contact.country) === null)
        return { kind: 'refused', text: notShippedThere(method, currency) }
      return {
        kind: 'approved',
        approval: { method, nonce, sheetId, email, username, deviceData: '', billingContact, contact },
      }
    case 'timedOut':
      return { kind: 'timedOut' }
    case 'failed':
      return { kind: 'failed', why: 'the window reported an error' }
    default:
      return { kind: 'cancelled' }
  }
}
