import type { Installation } from '#domain/order/payment-reference.ts'
import { type Sql, statement } from '#server/db/database.ts'

const installation = statement<Installation>(
  'order.installation',
  'select installation_id as id, owns_unmarked as "ownsUnmarked" from shop.installation',
)

/** Which installation this database is; it was made with its first migration. */
export async function readInstallation(sql: Sql): Promise<Installation> {
  const row = await sql.row(installation)
  if (row === undefined) throw new Error('The database has lost its row of shop.installation')
  return row
}
