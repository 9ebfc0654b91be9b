import type { Variant } from '#domain/variant.ts'
import { type Sql, statement } from '#server/db/database.ts'

/** A store where pieces can be picked up, or a warehouse. */
export type Location = {
  readonly locationId: number
  readonly kind: 'warehouse' | 'store'
  readonly name: string
  readonly address1: string
  readonly city: string
  readonly state: string
  readonly postalCode: string
  readonly latitude: number | null
  readonly longitude: number | null
}

const locationColumns = `location_id as "locationId", kind, name, address1, city, state, postal_code as "postalCode", latitude, longitude`

const storesOf = statement<Location>(
  'catalog.stores',
  `select ${locationColumns} from shop.location where brand = $1 and country = $2 and kind = 'store' order by state, city, location_id`,
)

/** The variant's stores by state and city. */
export function readStores(sql: Sql, variant: Variant): Promise<Location[]> {
  return sql.rows(storesOf, [variant.brand, variant.country])
}

const storeOf = statement<Location>(
  'catalog.store',
  `select ${locationColumns} from shop.location where brand = $1 and country = $2 and kind = 'store' and location_id = $3`,
)

/** One store of the variant. */
export function readStore(sql: Sql, variant: Variant, locationId: number): Promise<Location | undefined> {
  return sql.row(storeOf, [variant.brand, variant.country, locationId])
}

const warehouseOf = statement<{ locationId: number }>(
  'catalog.warehouse',
  `select location_id as "locationId" from shop.location where brand = $1 and country = $2 and kind = 'warehouse'`,
)

/** The number of the warehouse that shipped pieces of the variant leave from. */
export async function readWarehouse(sql: Sql, variant: Variant): Promise<number | undefined> {
  return (await sql.row(warehouseOf, [variant.brand, variant.country]))?.locationId
}

const freeAt = statement<{ sku: number; free: number }>(
  'catalog.store-stock',
  `select sku, greatest(on_hand - held, 0) as free from shop.stock where location_id = $2 and sku = any($1::bigint[])`,
)

/** Pieces that nobody holds at one location, by sku; a sku it never had is missing. */
export async function storeStock(
  sql: Sql,
  skus: readonly number[],
  locationId: number,
): Promise<ReadonlyMap<number, number>> {
  if (skus.length === 0) return new Map()
  const rows = await sql.rows(freeAt, [skus, locationId])
  return new Map(rows.map((row) => [row.sku, row.free]))
}
