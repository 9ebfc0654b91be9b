import type { CartPayment, CartTender } from '#domain/cart/cart.ts'
import type { CartId } from '#server/cart/cart-store.ts'
import { statement, type Tx } from '#server/db/database.ts'

const deletePayments = statement(
  'cart.delete-payments',
  'delete from shop.cart_payment where shopper_id = $1 and cart_id = $2 and slot = any($3::smallint[])',
)

export function removePaymentRows(tx: Tx, { shopperId, cartId }: CartId, slots: readonly number[]): void {
  tx.write(deletePayments, [shopperId, cartId, slots])
}

const upsertPayments = statement(
  'cart.upsert-payments',
  `insert into shop.cart_payment (shopper_id, cart_id, slot, basket_payment_guid, method, provider, token, brand,
     selection_type, last_four, exp_month, exp_year, amount_cents, save_to_account, has_verify_data,
     account_card_id, is_verified, is_auto_applied, wallet, plcc_option, has_accepted_terms)
   select $1, $2, slot, "basketPaymentGuid", method, provider, token, brand, "selectionType", nullif("lastFour", ''), "expMonth",
     "expYear", "amountCents", "saveToAccount", "hasVerifyData",
     "accountCardId", "isVerified", "isAutoApplied", wallet, "plccOption", coalesce("hasAcceptedTerms", false)
   from json_to_recordset($3) as row(slot smallint, "basketPaymentGuid" uuid, method text, provider text, token text,
     brand text, "selectionType" text, "lastFour" text, "expMonth" smallint, "expYear" smallint, "amountCents" bigint,
     "saveToAccount" boolean, "hasVerifyData" boolean, "accountCardId" uuid, "isVerified" boolean,
     "isAutoApplied" boolean, wallet jsonb, "plccOption" smallint, "hasAcceptedTerms" boolean)
   on conflict (shopper_id, cart_id, slot) do update set basket_payment_guid = excluded.basket_payment_guid,
     method = excluded.method, provider = excluded.provider, token = excluded.token, token_at = now(),
     brand = excluded.brand, selection_type = excluded.selection_type, last_four = excluded.last_four,
     exp_month = excluded.exp_month, exp_year = excluded.exp_year, amount_cents = excluded.amount_cents,
     save_to_account = excluded.save_to_account, has_verify_data = excluded.has_verify_data,
     account_card_id = excluded.account_card_id, is_verified = excluded.is_verified,
     is_auto_applied = excluded.is_auto_applied, wallet = excluded.wallet,
     plcc_option = excluded.plcc_option, has_accepted_terms = excluded.has_accepted_terms`,
)

export function putPaymentRows(tx: Tx, { shopperId, cartId }: CartId, rows: readonly CartPayment[]): void {
  tx.write(upsertPayments, [shopperId, cartId, JSON.stringify(rows)])
}

const deleteTenders = statement(
  'cart.delete-tenders',
  'delete from shop.cart_tender where shopper_id = $1 and cart_id = $2 and tender_id = any($3::uuid[])',
)

export function removeTenderRows(tx: Tx, { shopperId, cartId }: CartId, ids: readonly string[]): void {
  tx.write(deleteTenders, [shopperId, cartId, ids])
}

const insertTenders = statement(
  'cart.insert-tenders',
  `insert into shop.cart_tender (shopper_id, cart_id, position, kind, tender_id, worth_cents)
   select $1, $2, position, kind, "tenderId", "availableCents"
   from json_to_recordset($3) as row(position int, kind text, "tenderId" uuid, "availableCents" bigint)
   on conflict (shopper_id, cart_id, tender_id) do update set position = excluded.position`,
)

export function putTenderRows(tx: Tx, { shopperId, cartId }: CartId, rows: readonly CartTender[]): void {
  tx.write(insertTenders, [shopperId, cartId, JSON.stringify(rows)])
}
