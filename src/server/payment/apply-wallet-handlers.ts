import type { Address } from '#domain/address/address.ts'
import { payWithWallet, walletPayment } from '#domain/cart/payment/wallet-rules.ts'
import type { Problem } from '#domain/problems.ts'
import type { LockedCart } from '#server/cart/cart-service.ts'
import { type Answered, answerCheckout, answerRefused } from '#server/checkout/step-command.ts'
import type { Tx } from '#server/db/database.ts'
import type { CallContext } from '#server/http/context.ts'
import { readApproval } from '#server/payment/token-owner-store.ts'
import { isOfStoreCards, type WalletServices } from '#server/payment/wallet-sheet.ts'
import { readSheet } from '#server/payment/wallet-store.ts'
import { quoteCart } from '#server/pricing/pricing-service.ts'
import { type WalletMethod, walletMethodsOf } from '#server/providers/wallet-gateway/port.ts'

/** What a wallet's sheet ended in. */
export type WalletAnswer = {
  readonly method: WalletMethod
  readonly nonce: string
  readonly holder: string
  readonly deviceData: string
  /** The sheet it ended; '' where that is not said: the last one. */
  readonly sheetId: string
}

/** What an approval that is shown now, for the first time or again, is for, cents; null where it is none of this shopper's. */
export async function approvedOf(
  tx: Tx,
  cart: LockedCart,
  { method, nonce, sheetId }: Pick<WalletAnswer, 'method' | 'nonce' | 'sheetId'>,
): Promise<number | null> {
  const last = await readSheet(tx, cart, method)
  // what a sheet showed is known of the last one only: another tab may have opened a dearer one since
  const sheet = sheetId === '' || last?.sheetId === sheetId ? last : undefined
  const owner = { shopperId: cart.shopperId, variant: cart }
  const { isOwn, approvedCents } = await readApproval(tx, nonce, owner, sheet?.amountCents ?? null)
  return isOwn ? approvedCents : null
}

/** Why what is no approval of hers, or of another sheet than the last, is not taken. */
export function notApproved({ sheetId }: Pick<WalletAnswer, 'sheetId'>): Problem {
  return { code: sheetId === '' ? 'walletNotApproved' : 'walletSheetReplaced' }
}

/**
 * Makes a wallet the payment of the cart, with what its sheet showed; refused where it is not offered, with reward
 * certificates (OPEN-68) or a code for store cards applied (SAFE-14), without a sheet of hers (SAFE-19), and when more is due now
 * than the shopper approved (SCENE-18).
 */
export async function applyWallet(
  { wallets, newId }: WalletServices,
  context: CallContext,
  tx: Tx,
  cart: LockedCart,
  answer: WalletAnswer,
  billing: Address | null = null,
): Promise<Answered> {
  const { method, nonce, holder, deviceData } = answer
  if (wallets === null || !walletMethodsOf(wallets, cart.currency).includes(method))
    return answerRefused(context, tx, cart, { code: 'walletNotOffered' })
  if (cart.tenders.some(({ kind }) => kind === 'certificate'))
    return answerRefused(context, tx, cart, { code: 'walletWithCertificates' })
  const approvedCents = await approvedOf(tx, cart, answer)
  const payment = walletPayment({
    ...{ method, provider: wallets.provider, token: nonce, basketPaymentGuid: newId() },
    wallet: { holder, approvedCents, deviceData },
  })
  const priced = await quoteCart(tx, { ...cart, payments: [payment] }, context)
  if (isOfStoreCards(priced)) return answerRefused(context, tx, cart, { code: 'walletWithStoreCardPromo' })
  const dueCents = priced.summary.amountDue
  if (approvedCents === null) return answerRefused(context, tx, cart, notApproved(answer))
  if (dueCents > approvedCents) return answerRefused(context, tx, cart, { code: 'walletAmountChanged', dueCents })
  return answerCheckout(context, tx, newId, cart, payWithWallet(payment, billing))
}
