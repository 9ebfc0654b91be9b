import type pg from 'pg'
import { type Sql, statement } from '#server/db/database.ts'
import { sqlState } from '#server/db/faults.ts'
import { fileName, type MigrationFile, migrationFolder, readMigrations } from '#server/db/migration/migration-files.ts'

type Applied = { number: number; name: string; sha256: string }

/** The library whose own migrations come after ours, with its version; package.json pins it. */
export const jobLibrary = 'graphile-worker 0.18.0'

const appliedMigrations = statement<Applied>(
  'database.applied-migrations',
  'select number, name, sha256 from shop_meta.migration order by number',
)
const appliedJobLibrary = statement<{ isThere: boolean }>(
  'database.job-library',
  'select exists (select from shop_meta.job_library where version = $1) as "isThere"',
)

/** What was applied, by its number. */
export async function readApplied(client: pg.Client): Promise<ReadonlyMap<number, Applied>> {
  const { rows } = await client.query<Applied>(appliedMigrations.text)
  return new Map(rows.map((row) => [row.number, row]))
}

/** Whether the migrations of this version of the job library were applied. */
export async function readJobLibrary(client: pg.Client, version: string): Promise<boolean> {
  const { rows } = await client.query<{ isThere: boolean }>(appliedJobLibrary.text, [version])
  return rows[0]?.isThere === true
}

export async function noteJobLibrary(client: pg.Client, version: string): Promise<void> {
  await client.query('insert into shop_meta.job_library (version) values ($1) on conflict do nothing', [version])
}

/**
 * Whether a file was applied.
 * @throws when it was applied with other words
 */
export function isApplied(file: MigrationFile, row: Applied | undefined): boolean {
  if (row !== undefined && row.sha256 !== file.sha256) {
    throw new Error(
      `Migration ${fileName(file)} was changed after it had been applied (as ${row.name}, ${row.sha256.slice(0, 12)}…; ` +
        `the file is ${file.sha256.slice(0, 12)}…). Put the file back and write the change as a new migration.`,
    )
  }
  return row !== undefined
}

/** True when every file of the folder is applied as it stands. Further rows are a newer version's, and fine. */
export async function isMigrated(sql: Sql, folder: string = migrationFolder): Promise<boolean> {
  return (await missingMigration(sql, folder)) === null
}

/**
 * The number, of four digits, of the first file that is not applied as it stands, or the job library where its own migrations are
 * not; null: all are.
 */
export async function missingMigration(sql: Sql, folder: string = migrationFolder): Promise<string | null> {
  try {
    const rows = await sql.rows(appliedMigrations)
    const known = new Map(rows.map((row) => [row.number, row]))
    const missing = readMigrations(folder).find((file) => known.get(file.number)?.sha256 !== file.sha256)
    if (missing !== undefined) return String(missing.number).padStart(4, '0')
    return (await sql.row(appliedJobLibrary, [jobLibrary]))?.isThere ? null : jobLibrary
  } catch (error) {
    // no such table: nothing was ever applied, or by a version that noted nothing of the library
    if (sqlState(error) !== '42P01') throw error
    return error instanceof Error && error.message.includes('job_library') ? jobLibrary : '0001'
  }
}
