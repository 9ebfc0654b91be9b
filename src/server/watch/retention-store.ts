import { type Sql, statement, type Tx } from '#server/db/database.ts'
import type { Retention, RetentionLine } from './retention-table.ts'

const limitBatch = statement('watch.limit-batch', "select set_config('statement_timeout', '200', true)")

/** No statement of this transaction takes longer than 200 ms, so that nobody waits longer for its locks. */
export function limitBatchOf(tx: Tx): void {
  tx.write(limitBatch)
}

/** Of a table in partitions: the oldest of its first one, which was the whole table, and where there is none the next one's start. */
function oldestPart(table: string, ofFirst: string): string {
  return `select coalesce((${ofFirst}), f.next) from (
     select max(p.ends) filter (where p.starts is null) as ends, min(p.starts) as next
     from shop_meta.partitions('${table}') p where not p.is_default) f`
}

/** The oldest row of each line, by the moment from which its time counts. */
const oldestOf: { readonly [Name in RetentionLine]: string } = {
  session: 'select min(ends_at) from shop.session',
  request_key: 'select min(created_at) from shop.request_key',
  throttle: 'select min(refilled_at) from shop.throttle',
  wallet_sheet: `select least((select min(opened_at) from shop.wallet_sheet), (select min(stored_at) from shop.wallet_payload))`,
  hand_over_use: 'select min(taken_at) from shop.hand_over_use',
  guest_cart: `select min(updated_at) from shop.cart where state = 'abandoned' and is_of_member = false`,
  member_cart: `select min(updated_at) from shop.cart where state = 'open'`,
  cart_event: oldestPart(
    'cart_event',
    `select min(created_at) from shop.cart where has_events and state in ('ordered', 'merged', 'abandoned') and created_at < f.ends`,
  ),
  provider_call: oldestPart('provider_call', 'null::timestamptz'),
  client_log: oldestPart('client_log', 'select min(at) from shop.client_log where at < f.ends'),
  product_view: oldestPart(
    'product_view',
    `select min(at) from shop.product_view where at < f.ends and day < (f.ends at time zone 'UTC')::date`,
  ),
  outbox: `select min(done_at) from shop.outbox where done_at is not null and (payload <> '{}'
     or topic not in ('mail.order-placed', 'mail.order-refused', 'mail.order-cancelled', 'payment.void'))`,
  webhook_body: `select min(received_at) from shop.webhook_event where state in ('done', 'ignored')
     and (raw is not null or body ->> 'event' not like 'CAPTURE%')`,
  webhook_event: `select min(received_at) from shop.webhook_event where state <> 'new'`,
  orders: 'select min(greatest(created_at, settled_at, cancelled_at, money_moved_at)) from shop.orders',
  job: `select min(updated_at) from graphile_worker._private_jobs where attempts >= max_attempts and locked_at is null`,
}

const oldest = statement<{ name: RetentionLine; at: Date | null; isOver: boolean }>(
  'watch.oldest-kept',
  `select k.name, o.at, coalesce(o.at < now() - k.age::interval, false) as "isOver"
   from unnest($1::text[], $2::text[]) k(name, age)
   cross join lateral (select case k.name
     ${Object.entries(oldestOf)
       .map(([name, text]) => `when '${name}' then (${text})`)
       .join('\n     ')} end as at) o`,
)

/** The oldest row of each line, and whether it is older than it may be. */
export function readOldest(sql: Sql, retention: Retention) {
  return sql.rows(oldest, [Object.keys(retention), Object.values(retention)])
}

const note = statement(
  'watch.note-retention',
  `insert into shop.retention_run (name, at, removed, oldest_left, took_ms)
   select name, now(), removed, oldest, took from unnest($1::text[], $2::int[], $3::timestamptz[], $4::int[]) r(name, removed, oldest, took)
   on conflict (name) do update set at = excluded.at, removed = excluded.removed, oldest_left = excluded.oldest_left,
     took_ms = excluded.took_ms`,
)

export type RetentionRun = {
  readonly name: string
  readonly removed: number
  readonly oldest: Date | null
  readonly tookMs: number
}

/** How a round went, line by line. */
export async function noteRetention(sql: Sql, runs: readonly RetentionRun[]): Promise<void> {
  await sql.count(note, [
    runs.map(({ name }) => name),
    runs.map(({ removed }) => removed),
    runs.map(({ oldest: at }) => at),
    runs.map(({ tookMs }) => Math.round(tookMs)),
  ])
}

const sweepGivenUp = statement(
  'watch.sweep-jobs',
  `delete from graphile_worker._private_jobs where id = any(array(
     select id from graphile_worker._private_jobs
     where attempts >= max_attempts and locked_at is null and updated_at < now() - $2::interval
     order by id limit $1 for update skip locked))`,
)

/** Removes jobs that were given up so long ago. */
export function sweepJobs(sql: Sql, max: number, age: string): Promise<number> {
  return sql.count(sweepGivenUp, [max, age])
}
