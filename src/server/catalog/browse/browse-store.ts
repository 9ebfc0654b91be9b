import type { ShelfRow } from '#domain/catalog/shelf-index/shelf-index-maker.ts'
import type { Variant } from '#domain/variant.ts'
import { type Sql, statement } from '#server/db/database.ts'

/** Products that are read at once for the index of a store's shelves. */
export const shelfSlice = 4_000

/** Where a row stands in the order of the house. */
export type ShelfPlace = Pick<ShelfRow, 'productId'> & { readonly position: number }

const shelfRows = statement<ShelfRow & ShelfPlace>(
  'catalog.shelf-rows',
  `select product_id as "productId", category_slug as "categorySlug", low_current_cents as "lowCurrentCents", facets as terms,
     name, extract(epoch from added_at)::int as "addedAt", position
   from shop.listing where brand = $1 and country = $2 and (position, product_id) > ($3, $4)
   order by position, product_id limit ${shelfSlice}`,
)

const beforeAll: ShelfPlace = { position: -2_147_483_648, productId: '' }

/** The next products sold in the variant in the order of the house, with their filters: fewer than `shelfSlice` are the last. */
export function readShelfRows(
  sql: Sql,
  variant: Variant,
  after: ShelfPlace = beforeAll,
): Promise<(ShelfRow & ShelfPlace)[]> {
  return sql.rows(shelfRows, [variant.brand, variant.country, after.position, after.productId])
}

/** What lies free of the next skus, and which of them is the last; null where there are none. */
export type FreeSlice = {
  readonly last: number | null
  /** Of the warehouse ('stock:in') and each store ('store:101') the products with a free piece there; a product whose skus stand in two slices comes twice. */
  readonly free: readonly { readonly term: string; readonly productIds: readonly string[] }[]
}

// Read when it is needed and not kept with the product: every order changes it. Each table is read by the same stretch of its
// key, and what belongs to a sku is gathered afterwards: joined it would be twenty times the work, and before the first
// statistics of a table any number of times.
const freeProducts = statement<{ last: number | null; free: readonly { term: string; productIds: string }[] }>(
  'catalog.free-products',
  `with slice as materialized (
     select sku, brand, status, product_id from shop.sku where sku > $3 order by sku limit ${shelfSlice}),
   last as materialized (select max(sku) as sku from slice),
   gathered as (
     select max(product_id) as product_id, array_agg(term) filter (where term is not null) as terms
     from (
       select sku, product_id, false as is_sold, null as term from slice where brand = $1 and status = 'active'
       union all
       select sku, null, true, null from shop.price where country = $2 and sku > $3 and sku <= (select sku from last)
       union all
       select t.sku, null, false, case when w.kind = 'store' then 'store:' || w.location_id else 'stock:in' end
       from shop.stock t join shop.location w on w.location_id = t.location_id and w.brand = $1 and w.country = $2
       where t.sku > $3 and t.sku <= (select sku from last) and t.on_hand > t.held) parts
     group by sku having bool_or(is_sold) and max(product_id) is not null)
   select last.sku as last, (select coalesce(json_agg(f), '[]') from (
     select term, string_agg(distinct product_id, ' ') as "productIds"
     from gathered, unnest(terms) term group by term) f) as free
   from last`,
)

/** What the variant has free of the next skus, of whatever brand they are. */
export async function readFreeProducts(sql: Sql, variant: Variant, after: number): Promise<FreeSlice> {
  const row = await sql.row(freeProducts, [variant.brand, variant.country, after])
  const free = (row?.free ?? []).map(({ term, productIds }) => ({ term, productIds: productIds.split(' ') }))
  return { last: row?.last ?? null, free }
}
