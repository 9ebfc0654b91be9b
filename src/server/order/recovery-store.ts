import { type Sql, statement } from '#server/db/database.ts'

const dropKeys = statement(
  'order.drop-dead-keys',
  `delete from shop.request_key where state = 'running' and lease_until < now()`,
)

/** A key whose request died with its process: what it did, if anything, is found through the order (R4). */
export function dropDeadKeys(sql: Sql): Promise<number> {
  return sql.count(dropKeys)
}
