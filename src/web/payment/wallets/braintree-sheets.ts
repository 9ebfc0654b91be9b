import client from 'braintree-web/client'
import collector from 'braintree-web/data-collector'
import type payPalLibrary from 'braintree-web/paypal'
import type { WalletMethod } from './applied-wallet.ts'
import { openAppleSheet } from './braintree-apple.ts'
import { braintreePart, libraryCode } from './braintree-part.ts'
import type { WalletApproval } from './wallet-approval.ts'
import { walletCalls } from './wallet-client.ts'
import { notShippedThere, walletPlace } from './wallet-place.ts'
import type { SheetOpener, SheetResult } from './wallet-sheet.ts'

type Opened = Awaited<ReturnType<typeof walletCalls.openWalletSheet>>

/** What a wallet's own part of the library gave. */
type SheetApproval = Pick<WalletApproval, 'nonce'> &
  Partial<Pick<WalletApproval, 'email' | 'username' | 'contact'>> & {
    /** It gave an address that no store of ours ships to. */
    readonly isElsewhere?: boolean
  }
type PayPalApproval = Awaited<ReturnType<Awaited<ReturnType<typeof payPalLibrary.create>>['tokenize']>>

/**
 * The wallets by Braintree's browser library, made ready before the click: their windows open at a click only. The amount
 * is asked of the server at the same moment, and an approval of another one is thrown away (SCENE-18).
 */
export async function prepareBraintree(methods: readonly WalletMethod[], storeName: string): Promise<SheetOpener> {
  const first = methods[0] ?? 'paypal'
  const { clientToken, currencyCode: currency } = await walletCalls.openWalletSheet({
    method: first,
    isPreparing: true,
  })
  const braintree = await client.create({ authorization: clientToken })
  const device = collector.create({ client: braintree, paypal: true }).then(
    ({ deviceData }) => deviceData,
    () => '',
  )
  // each by itself: an account without one of them, or one whose script was lost, still has the others
  const authorization = { client: braintree }
  const parts = {
    paypal: braintreePart(
      () => import('braintree-web/paypal'),
      (script) => script.default.create(authorization),
    ),
    venmo: braintreePart(
      () => import('braintree-web/venmo'),
      (script) => script.default.create({ ...authorization, allowDesktop: true, paymentMethodUsage: 'single_use' }),
    ),
    applePay: braintreePart(
      () => import('braintree-web/apple-pay'),
      (script) => script.default.create(authorization),
    ),
  }
  await Promise.all(methods.map((method) => parts[method].prepare()))

  return async (method, shownCents, asksAddress = false) => {
    if (parts[method].made() === null)
      return { kind: 'notOffered', why: `${method} was not made ready: ${parts[method].again()}` }
    const opened = walletCalls.openWalletSheet({ method, asksAddress })
    // a sheet that is left asks no more of it
    opened.catch(() => undefined)
    let latest = opened
    const amount = decimal(shownCents)
    try {
      if (method === 'applePay') {
        const apple = parts.applePay.made()
        if (apple === null) return { kind: 'failed', why: 'Apple Pay was not made ready' }
        // the same sheet again, with what it comes to at its address; another one where a tab has opened one since
        const priceAt = async (postalCode: string): Promise<string> => {
          const { sheetId } = await latest
          latest = walletCalls.openWalletSheet({ method, asksAddress: true, sheetId, postalCode })
          const priced = await latest
          if (!priced.isSuccess) throw new Error(priced.errorMessage)
          return decimal(priced.amountDue)
        }
        return await openAppleSheet(apple, {
          amount,
          currency,
          storeName,
          isRight: () => isRight(opened, shownCents),
          sheetId: () => latest.then(({ sheetId }) => sheetId),
          priceAt: asksAddress ? priceAt : null,
        })
      }
      const approved: SheetApproval | undefined =
        method === 'paypal'
          ? await parts.paypal
              .made()
              ?.tokenize({
                ...{ flow: 'checkout', intent: 'authorize', amount, currency, displayName: storeName },
                enableShippingAddress: asksAddress,
              })
              .then(({ nonce, details }) => {
                const contact = payPalContact(details)
                const isElsewhere = asksAddress && details.shippingAddress !== undefined && contact === null
                return { nonce, email: details.email ?? '', contact, isElsewhere }
              })
          : await parts.venmo
              .made()
              ?.tokenize()
              .then(({ nonce, details }) => ({ nonce, username: details.username ?? '' }))
      if (approved === undefined) return { kind: 'failed', why: `${method} was not made ready` }
      if (approved.isElsewhere) return { kind: 'refused', text: notShippedThere(method, currency) }
      const other = await otherAmount(opened, shownCents)
      if (other !== null) return other
      const { nonce, email = '', username = '', contact = null } = approved
      const own = { email, username, contact: asksAddress ? contact : null }
      const { sheetId } = await opened
      const approval = { method, nonce, sheetId, ...own, deviceData: await device, billingContact: null }
      return { kind: 'approved', approval }
    } catch (error) {
      return faultOf(error)
    }
  }
}

function decimal(cents: number): string {
  return (cents / 100).toFixed(2)
}

/** PayPal's shipping address as an address payload; null for none, and for one that no store of ours ships to. */
function payPalContact(details: PayPalApproval['details']): WalletApproval['contact'] {
  const { shippingAddress: home, phone = '', email = '' } = details
  if (home === undefined) return null
  // who pays may send it to somebody else
  const [, firstName = details.firstName ?? '', lastName = details.lastName ?? ''] =
    /^\s*(.*?)\s+(\S+)\s*$/.exec(home.recipientName ?? '') ?? []
  const { line1: address1 = '', line2: address2 = '', city = '', postalCode = '' } = home
  const place = walletPlace(home.countryCode, home.state)
  return place && { firstName, lastName, address1, address2, city, postalCode, ...place, phone, email }
}

async function isRight(opened: Promise<Opened>, shownCents: number): Promise<boolean> {
  return (await otherAmount(opened, shownCents)) === null
}

async function otherAmount(opened: Promise<Opened>, shownCents: number): Promise<SheetResult | null> {
  const sheet = await opened
  if (!sheet.isSuccess) return { kind: 'refused', text: sheet.errorMessage }
  if (sheet.amountDue === shownCents) return null
  return { kind: 'refused', text: 'Your total has changed. Please look at it and try again.' }
}

const cancels = /_(POPUP_CLOSED|CANCELED|CUSTOMER_CANCELED|DESKTOP_CANCELED|APP_CANCELED)$/

function faultOf(error: unknown): SheetResult {
  const code = libraryCode(error)
  if (cancels.test(code)) return { kind: 'cancelled' }
  if (/TIMED?_?OUT/.test(code)) return { kind: 'timedOut' }
  return { kind: 'failed', why: code === '' ? 'an error without a code' : code }
}
