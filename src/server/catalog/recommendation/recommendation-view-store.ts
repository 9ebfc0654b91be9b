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

// a look's day is that of its moment, in whichever time zone
const isOld = `at < now() - $2::interval and day <= current_date + 1 - $2::interval`
const sweep = statement<unknown>(
  'product-view.sweep',
  // a row's place is its own within a partition
  `delete from shop.product_view where tableoid = $3 and ${isOld} and ctid = any(array(
     select ctid from shop.product_view where tableoid = $3 and ${isOld} order by at limit $1 for update skip locked))`,
)

/** Forgets looks of so long ago of one partition, so many at most; answers how many. */
export function sweepProductViews(sql: Sql, max: number, age: string, part: number): Promise<number> {
  return sql.count(sweep, [max, age, part])
}
