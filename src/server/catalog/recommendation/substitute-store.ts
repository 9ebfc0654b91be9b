import type { Picture } from '#domain/catalog/sku.ts'
import type { Variant } from '#domain/variant.ts'
import { type Sql, statement } from '#server/db/database.ts'

/** A piece that stands in for another; whole cents. */
export type Substitute = {
  readonly sku: number
  readonly title: string
  readonly picture: Picture | null
  readonly currentCents: number
}

// of the same kind of thing only (BEYOND-10): the same product in another make first, then what is nearest in price
const substitutes = statement<{ instead: number } & Substitute>(
  'catalog.substitutes',
  `select k.sku as instead, s.* from shop.sku k
   join shop.product p on p.brand = k.brand and p.product_id = k.product_id
   join shop.price own on own.sku = k.sku and own.country = $2
   cross join lateral (
     select o.sku, o.name as title, o.picture, r.current_cents as "currentCents"
     from shop.product q
     join shop.sku o on o.brand = q.brand and o.product_id = q.product_id
     join shop.price r on r.sku = o.sku and r.country = $2
     join shop.location w on w.brand = o.brand and w.country = $2 and w.kind = 'warehouse'
     join shop.stock t on t.sku = o.sku and t.location_id = w.location_id
     where q.brand = p.brand and q.department = p.department and q.class = p.class and q.subclass = p.subclass
       and o.status = 'active' and not o.is_pfas and t.on_hand > t.held
     order by o.product_id <> k.product_id, abs(r.current_cents - own.current_cents), o.sku
     limit 1) s
   where k.sku = any($3::bigint[]) and k.brand = $1`,
)

/** For each of some skus that hold PFAS, a piece of its kind that does not and is in stock; none where there is none. */
export async function readSubstitutes(
  sql: Sql,
  variant: Variant,
  skus: readonly number[],
): Promise<ReadonlyMap<number, Substitute>> {
  if (skus.length === 0) return new Map()
  const rows = await sql.rows(substitutes, [variant.brand, variant.country, skus])
  return new Map(rows.map(({ instead, ...substitute }) => [instead, substitute]))
}
