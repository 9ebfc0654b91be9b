import type { InputOf, ReplyOf } from '#contracts/call.ts'
import type { walletCalls } from '#contracts/payment/wallet-calls.ts'
import { shownAddress } from '#domain/address/address.ts'
import { checkPostalCode } from '#domain/address/postal-code.ts'
import type { Cart } from '#domain/cart/cart.ts'
import type { NewId } from '#domain/cart/change.ts'
import { walletPayment } from '#domain/cart/payment/wallet-rules.ts'
import type { Problem } from '#domain/problems.ts'
import { loadCart, lockCart } from '#server/cart/cart-service.ts'
import { isFromBeforeOrder, ownerOf } from '#server/cart/change-command.ts'
import { type CallContext, type IdempotentCommit, isReset } from '#server/http/context.ts'
import type { Throttle } from '#server/http/guards/throttle.ts'
import { problemText } from '#server/http/problem-text.ts'
import { refusalOfAsk } from '#server/payment/provider-asks.ts'
import { readSheet, storeSheet } from '#server/payment/wallet-store.ts'
import { isAtRegistrant } from '#server/pricing/cart-facts.ts'
import { type CartQuote, quoteCart } from '#server/pricing/pricing-service.ts'
import { type WalletGateway, type WalletMethod, walletMethodsOf } from '#server/providers/wallet-gateway/port.ts'

/** What the handlers of wallets need from outside a request. */
export type WalletServices = {
  readonly newId: NewId
  /** Null where none is offered. */
  readonly wallets: WalletGateway | null
  readonly throttle: Throttle
}

type Call = typeof walletCalls.openWalletSheet
type Reply = ReplyOf<Call>

/**
 * Opens the sheet of a wallet with the amount that the server says is due (SCENE-18), and keeps what it showed: no more
 * than that is ever charged by what the shopper approves there. The wallet is asked before the transaction.
 */
export async function openWalletSheet(
  { wallets, newId, throttle }: WalletServices,
  context: CallContext,
  { method, asksAddress, isPreparing, sheetId: openId, postalCode }: InputOf<Call>,
  idempotent: IdempotentCommit<Reply | typeof isReset>,
): Promise<Reply | typeof isReset> {
  const { database, variant } = context
  const cart = await loadCart(database, ownerOf(context))
  if (cart === undefined && (await isFromBeforeOrder(database, context))) return idempotent.commit(async () => isReset)
  const refuse = (problem: Problem) =>
    idempotent.commit(async () => refused(context, cart, problemText(context, problem)))
  if (wallets === null || !walletMethodsOf(wallets, variant.currency).includes(method))
    return refuse({ code: 'walletNotOffered' })
  if (cart === undefined || cart.lines.length === 0) return refuse({ code: 'cartEmpty' })
  if (context.isInternational) return refuse({ code: 'orderedByRequest' })
  if (isPreparing) {
    const reply = await prepareSheets(wallets, context, cart)
    return reply === null ? refuse({ code: 'serviceUnavailable' }) : idempotent.commit(async () => reply)
  }
  if (cart.tenders.some(({ kind }) => kind === 'certificate')) return refuse({ code: 'walletWithCertificates' })
  // before the price, which costs more than the refusal
  const refusal = await refusalOfAsk(throttle, context, 'walletSheet')
  if (refusal !== null) return idempotent.commit(async () => refused(context, cart, refusal))
  const isToWallet = asksAddress && canGoToWallet(cart)
  const going = isToWallet ? goingTo(cart, postalCode) : cart
  const priced = await quoteCart(database, { ...going, payments: [requestedWallet(method)] }, context)
  if (isOfStoreCards(priced)) return refuse({ code: 'walletWithStoreCardPromo' })
  const { summary } = priced
  // nothing is left for a wallet to pay
  if (summary.amountDue === 0) return refuse({ code: 'zeroAmount' })
  const open = openId === '' ? undefined : await readSheet(database, cart, method)
  const sheetId = open?.sheetId === openId ? openId : newId()
  const { currency } = cart
  const storeName = variant.brand
  const shown = { sheetId, method, amountCents: summary.amountDue, currency, storeName }
  const shipTo = isToWallet ? [] : shipToOf(cart)
  const asked = { ...shown, shipTo, asksAddress, postalCode, storeOrigin: context.origin }
  const opened = await wallets.openSheet(asked)
  if (opened.state !== 'opened') {
    context.log.warn({ event: 'wallet-sheet-not-opened', method, why: opened.why }, 'a wallet opened no sheet')
    return refuse({ code: 'serviceUnavailable' })
  }
  const { sheet } = opened
  return idempotent.commit(async (tx) => {
    const locked = await lockCart(tx, ownerOf(context))
    // what was priced is what is kept: a cart that moved on meanwhile is asked about anew when it is paid
    if (locked?.cartId === cart.cartId) await storeSheet(tx, cart, method, shown)
    return {
      isSuccess: true,
      errorMessage: '',
      provider: wallets.provider,
      sheetId,
      sheetUrl: sheet.kind === 'page' ? sheet.url : '',
      clientToken: sheet.kind === 'library' ? sheet.clientToken : '',
      amountDue: summary.amountDue,
      currencyCode: currency,
      storeName,
      basketVersion: cart.version,
    }
  })
}

