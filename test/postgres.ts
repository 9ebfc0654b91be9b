import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts'
import { isAlive, readPostmaster, serves } from '#embedded-postgres/postmaster.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase } from '#server/db/pool.ts'
import { sessionSettings } from '#server/db/session-settings.ts'
import { importLines, testCatalog } from '#test/builders/catalog.ts'
import { type Pooler, startPooler } from '#test/pooler.ts'
import { makeRoles, superuserOf } from '#test/superuser.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server of this run, and the migrated databases to clone: an empty one, and one with the test catalogue. */
    testPostgres: { url: string; template: string; stocked: string; run: string; pooled: string | null }
  }
}

const folderPrefix = 'cartwright-test-'
const silent = { info: () => undefined, warn: () => undefined }

/** Once per run: one PostgreSQL, with two migrated databases as the templates of all others. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const run = `cartwright_test_${randomBytes(4).toString('hex')}`
  const server = process.env.DATABASE_URL === undefined ? await ownServer() : foreignServer(process.env.DATABASE_URL)
  const template = `${run}_template`
  // its name in pg_stat_activity says that this run lives
  const guard = new pg.Client({ connectionString: server.url, application_name: run })
  guard.on('error', () => undefined)
  await guard.connect()
  await dropDeadRuns(guard)
  await guard.query(`create database ${template}`)
  await migrate({ url: databaseUrl(server.url, template), log: silent })
  const { TEST_POOLER: poolerMode, TEST_ROLE: role = poolerMode === undefined ? undefined : 'web' } = process.env
  if (role !== undefined) await makeRoles(databaseUrl(server.url, template))
  const pooler = poolerMode === undefined ? null : await poolerFor(server.url, `cartwright_${role}`, poolerMode)
  const stocked = `${run}_stocked`
  await guard.query(`create database ${stocked} template ${template} strategy file_copy`)
  await stock(databaseUrl(server.url, stocked))
  project.provide('testPostgres', {
    ...{ url: server.url, template, stocked, run },
    pooled: pooler?.urlOf(server.url) ?? null,
  })
  return async () => {
    await pooler?.stop()
    await dropDatabases(guard, run)
    await guard.end()
    await server.stop()
  }
}

/** A pooler for all databases of the run; what a role brings along in one of them is not cloned with it. */
async function poolerFor(url: string, role: string, mode: string): Promise<Pooler> {
  const client = new pg.Client({ connectionString: superuserOf(url) })
  await client.connect()
  for (const [name, value] of Object.entries(sessionSettings))
    await client.query(`alter role ${role} set ${name} = '${value}'`)
  await client.end()
  const asRole = new URL(url)
  asRole.username = role
  return startPooler(asRole.href, mode === 'session' ? 'session' : 'transaction')
}

/** Takes the test catalogue into a database. */
async function stock(url: string): Promise<void> {
  const database = createDatabase({ url, log: silent })
  const folder = mkdtempSync(join(tmpdir(), `${folderPrefix}data-`))
  try {
    await importLines(database, folder, testCatalog())
  } finally {
    await database.end()
    rmSync(folder, { recursive: true })
  }
}

type Server = { url: string; stop(): Promise<void> }

async function ownServer(): Promise<Server> {
  removeDeadFolders()
  const dataDir = mkdtempSync(join(folderForFiles(), `${folderPrefix}${process.pid}-`))
  const server = await startEmbeddedPostgres({ dataDir, port: 0, durable: false, log: silent })
  return {
    url: server.url,
    async stop() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const memory = '/dev/shm'

/** In memory where there is enough of it: a database is cloned in 20 ms there, and in 300 to 600 on a disk. */
function folderForFiles(): string {
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > 2_000_000_000 ? memory : tmpdir()
}

function foreignServer(url: string): Server {
  return { url, stop: async () => undefined }
}

/** A run that was killed leaves its folder and its server. */
function removeDeadFolders(): void {
  const places = [memory, tmpdir()].filter((place) => existsSync(place))
  for (const folder of places.flatMap((place) => readdirSync(place).map((name) => join(place, name)))) {
    const name = basename(folder)
    const owner = name.startsWith(folderPrefix) ? Number(name.slice(folderPrefix.length).split('-')[0]) : Number.NaN
    if (!Number.isInteger(owner) || isAlive(owner)) continue
    const cluster = join(folder, 'cluster')
    const postmaster = readPostmaster(cluster)
    try {
      if (postmaster !== undefined && serves(postmaster.pid, cluster)) process.kill(postmaster.pid, 'SIGQUIT')
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    } catch {
      // another user's
    }
  }
}

async function dropDeadRuns(guard: pg.Client): Promise<void> {
  const { rows } = await guard.query<{ run: string }>(
    `select distinct substring(datname from '^cartwright_test_[0-9a-f]{8}') as run from pg_database
      where datname ~ '^cartwright_test_[0-9a-f]{8}_' and not exists (
        select from pg_stat_activity where application_name = substring(datname from '^cartwright_test_[0-9a-f]{8}'))`,
  )
  for (const { run } of rows) await dropDatabases(guard, run)
}

async function dropDatabases(guard: pg.Client, run: string): Promise<void> {
  const { rows } = await guard.query<{ name: string }>(
    'select datname as name from pg_database where starts_with(datname, $1)',
    [`${run}_`],
  )
  for (const { name } of rows) await guard.query(`drop database if exists ${name} with (force)`)
}

/** The same server, another database. */
export function databaseUrl(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}
