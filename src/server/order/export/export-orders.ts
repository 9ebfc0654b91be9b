import type { Sql } from '#server/db/database.ts'
import { readExportHorizon, readExportPage } from './export-store.ts'

const pageSize = 500

/**
 * Orders placed or cancelled since a moment as JSON Lines, the oldest change first, page by page: memory does not grow with
 * their number. One that was exported as placed comes again when it is cancelled. What is being changed when it begins, and all
 * that changed since then, is left to the next export, which begins at this one's last order: none is ever passed over.
 * @param readsNow where the orders are read, which has all that `sql` had when it was asked; `sql` itself unless given
 */
export async function* exportOrders(
  sql: Sql,
  since: Date,
  until: Date,
  readsNow: () => Promise<Sql> = async () => sql,
): AsyncGenerator<string> {
  // the least id: what changed at the very moment of `since` is in
  let after = { at: since.toISOString(), orderId: '00000000-0000-0000-0000-000000000000' }
  const horizon = await readExportHorizon(sql, until)
  // what is changing is known to the primary alone
  const reads = await readsNow()
  for (;;) {
    const orders = await readExportPage(reads, after, horizon, pageSize)
    for (const { order } of orders) yield `${JSON.stringify(order)}\n`
    const last = orders.at(-1)
    if (last === undefined || orders.length < pageSize) return
    after = last
  }
}
