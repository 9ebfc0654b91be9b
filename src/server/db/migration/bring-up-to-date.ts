import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#server/db/database.ts'
import type { DatabaseLog } from '#server/db/database-log.ts'
import { migrate } from '#server/db/migrate.ts'
import { missingMigration } from '#server/db/migration/applied-migrations.ts'
import { createDatabase } from '#server/db/pool.ts'

/** A command of production found a database that is not up to date. */
export class MigrationMissing extends Error {
  override name = 'MigrationMissing'
}

type Target = { readonly url: string; readonly log: DatabaseLog }

const askedMs = 1_000

/**
 * Brings the database up to date before a command works on it, where this installation does so by itself.
 * @throws MigrationMissing where it does not, and something is missing
 */
export async function bringUpToDate({ url, log, migratesOnStart }: Target & { readonly migratesOnStart: boolean }) {
  if (migratesOnStart) {
    await migrate({ url, log })
    return
  }
  const missing = await lookAt({ url, log }, missingMigration)
  if (missing === null) return
  throw new MigrationMissing(
    `The database lacks migration ${missing}. Bring it up to date first: npm run db:migrate (or set MIGRATE_ON_START=true)`,
  )
}

/**
 * Waits until somebody has brought the database up to date.
 * @param tell told with each look which migration is missing
 */
export async function untilMigrated(url: string, log: DatabaseLog, tell: (missing: string) => void): Promise<void> {
  await lookAt({ url, log }, async (database) => {
    let told: string | null = null
    for (;;) {
      const missing = await missingMigration(database)
      if (missing === null) return
      tell(missing)
      if (missing !== told) log.warn({ missing }, 'the start waits for a migration: npm run db:migrate')
      told = missing
      await sleep(askedMs)
    }
  })
}

async function lookAt<Result>({ url, log }: Target, look: (database: Database) => Promise<Result>): Promise<Result> {
  const database = createDatabase({ url, max: 1, applicationName: 'cartwright-migrated', log })
  try {
    return await look(database)
  } finally {
    await database.end()
  }
}
