import { type Sql, statement } from '#server/db/database.ts'

const dropKeys = statement(
  'order.drop-dead-keys',
  `delete from shop.request_key where state = 'running' and lease_until < now()`,
)

/** A key whose request died with its process: what it did, if anything, is found through the order (R4). */
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
