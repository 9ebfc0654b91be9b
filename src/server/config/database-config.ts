import type { Settings } from './settings.ts'

/** How the database is reached, and brought up to date. */
export type DatabaseConfig = {
  /** null: the product starts a private PostgreSQL in its data folder. */
  readonly databaseUrl: string | null
  /** What commands, migrations and jobs use: past the pooler where there is a way. */
  readonly directUrl: string | null
  /** Where what everybody may see is read while it is fresh; null: nowhere else. */
  readonly replicaUrl: string | null
  readonly isTransactionPooled: boolean
  /** Statements are prepared, under their names. */
  readonly isPrepared: boolean
  /** Connections at most to the database. */
  readonly databasePool: number
  readonly databaseWaitSeconds: number
  /** Whether a process brings the database up to date by itself; else it waits for `npm run db:migrate`. */
  readonly migratesOnStart: boolean
}

export function databaseOf(input: Settings): DatabaseConfig {
  return {
    databaseUrl: input.DATABASE_URL ?? null,
    directUrl: input.DATABASE_DIRECT_URL ?? input.DATABASE_URL ?? null,
    replicaUrl: input.DATABASE_REPLICA_URL ?? null,
    isTransactionPooled: input.DATABASE_POOLER === 'transaction',
    isPrepared: input.DATABASE_PREPARED === 'on',
    databasePool: input.DATABASE_POOL,
    databaseWaitSeconds: input.DATABASE_WAIT_SECONDS,
    migratesOnStart: input.MIGRATE_ON_START ?? input.NODE_ENV !== 'production',
  }
}
