import type { Variant } from '#domain/variant.ts'
import { type Sql, statement } from '#server/db/database.ts'

// the stretch is said of both tables: of one alone, the other would be read from its beginning
const sold = `select k.sku from shop.price r join shop.sku k on k.sku = r.sku and k.brand = $1 and k.status = 'active'
   where r.country = $2 and r.sku > $3 and k.sku > $3 order by k.sku`

/** Skus that are read at once: however many a file holds, no statement is longer. */
const slice = 4_000

const soldSkus = statement<{ sku: number }>('catalog.sold-skus', `${sold} limit least($4::int, ${slice})`)
const soldAt = statement<{ sku: number }>('catalog.sold-at', `${sold} limit 2 offset $4::int - 1`)

/** Of the skus that the variant sells now behind `after`, the one that is the `nth`, and whether it is the last. */
export async function readSoldAt(
  sql: Sql,
  variant: Variant,
  after: number,
  nth: number,
): Promise<{ readonly sku: number; readonly isLast: boolean } | undefined> {
  const step = Math.min(nth, slice)
  const [row, next] = await sql.rows(soldAt, [variant.brand, variant.country, after, step])
  if (row === undefined) return undefined
  return nth > step ? readSoldAt(sql, variant, row.sku, nth - step) : { sku: row.sku, isLast: next === undefined }
}

/** Skus the variant sells now, in order, `limit` at most of those behind `after`. */
export async function readSoldSkus(sql: Sql, variant: Variant, after: number, limit: number): Promise<number[]> {
  const found: number[] = []
  while (found.length < limit) {
    const rows = await sql.rows(soldSkus, [variant.brand, variant.country, found.at(-1) ?? after, limit - found.length])
    for (const { sku } of rows) found.push(sku)
    if (rows.length < Math.min(slice, limit)) break
  }
  return found
}
