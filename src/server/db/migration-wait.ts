import pg from 'pg'
import type { DatabaseLog } from '#server/db/database-log.ts'

/** How soon a migration that waits is told of, and how often then, milliseconds. */
export type WaitPace = { readonly firstMs: number; readonly thenMs: number }

/** A start that goes well waits for less. */
export const usualPace: WaitPace = { firstMs: 1_000, thenMs: 60_000 }

const answerMs = 5_000

type Wait = { readonly migrating: number; readonly blockers: readonly Blocker[] }
/** A connection that keeps a migration waiting; nothing of what it asks. */
type Blocker = {
  readonly pid: number
  readonly application: string
  readonly state: string | null
  readonly seconds: number | null
}

/** Who holds the lock of migrations, and whom that connection waits for: a forgotten transaction, a dump. */
const waitOf = `
  select l.pid as migrating, coalesce(json_agg(json_build_object(
      'pid', b.pid, 'application', b.application_name, 'state', b.state,
      'seconds', extract(epoch from clock_timestamp() - b.xact_start)::int)) filter (where b.pid is not null), '[]') as blockers
  from pg_locks l left join pg_stat_activity b on b.pid = any(pg_blocking_pids(l.pid))
  where l.locktype = 'advisory' and l.granted and l.database = (select oid from pg_database where datname = current_database())
    and (l.classid::bigint << 32) + l.objid::bigint = $1 and l.objsubid = 1
  group by l.pid`

type WatchedMigration = {
  readonly url: string
  readonly lock: number
  readonly log: DatabaseLog
  readonly pace: WaitPace
  /** Whoever works on migrations is told of only while it is kept waiting, an index may take its hour. */
  readonly isWorking: boolean
}

/** Does a work and says meanwhile who keeps it waiting, by a connection of its own: soon, and then again and again. */
export async function tellingWait<Answer>(watched: WatchedMigration, work: () => Promise<Answer>): Promise<Answer> {
  const { firstMs, thenMs } = watched.pace
  let telling = Promise.resolve()
  const again = () => {
    telling = tell(watched)
    timer = setTimeout(again, thenMs)
  }
  let timer = setTimeout(again, firstMs)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
    await telling
  }
}

async function tell({ url, lock, log, isWorking }: WatchedMigration): Promise<void> {
  const client = new pg.Client({
    ...{ connectionString: url, application_name: 'cartwright-migrate-wait' },
    ...{ connectionTimeoutMillis: answerMs, query_timeout: answerMs },
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<Wait>(waitOf, [lock])
    for (const { migrating, blockers } of rows) {
      if (blockers.length > 0)
        log.warn({ migrating, blockers }, 'a migration waits for these connections to end their transaction')
      else if (!isWorking) log.info({ migrating }, 'waiting for the migrations of another process')
    }
  } catch (error) {
    log.warn(
      { reason: error instanceof Error ? error.message : String(error) },
      'whom a migration waits for could not be asked',
    )
  } finally {
    await client.end().catch(() => undefined)
  }
}
