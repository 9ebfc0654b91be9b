import type { ShelfRow } from '#domain/catalog/facets-index.ts'
import type { Variant } from '#domain/variant.ts'
import { type Sql, statement } from '#server/db/database.ts'

// one narrow row per product; what lies free is read here and not kept, because every order changes it
const shelfRows = statement<ShelfRow>(
  'catalog.shelf-rows',
  `with free as (
     select k.product_id, bool_or(w.kind = 'warehouse') as in_stock,
       string_agg(distinct 'store:' || w.location_id, ' ') filter (where w.kind = 'store') as stores
     from shop.location w
     join shop.stock t on t.location_id = w.location_id and t.on_hand > t.held
     join shop.sku k on k.sku = t.sku and k.status = 'active'
     join shop.price r on r.sku = k.sku and r.country = w.country
     where w.brand = $1 and w.country = $2 group by k.product_id)
   select l.product_id as "productId", l.category_slug as "categorySlug", l.low_current_cents as "lowCurrentCents",
     concat_ws(' ', nullif(l.facets, ''), case when f.in_stock then 'stock:in' end, f.stores) as terms,
     row_number() over (order by l.name, l.product_id)::int as "nameRank",
     row_number() over (order by p.added_at desc, l.position, l.product_id)::int as "newestRank"
   from shop.listing l
   join shop.product p on p.brand = l.brand and p.product_id = l.product_id
   left join free f on f.product_id = l.product_id
   where l.brand = $1 and l.country = $2
   order by l.position, l.product_id`,
)

/** Every product sold in the variant in the order of the house, with all its filters: what a shelf's index is made of. */
export function readShelfRows(sql: Sql, variant: Variant): Promise<ShelfRow[]> {
  return sql.rows(shelfRows, [variant.brand, variant.country])
}
