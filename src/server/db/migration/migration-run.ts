import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type pg from 'pg'
import { sqlState } from '#server/db/faults.ts'

/** What migrating connections are called in the list of the database. */
export const migratingName = 'cartwright-migrate'

/** A lease is good for so long unless it is prolonged, seconds. */
const leaseSeconds = 20

/** Tables that a migration needs before there are any. A run of migrations is one row, whose owner changes only when nobody works. */
const tables = `
  create schema if not exists shop_meta;
  create table if not exists shop_meta.migration(
    number int primary key, name text not null, sha256 text not null, at timestamptz not null default now());
  create table if not exists shop_meta.job_library(
    version text primary key, at timestamptz not null default now());
  create table if not exists shop_meta.migration_run(
    only_row boolean primary key default true check (only_row), owner text not null unique, backend int not null,
    since timestamptz not null default clock_timestamp(), lease_until timestamptz not null)`

/** Two that make them at once: one is told that they are there. */
const thereAlready = ['23505', '42P06', '42P07', '42710']

/** Whether the tables of migrations are there; `hasRun`: whoever made them knew of leases. */
export async function readTables(
  client: pg.Client,
): Promise<{ readonly hasLedger: boolean; readonly hasRun: boolean }> {
  const { rows } = await client.query<{ hasLedger: boolean; hasRun: boolean }>(
    `select to_regclass('shop_meta.migration') is not null as "hasLedger",
       to_regclass('shop_meta.migration_run') is not null as "hasRun"`,
  )
  return rows[0] ?? { hasLedger: false, hasRun: false }
}

/** Makes the tables of migrations where they are missing; a role that may make none needs them made. */
export async function makeTables(client: pg.Client): Promise<void> {
  while (!(await readTables(client)).hasRun) {
    await client.query(tables).catch((error: unknown) => {
      if (!thereAlready.includes(sqlState(error) ?? '')) throw error
    })
  }
}

/** Who migrates now. */
export type MigrationRun = {
  readonly owner: string
  readonly since: Date
  readonly leaseUntil: Date
  /** Its lease is good and its connection there; another one may take over otherwise. */
  readonly isAtWork: boolean
}

/** It is at work as long as it prolongs its lease; one whose connection is gone has no use for the rest of it. */
const isAtWork = `r.lease_until > clock_timestamp() and exists (select from pg_stat_activity a
    where a.pid = r.backend and a.datname = current_database() and a.application_name = '${migratingName}')`

/** Who has the lease, or had it and did not give it back; null: nobody. */
export async function readRun(client: pg.Client): Promise<MigrationRun | null> {
  const { rows } = await client.query<MigrationRun>(
    `select r.owner, r.since, r.lease_until as "leaseUntil", ${isAtWork} as "isAtWork" from shop_meta.migration_run r`,
  )
  return rows[0] ?? null
}

/** A name for one run, told to whoever finds it at work. */
export function newOwner(): string {
  return `${hostname().slice(0, 40)}-${process.pid}-${randomBytes(3).toString('hex')}`
}

/**
 * Takes the lease where nobody has it. Who asks at the wrong moment waits for half a second at most: an open statement is one
 * that an index made concurrently waits for.
 */
export async function takeRun(client: pg.Client, owner: string): Promise<boolean> {
  const until = `clock_timestamp() + interval '${leaseSeconds} seconds'`
  try {
    const { rowCount } = await client.query(
      `insert into shop_meta.migration_run as r (owner, backend, lease_until)
       select $1, pg_backend_pid(), ${until} where not exists (select from shop_meta.migration_run r where ${isAtWork})
       on conflict (only_row) do update set owner = excluded.owner, backend = excluded.backend,
         since = clock_timestamp(), lease_until = excluded.lease_until
       where not (${isAtWork})`,
      [owner],
    )
    return rowCount === 1
  } catch (error) {
    if (sqlState(error) === '55P03') return false
    throw error
  }
}

/** Keeps the lease for a while longer; false: it is another one's. */
export async function prolongRun(client: pg.Client, owner: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `update shop_meta.migration_run set lease_until = clock_timestamp() + interval '${leaseSeconds} seconds' where owner = $1`,
    [owner],
  )
  return rowCount === 1
}

/**
 * Makes sure that the run is still this one's; inside a transaction nobody takes it over until its end, as that changes a key.
 * @throws when a process stood still for so long that another one took over
 */
export async function holdRun(client: pg.Client, owner: string): Promise<void> {
  const { rowCount } = await client.query('select from shop_meta.migration_run where owner = $1 for key share', [owner])
  if (rowCount !== 1) throw new Error('Another process has taken over the migrations meanwhile')
}

export async function endRun(client: pg.Client, owner: string): Promise<void> {
  await client.query('delete from shop_meta.migration_run where owner = $1', [owner])
}
