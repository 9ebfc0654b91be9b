import { type Sql, statement } from '#server/db/database.ts'

const dropKeys = statement(
  'order.drop-dead-keys',
  `delete from shop.request_key where state = 'running' and lease_until < now() and order_id is null`,
)

/** Keys whose requests died with their process before anything was done (R4); one that knows its order leads to it. */
export function dropDeadKeys(sql: Sql): Promise<number> {
  return sql.count(dropKeys)
}

const endAllWaits = statement(
  'order.end-waits',
  `update shop.orders set lease_until = now() where state = 'pending' and lease_owner is null and lease_until > now()`,
)

/** Pending orders that were put off are due at once: whoever starts anew finds a world that may be well again. */
export async function endWaits(sql: Sql): Promise<void> {
  await sql.count(endAllWaits)
}
