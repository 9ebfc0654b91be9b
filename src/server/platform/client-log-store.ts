import { type Sql, statement } from '#server/db/database.ts'

const insert = statement('client-log.insert', 'insert into client_log (shopper_id, level, message) values ($1, $2, $3)')

const sweep = statement(
  'client-log.sweep',
  // a row's place is its own within a partition
  `delete from client_log where tableoid = $3 and at < now() - $2::interval and ctid = any(array(
     select ctid from client_log where tableoid = $3 and at < now() - $2::interval order by at limit $1 for update skip locked))`,
)

export async function insertClientLog(
  sql: Sql,
  shopperId: string | null,
  level: string,
  message: string,
): Promise<void> {
  await sql.count(insert, [shopperId, level, message])
}

/** Removes lines of so long ago from one partition, so many at most; answers how many. */
export function sweepClientLog(sql: Sql, max: number, age: string, part: number): Promise<number> {
  return sql.count(sweep, [max, age, part])
}
