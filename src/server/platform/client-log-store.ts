import { type Sql, statement } from '#server/db/database.ts'

const insert = statement('client-log.insert', 'insert into client_log (shopper_id, level, message) values ($1, $2, $3)')

const sweep = statement(
  'client-log.sweep',
  `delete from client_log where log_id in (select log_id from client_log where at < now() - interval '30 days' limit 5000)`,
)

export async function insertClientLog(
  sql: Sql,
  shopperId: string | null,
  level: string,
  message: string,
): Promise<void> {
  await sql.count(insert, [shopperId, level, message])
}

export function sweepClientLog(sql: Sql): Promise<number> {
  return sql.count(sweep)
}
