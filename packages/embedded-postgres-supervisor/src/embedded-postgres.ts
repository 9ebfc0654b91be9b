import { realpathSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries } from './binaries.ts'
import { choosePort, type Folders, initialiseCluster, passwordOf, prepareFolders } from './folders.ts'
import { findOrLaunch } from './launch.ts'
import { type Postmaster, serves, shutDown } from './postmaster.ts'
import { serviceUser } from './service-user.ts'

/** Where the supervisor says what it did. */
export type SupervisorLog = {
  info(facts: object, text: string): void
  warn(facts: object, text: string): void
}

export type EmbeddedOptions = {
  readonly dataDir: string
  /** The TCP port wished for on 127.0.0.1; another is chosen and remembered when it is taken. 0: any. */
  readonly port: number
  /**
   * Started as root, with a data folder where the database's user may not go: the data is kept in here instead, apart
   * for each data folder. Without it that is an error.
   */
  readonly fallbackDir?: string
  /** False only for tests: a power cut may lose all. */
  readonly durable?: boolean
  readonly log: SupervisorLog
}

export type EmbeddedPostgres = {
  /** For the application: role and database `cartwright`. */
  readonly url: string
  /** The folder really used. */
  readonly dataDir: string
  /** The server's process at this moment. */
  pid(): number
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
  const password = passwordOf(folders)
  const place = { folders, binaries, user, durable }
  const first = await findOrLaunch(place, () => choosePort(folders, options.port))
  const { port } = first.postmaster
  const url = urlOf({ postmaster: first.postmaster, password }, 'cartwright', 'cartwright')
  let postmaster = first.postmaster
  let stopping = false
  let reviving: Promise<void> | undefined

  /** One connection stays open: it says that this process uses the server, and tells us when the server dies. */
  async function connectKeeper(): Promise<pg.Client> {
    const client = await connect({ postmaster, password }, 'postgres', keeperName)
    client.on('error', (error) => log.warn({ reason: error.message }, 'built-in database lost'))
    client.on('end', () => {
      if (stopping) return
      reviving ??= revive().finally(() => {
        reviving = undefined
      })
    })
    await verify(client, folders)
    return client
  }

  async function revive(): Promise<void> {
    while (!stopping) {
      try {
        postmaster = (await findOrLaunch(place, async () => port)).postmaster
        keeper = await connectKeeper()
        log.warn({ pid: postmaster.pid }, 'built-in database is back')
        return
      } catch (error) {
        log.warn({ reason: error instanceof Error ? error.message : error }, 'built-in database does not come back')
        await sleep(1000)
      }
    }
  }

  let keeper = await connectKeeper()
  try {
    await makeApplicationDatabase(keeper, password)
  } catch (error) {
    // whoever tries again has a keeper of its own
    stopping = true
    await keeper.end().catch(() => undefined)
    throw error
  }
  log.info(
    { pid: postmaster.pid, port, adopted: first.adopted },
    first.adopted ? 'database adopted' : 'database started',
  )
  return {
    url,
    dataDir: folders.root,
    adopted: first.adopted,
    pid: () => postmaster.pid,
    async stop() {
      stopping = true
      await reviving
      await keeper.end().catch(() => undefined)
      if (!serves(postmaster.pid, folders.cluster)) return
      if ((await othersOn({ postmaster, password })) > 0) {
        log.info({ pid: postmaster.pid }, 'database left running: another process uses it')
        return
      }
      await shutDown(postmaster.pid, folders.cluster)
      log.info({ pid: postmaster.pid }, 'database stopped')
    },
  }
}

const keeperName = 'cartwright-keeper'

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
