import { z } from 'zod'
import type { Cart } from '#domain/cart/cart.ts'
import type { Currency } from '#domain/variant.ts'
import { type Sql, statement, type Tx } from '#server/db/database.ts'
import { parseStored } from '#server/db/stored-json.ts'
import type { WalletMethod } from '#server/providers/wallet-gateway/port.ts'

type CartKey = Pick<Cart, 'shopperId' | 'cartId'>

/** A sheet as it was opened: what it showed, in cents. */
export type Sheet = { readonly sheetId: string; readonly amountCents: number; readonly currency: Currency }

const putSheet = statement(
  'wallet.put-sheet',
  `insert into shop.wallet_sheet (shopper_id, cart_id, method, sheet_id, amount_cents, currency, cart_version)
   values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (shopper_id, cart_id, method) do update set sheet_id = excluded.sheet_id,
     amount_cents = excluded.amount_cents, currency = excluded.currency, cart_version = excluded.cart_version, opened_at = now()`,
)

/** Keeps what the sheet of a wallet showed for a cart; the one before it counts no more. */
export async function storeSheet(tx: Tx, cart: Cart, method: WalletMethod, sheet: Sheet): Promise<void> {
  const { sheetId, amountCents, currency } = sheet
  await tx.count(putSheet, [cart.shopperId, cart.cartId, method, sheetId, amountCents, currency, cart.version])
}

const lastSheet = statement<Sheet>(
  'wallet.last-sheet',
  `select sheet_id as "sheetId", amount_cents as "amountCents", currency from shop.wallet_sheet
   where shopper_id = $1 and cart_id = $2 and method = $3`,
)

/** The last sheet of a wallet that was opened for a cart; undefined when there was none. */
export function readSheet(sql: Sql, { shopperId, cartId }: CartKey, method: WalletMethod): Promise<Sheet | undefined> {
  return sql.row(lastSheet, [shopperId, cartId, method])
}

/** What PayPal's window answered with, between the call that brings it and the one that makes it the payment. */
export type PayPalPayload = { readonly nonce: string; readonly email: string; readonly deviceData: string }

const payPalPayload: z.ZodType<PayPalPayload> = z.object({
  nonce: z.string(),
  email: z.string(),
  deviceData: z.string(),
})

const putPayload = statement(
  'wallet.put-payload',
  `insert into shop.wallet_payload (shopper_id, cart_id, payload) values ($1, $2, $3)
   on conflict (shopper_id, cart_id) do update set payload = excluded.payload, stored_at = now()`,
)

export async function storePayload(tx: Tx, { shopperId, cartId }: CartKey, payload: PayPalPayload): Promise<void> {
  await tx.count(putPayload, [shopperId, cartId, JSON.stringify(payload)])
}

const takeStored = statement<{ payload: PayPalPayload }>(
  'wallet.take-payload',
  'delete from shop.wallet_payload where shopper_id = $1 and cart_id = $2 returning payload',
)

/** Takes the stored payload away; undefined when there is none. */
export async function takePayload(tx: Tx, { shopperId, cartId }: CartKey): Promise<PayPalPayload | undefined> {
  const row = await tx.row(takeStored, [shopperId, cartId])
  return row && parseStored(payPalPayload, row.payload, `shop.wallet_payload.payload of cart ${cartId}`)
}

const sweepSheets = statement(
  'wallet.sweep-sheets',
  `delete from shop.wallet_sheet where ctid = any(array(
     select ctid from shop.wallet_sheet where opened_at < now() - $2::interval order by opened_at limit $1 for update skip locked))`,
)
const sweepPayloads = statement(
  'wallet.sweep-payloads',
  `delete from shop.wallet_payload where ctid = any(array(
     select ctid from shop.wallet_payload where stored_at < now() - $2::interval order by stored_at limit $1 for update skip locked))`,
)

/** Removes sheets that were opened so long ago, and what PayPal's answered; answers how many. */
export async function sweepSheetsOfWallets(sql: Sql, max: number, age: string): Promise<number> {
  const sheets = await sql.count(sweepSheets, [max, age])
  return sheets + (await sql.count(sweepPayloads, [max, age]))
}
