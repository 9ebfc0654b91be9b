import { type Sql, statement } from '#server/db/database.ts'

/** A process that was heard of within a day. */
export type ProcessState = {
  readonly instance: string
  readonly role: string
  readonly version: string
  readonly startedAt: string
  readonly seenSeconds: number
  /** How far its clock is ahead of the database's; null: not known yet. */
  readonly skewMs: number | null
  readonly databaseHost: string
}

/** An import of a catalogue, the last one that was begun. */
export type ImportState = {
  readonly state: string
  readonly lines: number
  readonly doneLines: number
  readonly startedSeconds: number
}

/** What the shop is at, as its database tells it. */
export type ShopState = {
  readonly orders: { readonly pending: number; readonly oldestSeconds: number }
  readonly outbox: { readonly due: number; readonly parked: number; readonly oldestSeconds: number }
  readonly jobs: readonly { readonly state: string; readonly count: number }[]
  /** Null before the first round. */
  readonly guardUptoSeconds: number | null
  /** Since everything was looked at that did not change, too. */
  readonly guardFullPassSeconds: number | null
  /** Since a backup was noted; null: none is known of, and production has not opened here. */
  readonly backupSeconds: number | null
  readonly processes: readonly ProcessState[]
  readonly retention: readonly {
    readonly line: string
    readonly oldestSeconds: number | null
    readonly ranSeconds: number
    readonly removed: number
  }[]
  readonly replicas: readonly { readonly replica: string; readonly lagSeconds: number }[]
  readonly lastImport: ImportState | null
  /** What is not over, by how grave it is. */
  readonly alarms: { readonly page: number; readonly ticket: number }
  /** Whether money is given back only for what is known; why and since when, where it is. */
  readonly mode: { readonly isHeld: boolean; readonly reason: string | null; readonly sinceSeconds: number | null }
  /** Hexadecimal; null where the server does not tell it. */
  readonly timeline: string | null
}

const secondsSince = (moment: string) => `extract(epoch from now() - ${moment})::float8`

/** Each part reads so many rows at most, by an index, or a table of few. */
const parts: { readonly [Part in keyof ShopState]: string } = {
  orders: `select jsonb_build_object('pending', count(*), 'oldestSeconds', coalesce(${secondsSince('min(created_at)')}, 0))
     from (select created_at from shop.orders where state = 'pending' order by lease_until limit 1000) o`,
  outbox: `select jsonb_build_object('due', count(*) filter (where parked_at is null and run_at <= now()),
       'parked', count(*) filter (where parked_at is not null),
       'oldestSeconds', coalesce(${secondsSince("min(created_at) filter (where parked_at is null and run_at <= now() + interval '1 hour')")}, 0))
     from (select created_at, run_at, parked_at from shop.outbox where done_at is null order by run_at limit 10000) o`,
  jobs: `select coalesce(jsonb_agg(jsonb_build_object('state', state, 'count', count)), '[]') from (
       select state, count(*) from (
         select case when locked_at is not null then 'at work' when attempts >= max_attempts then 'given up'
           when run_at > now() then 'later' else 'due' end as state
         from graphile_worker._private_jobs limit 10000) j group by state) s`,
  guardUptoSeconds: `select to_jsonb(${secondsSince('upto_at')}) from shop.check_mark where name = 'books'`,
  guardFullPassSeconds: `select to_jsonb(${secondsSince('coalesce(max(full_done_at), max(made_at))')})
     from shop.installation left join shop.check_mark on name = 'books'`,
  // a shop that sells has something to lose from its first day on
  backupSeconds: `select to_jsonb(${secondsSince(`coalesce(max(done_at), max(made_at) filter (where is_production))`)})
     from shop.installation left join shop.check_mark on name = 'backup'`,
  processes: `select coalesce(jsonb_agg(jsonb_build_object('instance', instance, 'role', role, 'version', version,
       'startedAt', started_at, 'seenSeconds', ${secondsSince('seen_at')}, 'skewMs', skew_ms,
       'databaseHost', database_host) order by role, instance), '[]')
     from (select * from shop.heartbeat order by seen_at desc limit 100) h`,
  retention: `select coalesce(jsonb_agg(jsonb_build_object('line', name, 'oldestSeconds', ${secondsSince('oldest_left')},
       'ranSeconds', ${secondsSince('at')}, 'removed', removed) order by name), '[]') from shop.retention_run`,
  replicas: `select coalesce(jsonb_agg(jsonb_build_object('replica', replica, 'lagSeconds', lag) order by replica), '[]') from (
       select application_name as replica, max(coalesce(extract(epoch from replay_lag), 0))::float8 as lag
       from pg_stat_replication where state is not null group by 1 limit 20) r`,
  lastImport: `select jsonb_build_object('state', state, 'lines', lines, 'doneLines',
       case state when 'done' then lines when 'failed' then 0 else at_line end, 'startedSeconds', ${secondsSince('started_at')})
     from shop.catalog_run order by run_id desc limit 1`,
  alarms: `select jsonb_build_object('page', count(*) filter (where severity = 'page'),
       'ticket', count(*) filter (where severity = 'ticket'))
     from (select severity from shop.alarm where resolved_at is null limit 1000) a`,
  mode: `select jsonb_build_object('isHeld', mode = 'hold', 'reason', case mode when 'hold' then reason end,
       'sinceSeconds', case mode when 'hold' then ${secondsSince('since')} end) from shop.installation`,
  timeline: `select to_jsonb(case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end)`,
}

const state = statement<ShopState>(
  'watch.shop-state',
  `select ${Object.entries(parts)
    .map(([part, text]) => `(${text}) as "${part}"`)
    .join(',\n   ')}`,
)

/** What the shop is at, by one statement. */
export async function readShopState(sql: Sql): Promise<ShopState> {
  const found = await sql.row(state)
  if (found === undefined) throw new Error('The state of the shop was not answered')
  return found
}
