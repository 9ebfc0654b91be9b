import type { ShelfRow } from '#domain/catalog/facets-index.ts'
import type { Variant } from '#domain/variant.ts'
import { type Sql, statement } from '#server/db/database.ts'

const shelfRows = statement<ShelfRow>(
  'catalog.shelf-rows',
  `select product_id as "productId", category_slug as "categorySlug", low_current_cents as "lowCurrentCents", facets as terms,
     name, extract(epoch from added_at)::int as "addedAt"
   from shop.listing where brand = $1 and country = $2 order by position, product_id`,
)

/** Every product sold in the variant in the order of the house, with its filters: what the index of its shelves is made of. */
export function readShelfRows(sql: Sql, variant: Variant): Promise<ShelfRow[]> {
  return sql.rows(shelfRows, [variant.brand, variant.country])
}

// read when it is needed and not kept with the product: every order changes it
const freeProducts = statement<{ term: string; productIds: string }>(
  'catalog.free-products',
  `select case when w.kind = 'store' then 'store:' || w.location_id else 'stock:in' end as term,
     string_agg(k.product_id, ' ') as "productIds"
   from shop.location w
   join shop.stock t on t.location_id = w.location_id and t.on_hand > t.held
   join shop.sku k on k.sku = t.sku and k.status = 'active'
   join shop.price r on r.sku = k.sku and r.country = w.country
   where w.brand = $1 and w.country = $2 group by 1`,
)

/** Of the warehouse ('stock:in') and each store ('store:101') the products with a free piece there, some more than once. */
export async function readFreeProducts(
  sql: Sql,
  variant: Variant,
): Promise<readonly { readonly term: string; readonly productIds: readonly string[] }[]> {
  const rows = await sql.rows(freeProducts, [variant.brand, variant.country])
  return rows.map(({ term, productIds }) => ({ term, productIds: productIds.split(' ') }))
}
