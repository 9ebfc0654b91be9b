import type { SkuStamp } from '#domain/catalog/sku.ts'
import type { PromoFacts } from '#domain/promo/promo.ts'
import { type CartOwner, isLiveCart } from '#server/cart/cart-store.ts'
import { stampSelect } from '#server/catalog/catalog-store.ts'
import { type Sql, statement } from '#server/db/database.ts'
import { type PickupStore, pickupStoresOf, type StoreRow, storeSelect } from '#server/pricing/pickup-stock-store.ts'
import { type PromoRow, promoSelect, readablePromo } from '#server/promo/promo-store.ts'
import { fullTripSelect } from '#server/shipping/trip-store.ts'

/** What a change brings to a cart: pieces, a store, a code; the day from which delivery windows count. */
export type Brought = {
  readonly skus?: readonly number[]
  readonly locationIds?: readonly number[]
  readonly code?: string
  readonly from: string
}

/** What the price of the live cart depends on beside its lines and their facts, and that of what a change brings to it. */
export type PriceAlong = {
  readonly codes: readonly string[]
  readonly promos: readonly PromoFacts[]
  readonly locationIds: readonly number[]
  readonly skus: readonly number[]
  readonly stores: ReadonlyMap<number, PickupStore>
  readonly regions: readonly string[]
  readonly fullTrips: ReadonlySet<number>
  /** Of the pieces that are brought. */
  readonly stamps: readonly SkuStamp[]
}

type AlongRow = Omit<PriceAlong, 'promos' | 'stores' | 'fullTrips' | 'stamps'> & {
  readonly promos: readonly PromoRow[] | null
  readonly stores: readonly StoreRow[] | null
  readonly fullTrips: readonly number[] | null
  readonly stamps: readonly SkuStamp[] | null
}

const ofCart = 'shopper_id = c.shopper_id and cart_id = c.cart_id'

/** The states and provinces that cart `c` goes to: a recipient of a registry's pieces lives where its owner does. */
export const regionsOfCart = `array(
  select address->>'state' from shop.recipient where ${ofCart}
  union select g.address->>'state' from shop.cart_line l join shop.registry g on g.gr_id = l.gift_registry_id
    where l.shopper_id = c.shopper_id and l.cart_id = c.cart_id and l.gift_registry_id <> 0)`

const along = statement<AlongRow>(
  'pricing.along',
  `select need.codes, need."locationIds", need.skus, need.regions,
     (select json_agg(p) from (${promoSelect('any(need.codes)', '$1')}) p) as promos,
     (select json_agg(s) from (${storeSelect({
       ...{ brand: '$2', country: '$3' },
       locationIds: 'need."locationIds"',
       skus: 'need.skus',
     })}) s) as stores,
     (select json_agg(f."tripId") from (${fullTripSelect('need.regions', '$7')}) f) as "fullTrips",
     (select json_agg(t) from (${stampSelect('$3', 'shop.sku k')} where k.sku = any($4::bigint[]) and k.brand = $2) t) as stamps
   from (
     select array[coalesce(c.discount_code, ''), $6::text] as codes,
       array(select location_id from shop.cart_line where ${ofCart} and location_id is not null) || $5::int[] as "locationIds",
       array(select sku from shop.cart_line where ${ofCart}) || $4::bigint[] as skus,
       ${regionsOfCart} as regions
     from (select 1) one left join shop.cart c on ${isLiveCart}) need`,
)

/** All of it in one statement, which needs nothing of the cart that another statement of the same moment reads. */
export async function readPriceAlong(
  sql: Sql,
  { shopperId, variant }: CartOwner,
  { skus = [], locationIds = [], code = '', from }: Brought,
): Promise<PriceAlong | undefined> {
  const values = [shopperId, variant.brand, variant.country, skus, locationIds, code, from]
  const row = await sql.row(along, values)
  if (row === undefined) return undefined
  return {
    ...row,
    promos: (row.promos ?? []).flatMap((promo) => readablePromo(promo) ?? []),
    stores: pickupStoresOf(row.stores ?? [], variant),
    fullTrips: new Set(row.fullTrips ?? []),
    stamps: row.stamps ?? [],
  }
}

/** The promotion of a code, null when it is none; undefined when it was not asked for. */
export function promoAlong(along: PriceAlong | undefined, code: string): PromoFacts | null | undefined {
  if (along === undefined || !along.codes.includes(code)) return undefined
  return along.promos.find((promo) => promo.code === code) ?? null
}

/** These stores with these skus; undefined when not all were asked for. */
export function storesAlong(
  along: PriceAlong | undefined,
  locationIds: readonly number[],
  skus: readonly number[],
): ReadonlyMap<number, PickupStore> | undefined {
  if (locationIds.length === 0) return new Map()
  if (along === undefined || !hasAll(along.locationIds, locationIds) || !hasAll(along.skus, skus)) return undefined
  const wanted = new Set(locationIds)
  return new Map([...along.stores].filter(([id]) => wanted.has(id)))
}

/** The delivery windows of these regions without a free place, among others; undefined when not all were asked for. */
export function tripsAlong(along: PriceAlong | undefined, regions: readonly string[]): ReadonlySet<number> | undefined {
  return along !== undefined && hasAll(along.regions, regions) ? along.fullTrips : undefined
}

function hasAll<Item>(all: readonly Item[], wanted: readonly Item[]): boolean {
  const there = new Set(all)
  return wanted.every((one) => there.has(one))
}
