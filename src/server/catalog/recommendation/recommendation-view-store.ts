import { type Sql, statement } from '#server/db/database.ts'

/** One look of a shopper at a sku, in one storefront. */
export type ProductView = {
  readonly shopperId: string
  readonly brand: string
  readonly country: string
  readonly sku: number
}

const insert = statement<unknown>(
  'product-view.insert',
  // a colour of a product is the same product, looked at again today it is the same look
  `insert into shop.product_view (shopper_id, brand, country, product_id)
   select distinct v.shopper_id, v.brand, v.country, k.product_id
   from unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[]) v(shopper_id, brand, country, sku)
   join shop.sku k on k.sku = v.sku and k.brand = v.brand
   on conflict do nothing`,
)

/** Keeps many looks in one statement; those at skus nobody knows are left out. */
export async function insertProductViews(sql: Sql, views: readonly ProductView[]): Promise<void> {
  await sql.count(insert, [
    views.map((view) => view.shopperId),
    views.map((view) => view.brand),
    views.map((view) => view.country),
    views.map((view) => view.sku),
  ])
}

const sweep = statement<unknown>(
  'product-view.sweep',
  `delete from shop.product_view where ctid = any(array(
     select ctid from shop.product_view where at < now() - $2::interval order by at limit $1 for update skip locked))`,
)

/** Forgets looks that are too old to count: so many at most; answers how many. */
export function sweepProductViews(sql: Sql, max: number, age: string): Promise<number> {
  return sql.count(sweep, [max, age])
}
