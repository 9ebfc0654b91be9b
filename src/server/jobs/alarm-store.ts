import { type Sql, statement } from '#server/db/database.ts'
import { requestIdNow } from '#server/http/ops/request-scope.ts'
import { type AlarmKind, factsOfKind } from '#server/watch/alarm-kinds.ts'

/** How often an alarm has come when people hear of it again, unless it is of a kind that is told once a day. */
const milestones = [10, 100]
const againHours = 6

/**
 * One that was over begins anew. When it is told: at once when it is new; at each milestone; and again some hours after it was
 * told when it goes on. Not while somebody has acknowledged it, and not within an hour of the word that it was over.
 */
const raise = statement(
  'jobs.raise-alarm',
  `insert into shop.alarm as a (kind, key, facts, severity, tell_at) values ($1, $2, $3, $4, now())
   on conflict (kind, key) do update set last_at = now(), facts = excluded.facts, severity = excluded.severity, resolved_at = null,
     at = case when a.resolved_at is null then a.at else now() end,
     times = case when a.resolved_at is null then a.times + 1 else 1 end,
     acknowledged_at = case when a.resolved_at is null then a.acknowledged_at end,
     acknowledged_by = case when a.resolved_at is null then a.acknowledged_by end,
     tell_at = case
       when a.resolved_at is null and a.acknowledged_at is not null then null
       when a.resolved_at is null and a.times + 1 = any($5::int[]) then now()
       when a.resolved_at is null and not a.is_told then coalesce(a.tell_at, now())
       when a.resolved_at is null then coalesce(a.tell_at, a.told_at + $6 * interval '1 hour')
       when a.is_told then a.told_at + $6 * interval '1 hour'
       else greatest(now(), a.resolved_told_at + interval '1 hour', a.told_at + $7 * interval '1 hour') end`,
)

function requestFacts(): { readonly requestId?: string } {
  const requestId = requestIdNow()
  return requestId === null ? {} : { requestId }
}

/** Something a person must look at. The same kind and key again counts up. The facts say which request it came of. */
export async function raiseAlarm(sql: Sql, kind: AlarmKind, key: string, facts: object): Promise<void> {
  const { severity, onceInHours } = factsOfKind(kind)
  const when = onceInHours === undefined ? [milestones, againHours, 0] : [[], onceInHours, onceInHours]
  await sql.count(raise, [kind, key, JSON.stringify({ ...facts, ...requestFacts() }), severity, ...when])
}
