import type { Address } from '#domain/address/address.ts'
import { addressSchema } from '#server/address-schema.ts'
import { type Sql, statement, type Tx } from '#server/db/database.ts'
import { parseStored, readableRows } from '#server/db/stored-json.ts'

export type AccountAddress = { readonly addressId: string; readonly address: Address }

export type AccountAddressRow = { readonly addressId: string; readonly address: unknown }

/** The saved addresses of an account, its default first, then the oldest; its id is SQL. */
export function accountAddressSelect(shopperId: string): string {
  return `select address_id as "addressId", address from shop.account_address where shopper_id = ${shopperId}
   order by is_default desc, created_at, address_id`
}

const addressesOf = statement<AccountAddressRow>('address.of-account', accountAddressSelect('$1'))

/** The saved addresses of an account, its default first, then the oldest. */
export async function readAccountAddresses(sql: Sql, shopperId: string): Promise<AccountAddress[]> {
  return accountAddressesOf(await sql.rows(addressesOf, [shopperId]))
}

/** The addresses of rows of that select. */
export function accountAddressesOf(rows: readonly AccountAddressRow[]): AccountAddress[] {
  return readableRows(rows, ({ addressId, address }) => {
    return { addressId, address: parseStored(addressSchema, address, `shop.account_address.address of ${addressId}`) }
  })
}

const insertAddress = statement<{ address_id: string }>(
  'address.save-to-account',
  `with same as (
     select address_id from shop.account_address where shopper_id = $1 and address = $3::jsonb limit 1),
   fresh as (
     insert into shop.account_address (shopper_id, address_id, address)
     select $1, $2, $3::jsonb where not exists (select from same) returning address_id)
   select address_id from same union all select address_id from fresh`,
)

/** Keeps an address with the account, once; answers its id. */
export async function saveAccountAddress(
  tx: Tx,
  shopperId: string,
  { addressId, address }: AccountAddress,
): Promise<string> {
  const row = await tx.row(insertAddress, [shopperId, addressId, JSON.stringify(address)])
  return row?.address_id ?? addressId
}
