import type pg from 'pg'

/**
 * A connection that keeps a migration waiting; nothing of what it asks, but the name of a statement of ours (connection.ts).
 * How long its transaction is open, seconds.
 */
export type LockHolder = {
  readonly pid: number
  readonly application: string
  readonly state: string | null
  readonly statement: string | null
  readonly seconds: number | null
}

const holderOf = `json_build_object('pid', b.pid, 'application', b.application_name, 'state', b.state,
  'statement', substring(b.query from '^/\\* ([\\w.-]+) \\*/'),
  'seconds', extract(epoch from clock_timestamp() - b.xact_start)::int)`

/** Whom a connection waits for; who does not wait costs the server a glance. */
export async function holdersBefore(client: pg.Client, backend: number): Promise<LockHolder[]> {
  const { rows } = await client.query<{ holder: LockHolder }>(
    `select ${holderOf} as holder from pg_stat_activity m
       cross join lateral (select * from unnest(case when m.wait_event_type = 'Lock' then pg_blocking_pids(m.pid) else '{}' end) pid) w
       join pg_stat_activity b on b.pid = w.pid
     where m.pid = $1 order by b.xact_start`,
    [backend],
  )
  return rows.map(({ holder }) => holder)
}

/** The connection that works on migrations. */
export async function migratingBackend(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ backend: number }>('select backend from shop_meta.migration_run')
  return rows[0]?.backend ?? null
}

/** Holders for a person, a line each. */
export function holderLines(holders: readonly LockHolder[]): string {
  const lines = holders.map(
    ({ pid, application, state, statement, seconds }) =>
      `  pid ${pid}: ${application === '' ? 'no name' : application}, ${state ?? 'of another role'}, ${statement ?? 'no statement of the shop'}, ` +
      `${seconds === null ? 'no transaction' : `a transaction of ${seconds} s`}`,
  )
  return lines.length === 0 ? '  nobody who still has it' : lines.join('\n')
}
