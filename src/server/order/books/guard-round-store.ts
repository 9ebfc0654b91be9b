import { type Sql, statement } from '#server/db/database.ts'

/** How the rounds of the guard went, over all processes and starts. */
export type GuardMark = { readonly failedRounds: number; readonly doneAt: Date | null }

const columns = 'failed_rounds as "failedRounds", done_at as "doneAt"'

const failed = statement<GuardMark>(
  'order.note-failed-guard-round',
  `insert into shop.check_mark (name, failed_rounds, failed_at, last_error) values ('books', 1, now(), $1)
   on conflict (name) do update set failed_rounds = shop.check_mark.failed_rounds + 1, failed_at = now(), last_error = $1
   returning ${columns}`,
)

/** One more round that could not run; answers how many in a row. */
export async function noteFailedRound(sql: Sql, why: string): Promise<GuardMark> {
  return (await sql.row(failed, [why])) ?? { failedRounds: 1, doneAt: null }
}

const done = statement(
  'order.note-guard-round',
  `insert into shop.check_mark (name, done_at, took_ms) values ('books', now(), $1)
   on conflict (name) do update set done_at = now(), took_ms = $1, failed_rounds = 0, last_error = null`,
)

export async function noteDoneRound(sql: Sql, tookMs: number): Promise<void> {
  await sql.count(done, [tookMs])
}

const breaches = statement<{ count: number }>(
  'order.count-breaches',
  `select count(*)::int as count from shop.alarm where kind ~ '^I[0-9]{2}$' and last_at > now() - interval '24 hours'`,
)

/** Broken invariants that were found within a day: so long a turn over the whole shop may take. */
export async function countBreaches(sql: Sql): Promise<number> {
  return (await sql.row(breaches))?.count ?? 0
}
