import type { GatewayStore } from '#sandbox/card-gateway/gateway-store.ts'

export type SheetMethod = 'paypal' | 'venmo' | 'applePay'

/** A sheet that a store asked for; amount in cents, times in milliseconds. */
export type SheetRow = {
  /** Unguessable: whoever has the address may answer the sheet. */
  readonly sheet_token: string
  readonly sheet_id: string
  readonly method: SheetMethod
  readonly amount: number
  readonly currency: string
  readonly store_name: string
  /** Where the order goes, a line each. */
  readonly ship_to: string
  readonly store_origin: string
  readonly made_at: number
  readonly nonce: string | null
  /** The one payment the nonce was used for. */
  readonly used_for: string | null
  /** Which of the payer's addresses the sheet gives, too; null where the store did not ask for one. */
  readonly choice: string | null
  /** The postal code that the amount is for. */
  readonly priced_for: string | null
}

type NewSheet = Omit<SheetRow, 'nonce' | 'used_for' | 'choice' | 'priced_for'>

export type SheetStore = ReturnType<typeof createSheetStore>

const schema = `
create table if not exists wallet_sheet (
  sheet_token text primary key, sheet_id text not null, method text not null, amount integer not null check (amount > 0),
  currency text not null, store_name text not null, ship_to text not null, store_origin text not null,
  made_at integer not null, nonce text unique, used_for text) strict;
create table if not exists wallet_sheet_address (
  sheet_token text primary key, choice text not null, priced_for text not null) strict;
`

const whole = 'select * from wallet_sheet left join wallet_sheet_address using (sheet_token)'

/** The sheets of the built-in wallets, and the nonces they gave. */
export function createSheetStore({ database }: GatewayStore) {
  database.exec(schema)
  const insert = database.prepare(
    `insert into wallet_sheet (sheet_token, sheet_id, method, amount, currency, store_name, ship_to, store_origin, made_at)
     values ($sheet_token, $sheet_id, $method, $amount, $currency, $store_name, $ship_to, $store_origin, $made_at)`,
  )
  const askAddress = database.prepare("insert into wallet_sheet_address values (?, 'home', '')")
  const byToken = database.prepare(`${whole} where sheet_token = ?`)
  const openById = database.prepare(`${whole} where sheet_id = ? and nonce is null and choice is not null`)
  const choose = database.prepare('update wallet_sheet_address set choice = ? where sheet_token = ?')
  const price = database.prepare('update wallet_sheet_address set priced_for = ? where sheet_token = ?')
  const setAmount = database.prepare('update wallet_sheet set amount = ? where sheet_token = ? and nonce is null')
  const byNonce = database.prepare('select * from wallet_sheet where nonce = ?')
  const answer = database.prepare('update wallet_sheet set nonce = ? where sheet_token = ? and nonce is null')
  const use = database.prepare('update wallet_sheet set used_for = ? where nonce = ? and used_for is null')
  return {
    insert(row: NewSheet, asksAddress: boolean) {
      insert.run(row)
      if (asksAddress) askAddress.run(row.sheet_token)
    },
    byToken: (token: string) => byToken.get(token) as SheetRow | undefined,
    /** A sheet that gives an address and waits for its answer, by the store's own number. */
    openById: (sheetId: string) => openById.get(sheetId) as SheetRow | undefined,
    choose: (token: string, choice: string) => void choose.run(choice, token),
    /** The store says what it comes to at that place. */
    reprice(token: string, amount: number, postalCode: string) {
      if (setAmount.run(amount, token).changes === 1) price.run(postalCode, token)
    },
    /** Gives the sheet its nonce, once. */
    approve: (token: string, nonce: string) => answer.run(nonce, token).changes === 1,
    /** False for a nonce of ours that was used before, or that approves less or another currency; others are let through. */
    take(nonce: string, payment: { readonly reference: string; readonly amount: number; readonly currency: string }) {
      const sheet = byNonce.get(nonce) as SheetRow | undefined
      if (sheet === undefined) return true
      if (payment.amount > sheet.amount || payment.currency !== sheet.currency) return false
      return use.run(payment.reference, nonce).changes === 1
    },
  }
}
