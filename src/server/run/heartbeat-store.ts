import { latestVersionText, newestImportText } from '#server/catalog/catalog-store.ts'
import { type Sql, statement } from '#server/db/database.ts'
import { isAnythingLeft } from '#server/order/place/recovery-store.ts'
import { isAnythingToTell } from '#server/watch/alarm-delivery-store.ts'

/** What a process writes down of itself. */
export type Heartbeat = {
  readonly instance: string
  readonly role: string
  readonly version: string
  readonly startedAt: Date
  /** How far its clock is ahead of the database's, milliseconds; null: not known yet. */
  readonly skewMs: number | null
}

/** What one look at the database tells. */
export type Look = {
  readonly isReadOnly: boolean
  /** How long ago the youngest worker was heard of, milliseconds; null: there is none. */
  readonly workerAgeMs: number | null
  /** Recovery would find something to do. */
  readonly isAnythingLeft: boolean
  /** An alarm waits to be told to people. */
  readonly isAnythingToTell: boolean
  /** Another text whenever something changed that processes keep in memory. */
  readonly readings: string
  /** Which import of the catalogue is there, part by part. */
  readonly newestImport: number
  /** The database's clock, milliseconds since 1970. */
  readonly atMs: number
}

/** All of a table of few rows, in one order. */
const contentOf = (table: string) => `(select string_agg(t::text, '|' order by t::text) from shop.${table} t)`
const now = 'extract(epoch from clock_timestamp())::float8 * 1000'
const seen = `(pg_is_in_recovery() or current_setting('transaction_read_only') = 'on') as "isReadOnly",
  (select ${now} - extract(epoch from max(h.seen_at))::float8 * 1000
     from shop.heartbeat h where h.role in ('worker','all')) as "workerAgeMs",
  (${isAnythingLeft}) as "isAnythingLeft", (${isAnythingToTell}) as "isAnythingToTell",
  (${newestImportText}) as "newestImport",
  md5(concat_ws('|', (${latestVersionText}), ${['message', 'shipping_rate', 'shipping_band'].map(contentOf).join(', ')})) as readings,
  ${now} as "atMs"`

const look = statement<Look>('run.look', `select ${seen}`)

/** Whether it can be written to, and who else works. */
export async function lookAround(sql: Sql): Promise<Look> {
  const found = await sql.row(look)
  if (found === undefined) throw new Error('A look without an answer')
  return found
}

const beat = statement<Look>(
  'run.beat',
  `insert into shop.heartbeat (instance, role, version, started_at, seen_at, skew_ms, database_host)
   values ($1, $2, $3, $4, clock_timestamp(), $5, coalesce(host(inet_server_addr()) || ':' || inet_server_port(), 'socket'))
   on conflict (instance) do update set role = excluded.role, version = excluded.version, started_at = excluded.started_at,
     seen_at = excluded.seen_at, skew_ms = excluded.skew_ms, database_host = excluded.database_host
   where heartbeat.started_at = excluded.started_at or heartbeat.seen_at < clock_timestamp() - interval '6 s'
   returning ${seen}`,
)

/** The same look, and the process is heard of; undefined, and it is not, while another one of the same name is. */
export async function beatAndLook(sql: Sql, mine: Heartbeat): Promise<Look | undefined> {
  const { instance, role, version, startedAt, skewMs } = mine
  return sql.row(beat, [instance, role, version, startedAt, skewMs])
}

const forgetOld = statement(
  'run.forget-old',
  `delete from shop.heartbeat where (instance = $1 and started_at = $2) or seen_at < now() - interval '1 day'`,
)

/** Takes out the row of one that ends, and of those that ended a day ago without a word. */
export async function endBeating(sql: Sql, { instance, startedAt }: Omit<Heartbeat, 'skewMs'>): Promise<void> {
  await sql.count(forgetOld, [instance, startedAt])
}
