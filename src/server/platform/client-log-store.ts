import { type Sql, statement } from '#server/db/database.ts'

const insert = statement('client-log.insert', 'insert into client_log (shopper_id, level, message) values ($1, $2, $3)')

const sweep = statement(
  'client-log.sweep',
  `delete from client_log where ctid = any(array(
     select ctid from client_log where at < now() - $2::interval order by at limit $1 for update skip locked))`,
)

export async function insertClientLog(
  sql: Sql,
  shopperId: string | null,
  level: string,
  message: string,
): Promise<void> {
  await sql.count(insert, [shopperId, level, message])
}

/** Removes lines of 30 days ago, so many at most; answers how many. */
export function sweepClientLog(sql: Sql, max: number, age: string): Promise<number> {
  return sql.count(sweep, [max, age])
}
