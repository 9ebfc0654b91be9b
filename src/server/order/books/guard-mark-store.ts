import { type Sql, statement } from '#server/db/database.ts'
import type { Upto } from './guard-changes-store.ts'

/** How the rounds of the guard went, over all processes and starts. */
export type GuardMark = { readonly failedRounds: number; readonly doneAt: Date | null }

const failed = statement<GuardMark>(
  'order.note-failed-guard-round',
  `insert into shop.check_mark (name, failed_rounds, failed_at, last_error) values ('books', 1, now(), $1)
   on conflict (name) do update set failed_rounds = shop.check_mark.failed_rounds + 1, failed_at = now(), last_error = $1
   returning failed_rounds as "failedRounds", done_at as "doneAt"`,
)

/** One more round that could not run; answers how many in a row. */
export async function noteFailedRound(sql: Sql, why: string): Promise<GuardMark> {
  return (await sql.row(failed, [why])) ?? { failedRounds: 1, doneAt: null }
}

const done = statement<{ breaches: number }>(
  'order.note-guard-round',
  `insert into shop.check_mark (name, done_at, took_ms, breaches)
     select 'books', now(), $1, count(*) from shop.alarm where kind ~ '^I[0-9]{2}$' and resolved_at is null
   on conflict (name) do update set done_at = now(), took_ms = $1, failed_rounds = 0, last_error = null,
     breaches = excluded.breaches
   returning breaches`,
)

/** A round that ran; answers how many broken invariants are not over. */
export async function noteDoneRound(sql: Sql, tookMs: number): Promise<number> {
  return (await sql.row(done, [tookMs]))?.breaches ?? 0
}

/** A place in the full pass: in which walk, and behind what. */
export type PassPlace = { readonly walk: string; readonly after: readonly string[] }

/** How far the guard is. */
export type Progress = { readonly upto: Upto; readonly pass: PassPlace | null }

const progress = statement<Upto & { readonly pass: PassPlace | null }>(
  'order.guard-progress',
  `select upto_at::text as at, upto_id::text as id, full_upto as pass from shop.check_mark where name = 'books'`,
)

export async function readProgress(sql: Sql): Promise<Progress> {
  const row = await sql.row(progress)
  return { upto: { at: row?.at ?? null, id: row?.id ?? null }, pass: row?.pass ?? null }
}

const noteUpto = statement(
  'order.note-guard-upto',
  `insert into shop.check_mark (name, upto_at, upto_id) values ('books', $1, $2)
   on conflict (name) do update set upto_at = $1, upto_id = $2`,
)

export async function noteChangesUpto(sql: Sql, { at, id }: Upto): Promise<void> {
  await sql.count(noteUpto, [at, id])
}

const notePass = statement(
  'order.note-guard-pass',
  `update shop.check_mark set full_upto = $2,
     full_started_at = case when $1::jsonb is null then now() - $3 * interval '1 ms' else full_started_at end,
     full_done_from = case when $2::jsonb is null then
       case when $1::jsonb is null then now() - $3 * interval '1 ms' else full_started_at end else full_done_from end,
     full_done_at = case when $2::jsonb is null then now() else full_done_at end
   where name = 'books' and full_upto is not distinct from $1::jsonb`,
)

/** Moves the full pass on; null is where one begins, and the end of one. False where another process has moved it. */
export async function notePassAt(
  sql: Sql,
  before: PassPlace | null,
  after: PassPlace | null,
  sliceMs: number,
): Promise<boolean> {
  const json = (place: PassPlace | null) => (place === null ? null : JSON.stringify(place))
  return (await sql.count(notePass, [json(before), json(after), Math.ceil(sliceMs)])) === 1
}
