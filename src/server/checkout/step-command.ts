import { emptyCart } from '#domain/cart/cart.ts'
import type { CartRule, NewId } from '#domain/cart/change.ts'
import type { Problem } from '#domain/problems.ts'
import { readAccountAddresses } from '#server/address/account-address-store.ts'
import { type LockedCart, lockCart } from '#server/cart/cart-service.ts'
import { type ChangedReply, isFromBeforeOrder, ownerOf, refusal } from '#server/cart/change-command.ts'
import { receiptOf, receiptOfChange } from '#server/cart/receipt-view.ts'
import { changeCheckout } from '#server/checkout/checkout-change.ts'
import { readTaxExempt } from '#server/checkout/tax-exemption-store.ts'
import type { Sql, Tx } from '#server/db/database.ts'
import { type CallContext, isReset, type Reader } from '#server/http/context.ts'
import { readAccountCards } from '#server/payment/account-card-store.ts'
import { priceAhead } from '#server/pricing/price-ahead.ts'
import { type CartQuote, quoteCart } from '#server/pricing/pricing-service.ts'
import type { WalletGateway } from '#server/providers/wallet-gateway/port.ts'

/** What a checkout call is answered from: the cart as it is now, and how the call went. */
export type Answered = { readonly reply: ChangedReply; readonly priced: CartQuote }

/** What the checkout's handlers need from outside a request. */
export type CheckoutServices = {
  /** Fresh ids (UUIDs) for recipients and addresses. */
  readonly newId: NewId
  /** PFAS states of the configuration (OPEN-49). */
  readonly pfasStates: readonly string[]
  /** Null where no wallet is offered. */
  readonly wallets: WalletGateway | null
}

/**
 * Runs `work` on the live cart, locked. Without one the answer is IsReset after an order, else the refusal `cartEmpty`
 * with an empty cart.
 */
export async function withCart(
  context: CallContext,
  tx: Tx,
  work: (cart: LockedCart) => Promise<Answered>,
): Promise<Answered | typeof isReset> {
  const cart = await lockCart(tx, ownerOf(context))
  if (cart !== undefined) return work(cart)
  if (await isFromBeforeOrder(tx, context)) return isReset
  const nothing = emptyCart(context.shopper.shopperId, context.variant)
  const priced = await quoteCart(tx, nothing, context)
  return { reply: refusal(context, { code: 'cartEmpty' }, 0), priced }
}

/** The same for what only a cart that is ordered here can do: one that goes abroad is refused (CART-33, OPEN-42). */
export function withOrderableCart(
  context: CallContext,
  tx: Tx,
  work: (cart: LockedCart) => Promise<Answered>,
): Promise<Answered | typeof isReset> {
  return withCart(context, tx, (cart) =>
    context.isInternational ? answerRefused(context, tx, cart, { code: 'orderedByRequest' }) : work(cart),
  )
}

/** Applies a rule of the checkout and answers with the cart priced anew; refused, with the cart as it was. */
export async function answerCheckout(
  context: CallContext,
  tx: Tx,
  newId: NewId,
  cart: LockedCart,
  rule: CartRule,
): Promise<Answered> {
  const outcome = await changeCheckout(tx, cart, rule, context, newId)
  if (!outcome.ok) return answerRefused(context, tx, cart, outcome.problem)
  const { saved, priced } = outcome.value
  const receipt = await receiptOfChange(tx, context, saved, priced)
  return { reply: { isSuccess: true, errorMessage: '', ...receipt }, priced }
}

/** A refusal with the cart as it is. */
export async function answerRefused(
  context: CallContext,
  tx: Tx,
  cart: LockedCart,
  problem: Problem,
): Promise<Answered> {
  const priced = await quoteCart(tx, cart, context)
  return { reply: refusal(context, problem, cart.version), priced }
}

/** Nothing to do, and that is fine: the cart as it is, with what others changed. */
export async function answerUnchanged(
  context: CallContext,
  tx: Tx,
  cart: LockedCart,
  priced: CartQuote,
): Promise<Answered> {
  const receipt = await receiptOf(tx, context, { cart, upTo: cart.version, more: [] })
  return { reply: { isSuccess: true, errorMessage: '', ...receipt }, priced }
}

/** The live cart, and of a member what her account holds for the change. */
function ahead(read: (sql: Sql, shopperId: string) => Promise<unknown>) {
  return async (tx: Tx, reader: Reader) => {
    const { shopperId, auth } = reader.shopper
    const [priced] = await Promise.all([priceAhead(tx, reader), auth === 'member' && read(tx, shopperId)])
    return priced
  }
}

export const addressesAhead = ahead(readAccountAddresses)
export const cardsAhead = ahead(readAccountCards)
export const taxExemptAhead = ahead(readTaxExempt)
