import { newestImportText } from '#server/catalog/catalog-store.ts'
import { type Sql, statement } from '#server/db/database.ts'
import type { StatementRequest } from '#server/db/replica-pool.ts'

/** What a server says of itself with each answer, as of the moment of the answer. */
export type ReplicaMark = {
  /** It follows another one. */
  readonly isStandby: boolean
  /** Which import of the catalogue is there, part by part. */
  readonly newestImport: number
  /** The last heartbeat that it has of a process, by the primary's clock, milliseconds since 1970; null: none. */
  readonly heardAtMs: number | null
}

const mark = statement<ReplicaMark>(
  'run.replica-mark',
  `select pg_is_in_recovery() as "isStandby", (${newestImportText}) as "newestImport",
     (select extract(epoch from max(seen_at))::float8 * 1000 from shop.heartbeat
      where instance = $1::text or $1::text is null) as "heardAtMs"`,
)

/** @param instance whose heartbeat is looked for: a server that has it follows the very database that it was written to; null: anybody's */
export function askedMark(instance: string | null): StatementRequest<ReplicaMark> {
  return { statement: mark, values: [instance] }
}

/** What the primary has. */
export type PrimaryState = {
  readonly newestImport: number
  /** Its clock, milliseconds since 1970. */
  readonly atMs: number
}

const primary = statement<PrimaryState>(
  'run.primary-state',
  `select (${newestImportText}) as "newestImport", extract(epoch from clock_timestamp())::float8 * 1000 as "atMs"`,
)

/** Asked of the primary. */
export async function readPrimaryState(sql: Sql): Promise<PrimaryState> {
  const found = await sql.row(primary)
  if (found === undefined) throw new Error('The primary told nothing of itself')
  return found
}
