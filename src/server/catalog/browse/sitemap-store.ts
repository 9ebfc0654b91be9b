import type { Variant } from '#domain/variant.ts'
import { type Sql, statement } from '#server/db/database.ts'

const sold = `from shop.price r join shop.sku k on k.sku = r.sku and k.brand = $1 and k.status = 'active' where r.country = $2`

const soldCount = statement<{ skus: number }>('catalog.sold-count', `select count(*)::int as skus ${sold}`)

/** How many skus the variant sells now. */
export async function countSoldSkus(sql: Sql, variant: Variant): Promise<number> {
  return (await sql.row(soldCount, [variant.brand, variant.country]))?.skus ?? 0
}

const soldSkus = statement<{ sku: number }>(
  'catalog.sold-skus',
  `select k.sku ${sold} order by k.sku limit $3 offset $4`,
)

/** Skus the variant sells now, in order, `limit` at most from `offset` on. */
export async function readSoldSkus(sql: Sql, variant: Variant, limit: number, offset: number): Promise<number[]> {
  const rows = await sql.rows(soldSkus, [variant.brand, variant.country, limit, offset])
  return rows.map(({ sku }) => sku)
}
