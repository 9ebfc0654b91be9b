import { type Sql, statement } from '#server/db/database.ts'

const marked = statement<{ isProduction: boolean }>(
  'platform.is-production-shop',
  'select is_production as "isProduction" from shop.installation',
)

/** Whether production has opened on this database: then nothing of the demo comes into it, and nothing of it pays. */
export async function isProductionShop(sql: Sql): Promise<boolean> {
  return (await sql.row(marked))?.isProduction ?? false
}

const mark = statement(
  'platform.mark-production-shop',
  'update shop.installation set is_production = true where not is_production',
)

/** From now on, and for good, this is the database of a shop that sells. */
export async function markProductionShop(sql: Sql): Promise<void> {
  await sql.count(mark)
}
