import type { Destination } from '#domain/shipping/methods.ts'
import type { Variant } from '#domain/variant.ts'
import { type Sql, statement } from '#server/db/database.ts'

/** A store where lines are picked up, with the free pieces of the cart's skus there. */
export type PickupStore = {
  readonly locationId: number
  readonly name: string
  readonly destination: Destination
  readonly free: ReadonlyMap<number, number>
}

export type StoreRow = {
  readonly location_id: number
  readonly name: string
  readonly state: string
  readonly postal_code: string
  readonly stock: readonly { readonly sku: number; readonly free: number }[] | null
}

/** Stores of a variant by number with the free pieces of some skus; all of it is SQL. */
export function storeSelect(of: { brand: string; country: string; locationIds: string; skus: string }): string {
  return `select w.location_id, w.name, w.state, w.postal_code,
     (select json_agg(json_build_object('sku', s.sku, 'free', greatest(s.on_hand - s.held, 0)))
      from shop.stock s where s.location_id = w.location_id and s.sku = any(${of.skus})) as stock
   from shop.location w
   where w.brand = ${of.brand} and w.country = ${of.country} and w.kind = 'store' and w.location_id = any(${of.locationIds})`
}

const storesWithStock = statement<StoreRow>(
  'pricing.stores-with-stock',
  storeSelect({ brand: '$1', country: '$2', locationIds: '$3::int[]', skus: '$4::bigint[]' }),
)

/** A store with where it is, in words. */
export type NearStore = PickupStore & { readonly city: string }

const storesOfSku = statement<Omit<StoreRow, 'stock'> & { readonly city: string; readonly free: number }>(
  'pricing.stores-of-sku',
  `select w.location_id, w.name, w.city, w.state, w.postal_code, s.on_hand - s.held as free
   from shop.stock s join shop.location w on w.location_id = s.location_id
   where s.sku = $3 and s.on_hand > s.held and w.brand = $1 and w.country = $2 and w.kind = 'store'`,
)

/** The stores of the variant that have a sku, in one statement. */
export async function readStoresWith(sql: Sql, variant: Variant, sku: number): Promise<NearStore[]> {
  const rows = await sql.rows(storesOfSku, [variant.brand, variant.country, sku])
  return rows.map(({ city, free, ...row }) => ({ ...storeOf({ ...row, stock: [{ sku, free }] }, variant), city }))
}

/** Stores of the variant by number, with the free pieces of these skus, in one statement; an unknown number is missing. */
export async function readPickupStores(
  sql: Sql,
  variant: Variant,
  locationIds: readonly number[],
  skus: readonly number[],
): Promise<ReadonlyMap<number, PickupStore>> {
  if (locationIds.length === 0) return new Map()
  const rows = await sql.rows(storesWithStock, [variant.brand, variant.country, locationIds, skus])
  return pickupStoresOf(rows, variant)
}

/** The same of rows that came with another statement. */
export function pickupStoresOf(rows: readonly StoreRow[], variant: Pick<Variant, 'country'>) {
  return new Map<number, PickupStore>(rows.map((row) => [row.location_id, storeOf(row, variant)]))
}

function storeOf(row: StoreRow, variant: Pick<Variant, 'country'>): PickupStore {
  return {
    locationId: row.location_id,
    name: row.name,
    destination: { state: row.state, postalCode: row.postal_code, country: variant.country },
    free: new Map((row.stock ?? []).map(({ sku, free }) => [sku, free])),
  }
}
