import type { Address } from '#domain/address/address.ts'
import { limits } from '#domain/limits.ts'
import { undoMinutes } from '#domain/timing.ts'
import { addressSchema } from '#server/address-schema.ts'
import { type Sql, statement, type Tx } from '#server/db/database.ts'
import { parseStored, readableRows } from '#server/db/stored-json.ts'
import type { AccountAddress } from './account-address-store.ts'

/** A saved address as its owner's page has it; one that was just removed still has its place there. */
export type AddressEntry = AccountAddress & { readonly isDefault: boolean; readonly isRemoved: boolean }

const entriesOf = statement<Omit<AddressEntry, 'address'> & { readonly address: unknown }>(
  'address.book',
  `select address_id as "addressId", address, is_default as "isDefault", false as "isRemoved", created_at
   from shop.account_address where shopper_id = $1
   union all
   select address_id, address, is_default, true, created_at from shop.removed_address
   where shopper_id = $1 and removed_at > now() - $2 * interval '1 minute'
   order by "isDefault" desc, created_at, "addressId"`,
)

/** The saved addresses of an account, its default first, with those that can be brought back where they were. */
export async function readAddressBook(sql: Sql, shopperId: string): Promise<AddressEntry[]> {
  return readableRows(await sql.rows(entriesOf, [shopperId, undoMinutes]), (row) => {
    const { addressId, address: stored, isDefault, isRemoved } = row
    const address = parseStored(addressSchema, stored, `shop.account_address.address of ${addressId}`)
    return { addressId, address, isDefault, isRemoved }
  })
}

const lockBook = statement('address.lock-book', 'select from shop.account where shopper_id = $1 for no key update')

/** Others who change the addresses of this account wait until the transaction ends. */
export async function lockAddressBook(tx: Tx, shopperId: string): Promise<void> {
  await tx.row(lockBook, [shopperId])
}

const insertAddress = statement(
  'address.add-to-book',
  `insert into shop.account_address (shopper_id, address_id, address, created_at)
   select $1, $2, $3::jsonb, clock_timestamp()
   where (select count(*) from shop.account_address where shopper_id = $1) < $4`,
)

/** Adds an address to an account; false when it is full. */
export async function addToAddressBook(
  tx: Tx,
  shopperId: string,
  { addressId, address }: AccountAddress,
): Promise<boolean> {
  const row = [shopperId, addressId, JSON.stringify(address), limits.savedAddresses]
  return (await tx.count(insertAddress, row)) === 1
}

const updateAddress = statement(
  'address.change-in-book',
  'update shop.account_address set address = $3::jsonb where shopper_id = $1 and address_id = $2',
)

/** Puts another address into the place of a saved one; false when the account has none of this id. */
export async function changeInAddressBook(
  sql: Sql,
  shopperId: string,
  { addressId, address }: { readonly addressId: string; readonly address: Address },
): Promise<boolean> {
  return (await sql.count(updateAddress, [shopperId, addressId, JSON.stringify(address)])) === 1
}

const clearDefault = statement(
  'address.clear-default',
  `with own as (select from shop.account_address where shopper_id = $1 and address_id = $2::uuid),
   gone as (update shop.removed_address set is_default = false where shopper_id = $1 and is_default and exists (table own))
   update shop.account_address set is_default = false where shopper_id = $1 and is_default and exists (table own)`,
)
const setDefault = statement(
  'address.set-default',
  'update shop.account_address set is_default = true where shopper_id = $1 and address_id = $2::uuid',
)

/** Makes an address the one that goes first. False: the account has none of this id. */
export async function makeDefaultAddress(tx: Tx, shopperId: string, addressId: string): Promise<boolean> {
  await tx.row(lockBook, [shopperId])
  await tx.count(clearDefault, [shopperId, addressId])
  return (await tx.count(setDefault, [shopperId, addressId])) === 1
}

const removeAddress = statement(
  'address.remove-from-book',
  `with gone as (delete from shop.account_address where shopper_id = $1 and address_id = $2::uuid returning *)
   insert into shop.removed_address (shopper_id, address_id, address, created_at, is_default)
   select shopper_id, address_id, address, created_at, is_default from gone`,
)

/** Forgets a saved address; carts and orders keep what was taken over from it. False when the account has none of this id. */
export async function removeAccountAddress(tx: Tx, shopperId: string, addressId: string): Promise<boolean> {
  await tx.row(lockBook, [shopperId])
  return (await tx.count(removeAddress, [shopperId, addressId])) === 1
}

const restoreAddress = statement(
  'address.bring-back',
  `with back as (delete from shop.removed_address
     where shopper_id = $1 and address_id = $2::uuid and removed_at > now() - $3 * interval '1 minute'
       and (select count(*) from shop.account_address where shopper_id = $1) < $4 returning *)
   insert into shop.account_address (shopper_id, address_id, address, created_at, is_default)
   select shopper_id, address_id, address, created_at,
     is_default and not exists (select from shop.account_address where shopper_id = $1 and is_default) from back`,
)

/** Brings a removed address back as it was and where it was (CALM-64). False: it is not there any more, or there is no room. */
export async function restoreAccountAddress(tx: Tx, shopperId: string, addressId: string): Promise<boolean> {
  return (await tx.count(restoreAddress, [shopperId, addressId, undoMinutes, limits.savedAddresses])) === 1
}

const forget = statement(
  'address.forget-removed',
  'delete from shop.removed_address where shopper_id = $1 and address_id = $2::uuid',
)

/** There is nothing to bring back any more: the same address was added anew. */
export async function forgetRemovedAddress(tx: Tx, shopperId: string, addressId: string): Promise<void> {
  await tx.count(forget, [shopperId, addressId])
}

const sweep = statement(
  'address.sweep-removed',
  `delete from shop.removed_address where ctid = any(array(
     select ctid from shop.removed_address where removed_at < now() - interval '1 hour' order by removed_at limit $1 for update skip locked))`,
)

/** Forgets for good what can no longer be brought back, so many at most; answers how many. */
export function sweepRemovedAddresses(sql: Sql, max: number): Promise<number> {
  return sql.count(sweep, [max])
}
