import { type Sql, statement } from '#server/db/database.ts'

/** The orders of a minute, from the first second of it. */
export type OrdersOfMinute = { readonly at: string; readonly count: number }

/** An alarm that is not over; nothing of what it is about. */
export type ShownAlarm = {
  readonly kind: string
  readonly severity: string
  readonly times: number
  readonly sinceSeconds: number
  readonly lastSeconds: number
  readonly acknowledgedBy: string | null
}

/** What is shown beside what is measured. */
export type StatusFacts = {
  readonly hasOrders: boolean
  /** Of the last three hours, those with any. */
  readonly minutes: readonly OrdersOfMinute[]
  /** Of the day in UTC. */
  readonly outcomes: { readonly [state: string]: number }
  /** There were more orders today than are counted for this page. */
  readonly isCut: boolean
  readonly alarms: readonly ShownAlarm[]
}

/** Of a day's orders the newest so many are looked at. */
export const maxOrders = 100_000
const maxAlarms = 50

const facts = statement<StatusFacts>(
  'watch.status',
  `with today as materialized (
     select created_at, state from shop.orders
     where created_at >= least(date_trunc('day', now(), 'UTC'), now() - interval '3 hours')
     order by created_at desc limit ${maxOrders})
   select (select min(created_at) from shop.orders) is not null or (select min(changed_at)
       from shop.order_archive where state in ('placed', 'cancelled')) is not null as "hasOrders",
     (select coalesce(jsonb_agg(jsonb_build_object('at', minute, 'count', count) order by minute), '[]') from (
        select date_trunc('minute', created_at) as minute, count(*) from today
        where created_at >= date_trunc('minute', now()) - interval '179 minutes' group by 1) m) as minutes,
     (select coalesce(jsonb_object_agg(state, count), '{}') from (
        select state, count(*) from today where created_at >= date_trunc('day', now(), 'UTC') group by state) s) as outcomes,
     (select count(*) from today) >= ${maxOrders} as "isCut",
     (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'severity', severity, 'times', times,
          'sinceSeconds', extract(epoch from now() - at)::float8, 'lastSeconds', extract(epoch from now() - last_at)::float8,
          'acknowledgedBy', acknowledged_by) order by severity, last_at desc), '[]')
      from (select * from shop.alarm where resolved_at is null order by severity, last_at desc limit ${maxAlarms}) a) as alarms`,
)

/** The orders of today and of the last three hours, and what alarms are open. */
export async function readStatusFacts(sql: Sql): Promise<StatusFacts> {
  const found = await sql.row(facts)
  if (found === undefined) throw new Error('The status was not answered')
  return found
}
