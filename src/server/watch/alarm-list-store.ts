import { type Sql, statement } from '#server/db/database.ts'
import { kindNameOf, lastingKinds } from './alarm-kinds.ts'

/** An alarm that is not over. */
export type OpenAlarm = {
  readonly alarmId: number
  readonly severity: 'page' | 'ticket'
  readonly kind: string
  readonly key: string
  readonly times: number
  readonly at: Date
  readonly lastAt: Date
  readonly acknowledgedBy: string | null
}

const columns = `alarm_id as "alarmId", severity, kind, key, times, at, last_at as "lastAt", acknowledged_by as "acknowledgedBy"`

const open = statement<OpenAlarm>(
  'watch.open-alarms',
  `select ${columns} from shop.alarm where resolved_at is null order by severity, last_at desc, alarm_id desc`,
)

/** What is not over, the gravest and newest first. */
export function readOpenAlarms(sql: Sql): Promise<OpenAlarm[]> {
  return sql.rows(open)
}

const isLasting = `${kindNameOf('kind')} = any($3::text[])`
const acknowledge = statement<OpenAlarm & { isOver: boolean }>(
  'watch.acknowledge-alarm',
  `update shop.alarm set acknowledged_at = now(), acknowledged_by = $2,
     resolved_at = case when ${isLasting} then resolved_at else coalesce(resolved_at, now()) end,
     tell_at = case when resolved_at is not null then tell_at when ${isLasting} then null when is_told then now() end
   where alarm_id = $1 returning ${columns}, resolved_at is not null as "isOver"`,
)

/**
 * Notes who has an alarm. One that happened is over with that; one that lasts goes on, and is told of again only when it is over.
 * undefined: there is none of this number.
 */
export function acknowledgeAlarm(sql: Sql, alarmId: string, by: string) {
  return sql.row(acknowledge, [alarmId, by, lastingKinds.map(([kind]) => kind)])
}
