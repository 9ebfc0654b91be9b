import { type Sql, statement, type Tx } from '#server/db/database.ts'
import { kindNameOf, lastingKinds } from './alarm-kinds.ts'
import type { AlarmMessage, ToldAlarm } from './alarm-message.ts'

/** Of a kind that was told within the last minute nothing is told now. */
const isKindFree = (told: string) => `coalesce(${told}.told_at <= now() - interval '1 minute', true)`

/** Whether there is anything to tell or to send; part of the look that each process takes every second. */
export const isAnythingToTell = `exists (select from shop.alarm a left join shop.alarm_told k on k.kind = a.kind
     where a.tell_at <= now() and ${isKindFree('k')})
   or exists (select from shop.alarm_delivery d where d.due_at <= now())`

// of two workers at once the second waits at the row of the kind, and finds that it was told just now
const take = statement<ToldAlarm>(
  'watch.take-alarms',
  `with due as (select distinct kind from shop.alarm where tell_at <= now()),
   free as (
     insert into shop.alarm_told (kind, told_at) select kind, now() from due order by kind
     on conflict (kind) do update set told_at = now() where ${isKindFree('alarm_told')}
     returning kind
   )
   update shop.alarm a set tell_at = null, told = a.told + 1, told_at = now(), is_told = a.resolved_at is null,
     resolved_told_at = case when a.resolved_at is null then a.resolved_told_at else now() end
   from free where a.kind = free.kind and a.tell_at <= now()
   returning a.alarm_id as "alarmId", a.kind, a.key, a.severity, a.times, a.at, a.last_at as "lastAt", a.facts,
     a.resolved_at is not null as "isResolved", a.told as nth`,
)

/** The alarms that are to be told now, the oldest of each kind first; they count as told with the end of the transaction. */
export async function takeAlarms(tx: Tx): Promise<ToldAlarm[]> {
  const taken = await tx.rows(take)
  return taken.sort((a, b) => a.kind.localeCompare(b.kind) || a.alarmId - b.alarmId)
}

const insert = statement(
  'watch.insert-alarm-delivery',
  `insert into shop.alarm_delivery (alarm_id, channel, nth, message, due_at) values ($1, $2, $3, $4, now())`,
)

export function insertDelivery(tx: Tx, { alarmId, nth }: ToldAlarm, channel: string, message: AlarmMessage): void {
  tx.write(insert, [alarmId, channel, nth, JSON.stringify(message)])
}

export type AlarmDelivery = {
  readonly alarmId: number
  readonly channel: string
  readonly nth: number
  /** As it is stored. */
  readonly message: unknown
  /** Which try this is. */
  readonly tries: number
}

const key = 'alarm_id, channel, nth'

const claim = statement<AlarmDelivery>(
  'watch.claim-alarm-deliveries',
  `update shop.alarm_delivery set tries = tries + 1, due_at = now() + interval '1 minute'
   where (${key}) in (select ${key} from shop.alarm_delivery where due_at <= now() and channel = any($1::text[])
     order by due_at limit $2 for update skip locked)
   returning alarm_id as "alarmId", channel, nth, message, tries`,
)

/** Takes messages that are due; who dies meanwhile leaves them to others after a minute. */
export function claimDeliveries(sql: Sql, channels: readonly string[], max: number): Promise<AlarmDelivery[]> {
  return sql.rows(claim, [channels, max])
}

const end = statement(
  'watch.end-alarm-delivery',
  `update shop.alarm_delivery set last_error = $4, due_at = now() + $5 * interval '1 second',
     sent_at = case when $4::text is null then now() end
   where (${key}) = ($1, $2, $3)`,
)

/** How a try went. `why` null: it was sent; `againInSeconds` null: it is not tried again. */
export async function noteDelivery(
  sql: Sql,
  { alarmId, channel, nth }: AlarmDelivery,
  why: string | null,
  againInSeconds: number | null,
): Promise<void> {
  await sql.count(end, [alarmId, channel, nth, why, againInSeconds])
}

const leave = statement(
  'watch.leave-alarm-deliveries',
  `update shop.alarm_delivery set due_at = null, last_error = 'not configured any more'
   where due_at < now() - interval '1 hour' and channel <> all($1::text[])`,
)

/** Gives up what waits for a channel that is no longer there. */
export async function leaveDeliveries(sql: Sql, channels: readonly string[]): Promise<void> {
  await sql.count(leave, [channels])
}

const over = statement<{ kind: string; key: string }>(
  'watch.end-alarms',
  `update shop.alarm a set resolved_at = now(), tell_at = case when a.is_told then now() end
   from unnest($1::text[], $2::int[]) k(kind, minutes)
   where a.resolved_at is null and a.last_at < case when k.minutes > 0 then now() - k.minutes * interval '1 minute'
       else (select full_done_from from shop.check_mark where name = 'books') end
     and ${kindNameOf('a.kind')} = k.kind
   returning a.kind, a.key`,
)

/**
 * Ends what was not raised for as long as its kind says, and broken invariants that the last full pass of the guard, from its
 * beginning on, did not find; what happened waits for a person.
 */
export function endAlarms(sql: Sql): Promise<{ kind: string; key: string }[]> {
  return sql.rows(over, [lastingKinds.map(([kind]) => kind), lastingKinds.map(([, minutes]) => minutes)])
}

const sweep = statement(
  'watch.sweep-alarm-deliveries',
  `delete from shop.alarm_delivery where (${key}) in (select ${key} from shop.alarm_delivery
     where due_at is null and made_at < now() - interval '90 days' order by made_at limit $1 for update skip locked)`,
)

/** Removes messages that were sent, or given up, long ago. */
export function sweepDeliveries(sql: Sql, max: number): Promise<number> {
  return sql.count(sweep, [max])
}