/** What a page starts the wallets' library with while it is read: no sheet, no price, and nothing that is kept; null for nothing. */
async function prepareSheets(wallets: WalletGateway, context: CallContext, cart: Cart): Promise<Reply | null> {
  const prepared = await wallets.prepare(cart.currency)
  if (prepared.state !== 'prepared') {
    context.log.warn({ event: 'wallets-not-prepared', why: prepared.why }, 'the wallets of a page were not made ready')
    return null
  }
  return {
    ...{ isSuccess: true, errorMessage: '', provider: wallets.provider, sheetId: '', sheetUrl: '', amountDue: 0 },
    ...{ clientToken: prepared.clientToken, currencyCode: cart.currency, storeName: context.variant.brand },
    basketVersion: cart.version,
  }
}

/** A wallet as the payment of a cart, before the shopper has approved anything: what it would cost her this way. */
function requestedWallet(method: WalletMethod) {
  const wallet = { holder: '', approvedCents: null, deviceData: '' }
  return walletPayment({ method, provider: '', token: '', basketPaymentGuid: '', wallet })
}

/** Whether all that is shipped of a cart may go to a wallet's address: not what goes to several homes, nor a registry's gift. */
function canGoToWallet(cart: Cart): boolean {
  const isPickup = cart.lines.every((line) => line.isPickup || line.donationCents !== null)
  const shipped = cart.recipients.filter((one) => !one.isPickup)
  return !isPickup && shipped.length <= 1 && !isAtRegistrant(cart)
}

/** The cart as it would go to where a wallet's address lies, for its price only; as it is where that is no place of the store's. */
function goingTo(cart: Cart, postalCode: string): Cart {
  const place = checkPostalCode(postalCode, cart.country)
  if (!place.ok) return cart
  const recipients = cart.recipients.map((one) => (one.isPickup ? one : { ...one, address: null }))
  return { ...cart, recipients, taxZip: place.value }
}

/** Whether the code on a cart that is priced as paid by wallet is one for store cards (SAFE-14). */
export function isOfStoreCards({ promoProblem }: Pick<CartQuote, 'promoProblem'>): boolean {
  return promoProblem?.code === 'promoStoreCardOnly'
}

function refused(context: CallContext, cart: Cart | undefined, errorMessage: string): Reply {
  return {
    isSuccess: false,
    errorMessage,
    ...{ provider: '', sheetId: '', sheetUrl: '', clientToken: '', amountDue: 0, storeName: '' },
    currencyCode: context.variant.currency,
    basketVersion: cart?.version ?? 0,
  }
}

/** Where the order goes, as the sheet shows it: the first address, or what is known of it. */
function shipToOf({ recipients, taxZip }: Cart): string[] {
  const address = recipients.find((one) => one.address !== null)?.address
  if (address) {
    const { firstName, lastName, address1, address2, city, state, postalCode } = shownAddress(address)
    return [`${firstName} ${lastName}`, address1, address2, `${city}, ${state} ${postalCode}`.trim()].filter(
      (line) => line.trim() !== '',
    )
  }
  if (recipients.some(({ isPickup }) => isPickup)) return ['Pickup in store']
  return taxZip === '' ? [] : [taxZip]
}
