import type { Address } from '#domain/address/address.ts'
import type { CartPayment } from '#domain/cart/cart.ts'
import { payWithWallet } from '#domain/cart/wallet-rules.ts'
import type { LockedCart } from '#server/cart/cart-service.ts'
import { type Answered, answerCheckout, answerRefused } from '#server/checkout/answer-view.ts'
import type { Tx } from '#server/db/database.ts'
import type { CallContext } from '#server/http/context.ts'
import type { WalletServices } from '#server/payment/wallet-sheet.ts'
import { readSheet } from '#server/payment/wallet-store.ts'
import { priceBasket } from '#server/pricing/pricing-service.ts'
import { type WalletMethod, walletMethodsOf } from '#server/providers/wallet-gateway/port.ts'

/** What a wallet's sheet ended in. */
export type WalletAnswer = {
  readonly method: WalletMethod
  readonly nonce: string
  readonly holder: string
  readonly deviceData: string
}

/**
 * Makes a wallet the payment of the basket, with what its last sheet showed; refused where it is not offered, with reward
 * certificates applied (OPEN-68), and when more is due now than the shopper approved (SCENE-18).
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
  const [sheet, priced] = await Promise.all([readSheet(tx, cart, method), priceBasket(tx, cart, context)])
  const dueCents = priced.summary.amountDue
  if (sheet !== undefined && dueCents > sheet.amountCents)
    return answerRefused(context, tx, cart, { code: 'walletAmountChanged', dueCents })
  const payment: CartPayment = {
    slot: 1,
    basketPaymentId: 0,
    basketPaymentGuid: newId(),
    method,
    provider: wallets.provider,
    token: nonce,
    ...{ brand: '', selectionType: '', lastFour: '', expMonth: 0, expYear: 0 },
    amountCents: null,
    saveToAccount: false,
    hasVerifyData: false,
    accountCardId: null,
    isVerified: true,
    isAutoApplied: false,
    wallet: { holder, approvedCents: sheet?.amountCents ?? null, deviceData },
  }
  return answerCheckout(context, tx, newId, cart, payWithWallet(payment, billing))
}
