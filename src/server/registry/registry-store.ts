import type { NewRegistry } from '#domain/registry/new-registry.ts'
import type { RegistryDetails } from '#domain/registry/registry-details.ts'
import { splitOwnerNames } from '#domain/registry/registry-names.ts'
import type { Variant } from '#domain/variant.ts'
import { addressSchema } from '#server/address-schema.ts'
import { type Sql, statement, type Tx } from '#server/db/database.ts'
import { parseStored, readableRows } from '#server/db/stored-json.ts'

/** A picture of a registry by the id in its address, and its pixels. */
export type RegistryPicture = { readonly id: string; readonly width: number; readonly height: number }

/** A registry of one shopper; `eventDate` is 'YYYY-MM-DD'. */
export type RegistryRow = RegistryDetails & {
  readonly grId: number
  /** Of its link, which nobody guesses. */
  readonly shareId: string
  readonly isClosed: boolean
  /** Null for none. */
  readonly picture: RegistryPicture | null
}

export type RegistryItemRow = { readonly grId: number; readonly sku: number; readonly wanted: number }

/** Whose registries, and of which storefront. */
export type RegistryOwner = { readonly shopperId: string; readonly variant: Variant }

/** The columns of RegistryRow. */
export const registryColumns = `gr_id as "grId", registry_type as "registryType", event_type as "eventType", list_type as "listType",
  event_date as "eventDate", owner_names as "ownerNames", first_name as "firstName", last_name as "lastName",
  partner_name as "partnerName", partner_email as "partnerEmail", greeting, gift_mail as "giftMail", is_public as "isPublic",
  address, share_id as "shareId", closed_at is not null as "isClosed",
  (select json_build_object('id', picture_id, 'width', width, 'height', height) from shop.registry_picture p
   where p.gr_id = registry.gr_id) as picture`

const insert = statement<{ grId: number }>(
  'registry.insert',
  `insert into registry (shopper_id, brand, country, registry_type, event_type, list_type, event_date, owner_names,
     is_public, address, first_name, last_name, partner_name)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning gr_id as "grId"`,
)

/** A row of these columns, for `registryOf`. */
export type StoredRegistry<Row extends RegistryRow = RegistryRow> = Omit<Row, 'address'> & { readonly address: unknown }

type WithNames = Pick<RegistryRow, 'grId' | 'ownerNames' | 'firstName' | 'lastName' | 'partnerName'>

const storedHome = addressSchema.omit({ giftRegistryId: true }).nullable()

/** A registry of a row; a `StoredJsonFault` when its address cannot be read. */
export function registryOf<Row extends WithNames & { readonly address: unknown }>(row: Row) {
  const names = row.lastName === '' ? splitOwnerNames(row.ownerNames) : {}
  return { ...row, ...names, address: parseStored(storedHome, row.address, `shop.registry.address of ${row.grId}`) }
}

const ofOwner = statement<StoredRegistry>(
  'registry.of-owner',
  `select ${registryColumns} from registry where shopper_id = $1 and brand = $2 and country = $3 order by event_date, gr_id`,
)

// an owner's new registries come one after the other, so that none goes beyond their number
const lockOwner = statement('registry.lock-owner', 'select from account where shopper_id = $1 for update')

// an owner's adds come one after the other, so that two of them add up
const lock = statement(
  'registry.lock',
  `select from registry where shopper_id = $1 and brand = $2 and country = $3 and gr_id = any($4::bigint[])
   order by gr_id for update`,
)

const itemsOf = statement<RegistryItemRow>(
  'registry.items',
  `select gr_id as "grId", sku, wanted from registry_item where shopper_id = $1 and gr_id = any($2::bigint[])
   order by added_at, sku`,
)

const store = statement(
  'registry.keep-item',
  `insert into registry_item (shopper_id, gr_id, sku, wanted) values ($1, $2, $3, $4)
   on conflict (shopper_id, gr_id, sku) do update set wanted = excluded.wanted`,
)

const change = statement(
  'registry.change-item',
  'update registry_item set wanted = $4 where shopper_id = $1 and gr_id = $2 and sku = $3',
)
const remove = statement(
  'registry.remove-item',
  'delete from registry_item where shopper_id = $1 and gr_id = $2 and sku = $3',
)

/** Answers the number of the new registry. */
export async function insertRegistry(sql: Sql, owner: RegistryOwner, registry: NewRegistry): Promise<number> {
  const { brand, country } = owner.variant
  const { registryType, eventType, listType, eventDate, ownerNames, isPublic, address } = registry
  const own = [owner.shopperId, brand, country, registryType, eventType, listType, eventDate, ownerNames]
  const names = [registry.firstName, registry.lastName, registry.partnerName]
  const values = [...own, isPublic, address && JSON.stringify(address), ...names]
  const row = await sql.row(insert, values)
  if (row === undefined) throw new Error('A registry was not made')
  return row.grId
}

/** A shopper's registries of one storefront, the next event first. */
export async function readRegistries(sql: Sql, { shopperId, variant }: RegistryOwner): Promise<RegistryRow[]> {
  return readableRows(await sql.rows(ofOwner, [shopperId, variant.brand, variant.country]), registryOf)
}

/** Lets no other registry of this owner be made until the transaction ends. */
export async function lockRegistryOwner(tx: Tx, { shopperId }: RegistryOwner): Promise<void> {
  await tx.count(lockOwner, [shopperId])
}

/** Locks the shopper's registries of these numbers; foreign ones are not found. */
export async function lockRegistries(tx: Tx, owner: RegistryOwner, grIds: readonly number[]): Promise<void> {
  await tx.count(lock, [owner.shopperId, owner.variant.brand, owner.variant.country, grIds])
}

/** The items of some registries of a shopper, in the order they were added. */
export async function readRegistryItems(
  sql: Sql,
  shopperId: string,
  grIds: readonly number[],
): Promise<RegistryItemRow[]> {
  return grIds.length === 0 ? [] : sql.rows(itemsOf, [shopperId, grIds])
}

export async function storeRegistryItem(tx: Tx, shopperId: string, item: RegistryItemRow): Promise<void> {
  await tx.count(store, [shopperId, item.grId, item.sku, item.wanted])
}

/** Sets how many of an item are wanted, 0 takes it out; false when the shopper's registry has no such item. */
export async function changeRegistryItem(tx: Tx, shopperId: string, item: RegistryItemRow): Promise<boolean> {
  const { grId, sku, wanted } = item
  if (wanted === 0) return (await tx.count(remove, [shopperId, grId, sku])) === 1
  return (await tx.count(change, [shopperId, grId, sku, wanted])) === 1
}
