import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import {
  type Binaries,
  type Folders,
  findBinaries,
  initialiseCluster,
  passwordOf,
  prepareFolders,
} from '#server/db/embedded-files.ts'
import type { DatabaseLog } from '#server/db/pool.ts'
import { clearStale, launch, type Postmaster, readPostmaster, serves, shutDown } from '#server/db/postmaster.ts'
import { type ServiceUser, serviceUser } from '#server/db/service-user.ts'

export type EmbeddedOptions = {
  readonly dataDir: string
  /** The TCP port wished for on 127.0.0.1; another is chosen and remembered when it is taken. 0: any. */
  readonly port: number
  /** Where to keep the data when the data folder lies where the service user may not go. Without it that is an error. */
  readonly fallbackDir?: string
  /** False only for tests: a power cut may lose all. */
  readonly durable?: boolean
  readonly log: DatabaseLog
}

export type EmbeddedPostgres = {
  /** For the application: role and database `cartwright`. */
  readonly url: string
  /** The folder really used. */
  readonly dataDir: string
  readonly pid: number
  /** True when a server of this data folder was running already. */
  readonly adopted: boolean
  /** Ends the server unless another process of ours still uses it. End the pool first. */
  stop(): Promise<void>
}

/**
 * The private PostgreSQL of a data folder: made when there is none, recovered after a crash, adopted when it outlived
 * the process that started it.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log, durable = true } = options
  const user = serviceUser()
  const { folders, moved } = prepareFolders(options.dataDir, options.fallbackDir, user)
  if (moved)
    log.warn(
      { dataDir: folders.root },
      `data is kept in ${folders.root}: the database's user may not enter ${options.dataDir}`,
    )
  const binaries = findBinaries(user, folders.root)
  if (initialiseCluster(folders, binaries, user, durable)) log.info({ dataDir: folders.root }, 'database made')
  const { postmaster, adopted } = await findOrLaunch(folders, binaries, user, options.port, durable)
  const password = passwordOf(folders)
  const address = { postmaster, password }
  const keeper = await connect(address, 'postgres', keeperName)
  keeper.on('error', (error) => log.warn({ reason: error.message }, 'built-in database cut our connection'))
  await verify(keeper, folders)
  await makeApplicationDatabase(keeper, password)
  log.info({ pid: postmaster.pid, port: postmaster.port, adopted }, adopted ? 'database adopted' : 'database started')
  return {
    url: urlOf(address, 'cartwright', 'cartwright'),
    dataDir: folders.root,
    pid: postmaster.pid,
    adopted,
    async stop() {
      await keeper.end().catch(() => undefined)
      if (!serves(postmaster.pid, folders.cluster)) return
      if ((await othersOn(address)) > 0) {
        log.info({ pid: postmaster.pid }, 'database left running: another process uses it')
        return
      }
      await shutDown(postmaster.pid, folders.cluster)
      log.info({ pid: postmaster.pid }, 'database stopped')
    },
  }
}

const keeperName = 'cartwright-keeper'

async function findOrLaunch(
  folders: Folders,
  binaries: Binaries,
  user: ServiceUser | undefined,
  wishedPort: number,
  durable: boolean,
): Promise<{ postmaster: Postmaster; adopted: boolean }> {
  const until = performance.now() + 120_000
  let sockets = socketFolder(folders, user)
  let port: number | undefined
  let reason = ''
  while (performance.now() < until) {
    const found = readPostmaster(folders.cluster)
    if (found !== undefined && serves(found.pid, folders.cluster)) {
      if (found.status === 'ready') return { postmaster: found, adopted: true }
      await sleep(20) // starting, recovering or stopping
      continue
    }
    if (found !== undefined && !clearStale(folders.cluster, found)) {
      await sleep(50)
      continue
    }
    port ??= await choosePort(folders, wishedPort)
    const failure = await launch({ folders, binaries, user, port, sockets, durable })
    const launched = readPostmaster(folders.cluster)
    if (failure === undefined && launched !== undefined) return { postmaster: launched, adopted: false }
    reason = failure ?? ''
    if (/lock file ".*postmaster\.pid" already exists|pre-existing shared memory block/.test(reason)) await sleep(50)
    else if (/could not bind IPv4|could not create any TCP\/IP/.test(reason)) port = undefined
    else if (sockets !== '' && /Unix.domain socket|Unix address/.test(reason)) sockets = ''
    else break
  }
  throw new Error(`PostgreSQL did not start in ${folders.cluster}:\n${reason}`)
}

/** A short private folder for the socket (its path is limited to about 100 characters), or '' for none. */
function socketFolder(folders: Folders, user: ServiceUser | undefined): string {
  if (process.platform === 'win32' || Buffer.byteLength(folders.sockets) > 80) return ''
  mkdirSync(folders.sockets, { recursive: true, mode: 0o700 })
  chmodSync(folders.sockets, 0o700)
  if (user !== undefined) chownSync(folders.sockets, user.uid, user.gid)
  return folders.sockets
}

async function choosePort(folders: Folders, wished: number): Promise<number> {
  const remembered = existsSync(folders.port) ? Number(readFileSync(folders.port, 'utf8')) : 0
  for (const port of [remembered, wished]) if (port > 0 && (await freePort(port)) === port) return port
  const port = await freePort(0)
  if (port === undefined) throw new Error('No TCP port is free on 127.0.0.1')
  writeFileSync(folders.port, `${port}\n`)
  return port
}

/** The port, or any free one for 0; undefined when it is taken. */
function freePort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : undefined))
    })
  })
}

type Address = { readonly postmaster: Postmaster; readonly password: string }

/** By socket where there is one: a third more transactions a second than over 127.0.0.1. */
function urlOf({ postmaster, password }: Address, role: string, database: string): string {
  const socket = postmaster.sockets === '' ? '' : `?host=${encodeURIComponent(postmaster.sockets)}`
  return `postgresql://${role}:${password}@127.0.0.1:${postmaster.port}/${database}${socket}`
}

async function connect(address: Address, database: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: urlOf(address, 'postgres', database), application_name: name })
  await client.connect()
  return client
}

async function verify(client: pg.Client, folders: Folders): Promise<void> {
  const { rows } = await client.query<{ data_directory: string }>('show data_directory')
  const serving = rows[0]?.data_directory ?? ''
  if (realpathSync(serving) === realpathSync(folders.cluster)) return
  throw new Error(`The server of ${folders.cluster} says it serves ${serving}`)
}

/** The application is no superuser; it owns its database, and may make others (tests do). */
async function makeApplicationDatabase(client: pg.Client, password: string): Promise<void> {
  const { rowCount } = await client.query("select 1 from pg_database where datname = 'cartwright'")
  if (rowCount === 1) return
  const role = await client.query("select 1 from pg_roles where rolname = 'cartwright'")
  if (role.rowCount === 0) await client.query(`create role cartwright login createdb password '${password}'`)
  await client.query('create database cartwright owner cartwright')
}

async function othersOn(address: Address): Promise<number> {
  const client = await connect(address, 'postgres', 'cartwright-stop')
  try {
    const { rowCount } = await client.query('select 1 from pg_stat_activity where application_name = $1', [keeperName])
    return rowCount ?? 0
  } finally {
    await client.end()
  }
}
