import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { type ConcurrentStep, concurrentSteps } from '#server/db/concurrent-migration.ts'
import { type Sql, statement } from '#server/db/database.ts'
import type { DatabaseLog } from '#server/db/database-log.ts'
import { createJobPool } from '#server/db/job-pool.ts'
import { tellingWait, usualPace, type WaitPace } from '#server/db/migration-wait.ts'

export type MigrationFile = {
  readonly number: number
  readonly name: string
  readonly sha256: string
  readonly text: string
}

/** The folder of the product's own migrations. */
export const migrationFolder: string = join(import.meta.dirname, '../../../migrations')

// any constant will do: it names the one lock all migrating processes ask for
const migrationLock = 7_214_530_001

// how often a process that waits for another one's migrations asks whether they are done
const lockAskedMs = 100

/**
 * The numbered SQL files of a folder in order. Throws on a name that is neither `0001_name.sql` nor `0001_name.concurrent.sql`,
 * a gap, or a number given twice.
 */
export function readMigrations(folder: string): MigrationFile[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
  return files.map((file, index) => {
    const match = /^(\d{4})_([a-z0-9_]+(?:\.concurrent)?)\.sql$/.exec(file)
    if (match === null) throw new Error(`Migration ${file} is not named like 0001_name.sql`)
    const number = Number(match[1])
    if (number !== index + 1) throw new Error(`Migration ${file} should have the number ${index + 1}`)
    const text = readFileSync(join(folder, file), 'utf8')
    return { number, name: match[2] ?? '', sha256: createHash('sha256').update(text).digest('hex'), text }
  })
}

export type MigrateOptions = {
  readonly url: string
  readonly folder?: string
  readonly log: DatabaseLog
  readonly pace?: WaitPace
}

/**
 * Brings the database up to date: our files, each in one transaction with its row in shop_meta.migration (a concurrent one
 * statement by statement, and its row after the last), then the job library's own. Any number of processes may call it at once: an advisory lock lets one work and the others wait.
 * @returns the names of the files applied now
 */
export async function migrate({
  url,
  folder = migrationFolder,
  log,
  pace = usualPace,
}: MigrateOptions): Promise<string[]> {
  const files = readMigrations(folder)
  const client = new pg.Client({ connectionString: url, application_name: 'cartwright-migrate' })
  client.on('error', (error) => log.warn({ reason: error.message }, 'migration connection cut'))
  await client.connect()
  try {
    const watched = { url, lock: migrationLock, log, pace }
    await tellingWait({ ...watched, isWorking: false }, () => takeLock(client))
    return await tellingWait({ ...watched, isWorking: true }, async () => {
      await client.query(ledger)
      const applied = await applyFiles(client, files, log)
      await migrateJobs(url, log)
      return applied
    })
  } finally {
    await client.end()
  }
}

/** Asked again and again: a statement that waited inside the database would be one that an index made concurrently waits for. */
async function takeLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [migrationLock])
    if (rows[0]?.taken) return
    await pause(lockAskedMs)
  }
}

const ledger = `
  create schema if not exists shop_meta;
  create table if not exists shop_meta.migration(
    number int primary key,
    name text not null,
    sha256 text not null,
    at timestamptz not null default now())`

/** With connections of ours: the library takes its listeners from its own before they are closed, and one cut then ends the process. */
async function migrateJobs(url: string, log: DatabaseLog): Promise<void> {
  const pool = createJobPool({ url, max: 1, answerMs: 0, log })
  try {
    await runMigrations({ pgPool: pool, noHandleSignals: true, logger: silent })
  } finally {
    await pool.end()
  }
}

const silent = new Logger(() => () => undefined)

async function applyFiles(client: pg.Client, files: readonly MigrationFile[], log: DatabaseLog): Promise<string[]> {
  const { rows } = await client.query<Applied>(appliedMigrations.text)
  const known = new Map(rows.map((row) => [row.number, row]))
  const applied: string[] = []
  // all are compared and read before any is run
  const open = files
    .filter((file) => !isApplied(file, known.get(file.number)))
    .map((file) => ({
      file,
      steps: file.name.endsWith('.concurrent') ? concurrentSteps(fileName(file), file.text) : null,
    }))
  for (const { file, steps } of open) {
    try {
      await (steps === null ? applyAtOnce(client, file) : applyConcurrently(client, file, steps))
    } catch (error) {
      throw new Error(`Migration ${fileName(file)} failed: ${error instanceof Error ? error.message : error}`, {
        cause: error,
      })
    }
    log.info({ migration: fileName(file) }, 'migration applied')
    applied.push(fileName(file))
  }
  return applied
}

async function applyAtOnce(client: pg.Client, file: MigrationFile): Promise<void> {
  await client.query("begin; set local search_path = shop; set local lock_timeout = '30s'")
  try {
    await client.query(file.text)
    await note(client, file)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Cut off in the middle it is run again from its beginning: what is there by then is passed over. */
async function applyConcurrently(
  client: pg.Client,
  file: MigrationFile,
  steps: readonly ConcurrentStep[],
): Promise<void> {
  for (const step of steps) await step.run(client)
  await note(client, file)
}

async function note(client: pg.Client, file: MigrationFile): Promise<void> {
  await client.query('insert into shop_meta.migration (number, name, sha256) values ($1, $2, $3)', [
    file.number,
    file.name,
    file.sha256,
  ])
}

type Applied = { number: number; name: string; sha256: string }

const appliedMigrations = statement<Applied>(
  'database.applied-migrations',
  'select number, name, sha256 from shop_meta.migration order by number',
)

function isApplied(file: MigrationFile, row: Applied | undefined): boolean {
  if (row !== undefined && row.sha256 !== file.sha256) {
    throw new Error(
      `Migration ${fileName(file)} was changed after it had been applied (as ${row.name}, ${row.sha256.slice(0, 12)}…; ` +
        `the file is ${file.sha256.slice(0, 12)}…). Put the file back and write the change as a new migration.`,
    )
  }
  return row !== undefined
}

function fileName(file: MigrationFile): string {
  return `${String(file.number).padStart(4, '0')}_${file.name}.sql`
}

/** True when every file of the folder is applied as it stands. Further rows are a newer version's, and fine. */
export async function isMigrated(sql: Sql, folder: string = migrationFolder): Promise<boolean> {
  const rows = await sql.rows(appliedMigrations)
  const known = new Map(rows.map((row) => [row.number, row]))
  return readMigrations(folder).every((file) => known.get(file.number)?.sha256 === file.sha256)
}
