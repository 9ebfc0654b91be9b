import { type Sql, statement } from '#server/db/database.ts'

const raise = statement(
  'jobs.raise-alarm',
  `insert into shop.alarm (kind, key, facts) values ($1, $2, $3)
   on conflict (kind, key) do update set last_at = now(), times = shop.alarm.times + 1, facts = excluded.facts`,
)

/** Something a person must look at. The same kind and key again counts up. */
export async function raiseAlarm(sql: Sql, kind: string, key: string, facts: object): Promise<void> {
  await sql.count(raise, [kind, key, JSON.stringify(facts)])
}
