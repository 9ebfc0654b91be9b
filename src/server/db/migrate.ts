import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, runMigrations } from 'graphile-worker'
import type pg from 'pg'
import type { DatabaseLog } from '#server/db/database-log.ts'
import { sqlState } from '#server/db/faults.ts'
import { connectToHost } from '#server/db/host-choice.ts'
import { createJobPool } from '#server/db/job-pool.ts'
import { isApplied, jobLibrary, noteJobLibrary, readApplied } from '#server/db/migration/applied-migrations.ts'
import { type ConcurrentStep, concurrentSteps } from '#server/db/migration/concurrent-migration.ts'
import { holderLines } from '#server/db/migration/lock-holders.ts'
import { fileName, type MigrationFile, migrationFolder, readMigrations } from '#server/db/migration/migration-files.ts'
import {
  type MigrationLease,
  startLease,
  tellingOfOthers,
  usualPace,
  type WaitPace,
} from '#server/db/migration/migration-lease.ts'
import {
  endRun,
  holdRun,
  type MigrationRun,
  makeTables,
  migratingName,
  newOwner,
  readRun,
  takeRun,
} from '#server/db/migration/migration-run.ts'

/** How locks are asked for: each try lets others through, and so does the pause after it, milliseconds. */
type LockPatience = {
  readonly timeoutMs: number
  readonly tries: number
  readonly pauseMs: readonly [number, number]
}

const usualPatience: LockPatience = { timeoutMs: 500, tries: 60, pauseMs: [1_000, 5_000] }

// how often a process that waits for another one's migrations asks whether they are done
const askedMs = 100

/** Another process migrates, and was not to be waited for. */
export class MigrationsRunning extends Error {
  override name = 'MigrationsRunning'
  constructor({ owner, since, leaseUntil }: MigrationRun) {
    super(
      `Another process migrates this database: ${owner}, since ${since.toISOString()}; its lease lasts until ` +
        `${leaseUntil.toISOString()} unless it is prolonged. To wait for it: npm run db:migrate -- --wait`,
    )
  }
}

/** A lock was not given within all tries. */
export class LockNotGiven extends Error {
  override name = 'LockNotGiven'
}

export type MigrateOptions = {
  readonly url: string
  readonly folder?: string
  readonly log: DatabaseLog
  /** Whether one that is at work already is waited for; it is unless said. */
  readonly isWaiting?: boolean
  readonly pace?: WaitPace
  readonly patience?: Partial<LockPatience>
}

/**
 * Brings the database up to date: our files, each in one transaction with its row in shop_meta.migration (a concurrent one
 * statement by statement, and its row after the last), then the job library's own. Any number of processes may call it at once: one
 * has the lease (migration-run.ts) and works, the others wait.
 * @returns the names of the files applied now
 * @throws MigrationsRunning, LockNotGiven
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const { url, folder = migrationFolder, log, isWaiting = true, pace = usualPace } = options
  const patience = { ...usualPatience, ...options.patience }
  const files = readMigrations(folder)
  const client = await connectToHost(url, { application_name: migratingName })
  client.on('error', (error) => log.warn({ reason: error.message }, 'migration connection cut'))
  const owner = newOwner()
  try {
    await setLockTimeout(client, patience.timeoutMs)
    await makeTables(client)
    await tellingOfOthers(client, { log, pace }, () => takeTurn(client, owner, isWaiting))
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const lease = await startLease({ url, owner, backend: rows[0]?.pid ?? 0, log, pace })
    try {
      const applied = await applyFiles(files, { client, owner, lease, log, patience })
      await migrateJobs(url, client, log)
      return applied
    } finally {
      await lease.stop()
      await endRun(client, owner).catch(() => undefined)
    }
  } finally {
    await client.end()
  }
}

function setLockTimeout(client: pg.Client, ms: number): Promise<unknown> {
  return client.query(`set lock_timeout = ${ms}`)
}

/** Asked again and again: a statement that waited inside the database would be one that an index made concurrently waits for. */
async function takeTurn(client: pg.Client, owner: string, isWaiting: boolean): Promise<void> {
  while (!(await takeRun(client, owner))) {
    const run = await readRun(client)
    if (run !== null && !isWaiting) throw new MigrationsRunning(run)
    await sleep(askedMs)
  }
}

/** With connections of ours: the library takes its listeners from its own before they are closed, and one cut then ends the process. */
async function migrateJobs(url: string, client: pg.Client, log: DatabaseLog): Promise<void> {
  const pool = createJobPool({ url, max: 1, answerMs: 0, log })
  try {
    await runMigrations({ pgPool: pool, noHandleSignals: true, logger: silent })
  } finally {
    await pool.end()
  }
  await noteJobLibrary(client, jobLibrary)
}

const silent = new Logger(() => () => undefined)

type Work = {
  readonly client: pg.Client
  readonly owner: string
  readonly lease: MigrationLease
  readonly log: DatabaseLog
  readonly patience: LockPatience
}

async function applyFiles(files: readonly MigrationFile[], work: Work): Promise<string[]> {
  const known = await readApplied(work.client)
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
      await (steps === null ? applyAtOnce(file, work) : applyConcurrently(file, steps, work))
    } catch (error) {
      if (error instanceof LockNotGiven) throw error
      throw new Error(`Migration ${fileName(file)} failed: ${error instanceof Error ? error.message : error}`, {
        cause: error,
      })
    }
    work.log.info({ migration: fileName(file) }, 'migration applied')
    applied.push(fileName(file))
  }
  return applied
}

/** Does what wants locks until it gets them all: whoever holds one goes on meanwhile, and so do those who come after. */
async function untilLocked(file: MigrationFile, work: Work, once: () => Promise<void>): Promise<void> {
  const { lease, log, patience } = work
  for (let nth = 1; ; nth += 1) {
    try {
      return await lease.watch(once)
    } catch (error) {
      // lock_not_available
      if (sqlState(error) !== '55P03') throw error
      const holders = lease.holders()
      if (nth >= patience.tries) {
        throw new LockNotGiven(
          `Migration ${fileName(file)} did not get its locks in ${nth} tries. They were held by:\n${holderLines(holders)}\n` +
            'Nothing of it was applied; end these, or wait for their end, and run it again.',
          { cause: error },
        )
      }
      log.warn({ migration: fileName(file), tries: nth, holders }, 'a migration did not get its locks, and tries again')
    }
    const [least, most] = patience.pauseMs
    await sleep(least + Math.random() * (most - least))
  }
}

function applyAtOnce(file: MigrationFile, work: Work): Promise<void> {
  const { client, owner } = work
  return untilLocked(file, work, async () => {
    await client.query('begin; set local search_path = shop')
    try {
      await holdRun(client, owner)
      await client.query(file.text)
      await note(client, file)
      await client.query('commit')
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      throw error
    }
  })
}

/** Cut off in the middle it is run again from its beginning: what is there by then is passed over. */
async function applyConcurrently(file: MigrationFile, steps: readonly ConcurrentStep[], work: Work): Promise<void> {
  const { client, owner, patience } = work
  for (const step of steps) {
    await untilLocked(file, work, async () => {
      await holdRun(client, owner)
      await step.run(client, patience.timeoutMs)
    })
  }
  await note(client, file)
}

async function note(client: pg.Client, file: MigrationFile): Promise<void> {
  await client.query('insert into shop_meta.migration (number, name, sha256) values ($1, $2, $3)', [
    file.number,
    file.name,
    file.sha256,
  ])
}
