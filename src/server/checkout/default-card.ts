import type { CartPayment } from '#domain/cart/cart.ts'
import type { NewId } from '#domain/cart/change.ts'
import { storeDay } from '#domain/days.ts'
import { isAutoApplicable } from '#domain/payment/saved-card.ts'
import type { Sql } from '#server/db/database.ts'
import type { CallContext } from '#server/http/context.ts'
import { readAccountCards } from '#server/payment/account-card-store.ts'
import { cardFlags, isOnlyCbccAllowed } from '#server/payment/payment-view.ts'
import { savedCardPayment } from '#server/payment/saved-card-payment.ts'
import type { CartQuote } from '#server/pricing/pricing-service.ts'

/** The member's default card as the payment of a cart that has none yet and needs one (PAY-50); null: nothing to apply. */
export async function defaultCardPayment(
  context: CallContext,
  sql: Sql,
  priced: CartQuote,
  newId: NewId,
): Promise<CartPayment | null> {
  const { shopper, flags, now } = context
  if (shopper.auth !== 'member' || !priced.isPaymentNeeded || priced.cart.payments.length > 0) return null
  const card = (await readAccountCards(sql, shopper.shopperId)).find(({ isDefault }) => isDefault)
  if (card === undefined) return null
  const facts = { ...cardFlags(flags), today: storeDay(now), isOnlyCbccAllowed: isOnlyCbccAllowed(priced) }
  if (!isAutoApplicable(card, facts)) return null
  return savedCardPayment(card, { slot: 1, newId, before: [], isCodeRight: false, isAutoApplied: true })
}
