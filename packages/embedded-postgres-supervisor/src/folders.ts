import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { type Binaries, runAs } from './binaries.ts'
import { blockingFolder, type ServiceUser } from './service-user.ts'

/** The files of one built-in PostgreSQL. */
export type Folders = {
  readonly root: string
  readonly cluster: string
  readonly sockets: string
  readonly log: string
  readonly port: string
  readonly password: string
}

/**
 * Makes the data folder. As root it stays ours, and only the cluster inside belongs to the service user.
 * When that user may not enter it, a folder of its own in `fallback` is used; without that the closed one is named.
 */
export function prepareFolders(
  dataDir: string,
  fallback: string | undefined,
  user: ServiceUser | undefined,
): { folders: Folders; moved: boolean } {
  const wanted = resolve(dataDir)
  makeFolder(wanted, user)
  const closed = user === undefined ? undefined : blockingFolder(wanted, user)
  if (closed === undefined || user === undefined) return { folders: foldersOf(wanted), moved: false }
  if (fallback === undefined) {
    throw new Error(
      `PostgreSQL does not run as root, and the user ${user.name} it runs as may not enter ${closed}. ` +
        `Either "chmod o+x ${closed}", or choose a data folder elsewhere, or start as a plain user.`,
    )
  }
  const other = join(resolve(fallback), createHash('sha256').update(wanted).digest('hex').slice(0, 12))
  makeFolder(other, user)
  const again = blockingFolder(other, user)
  if (again !== undefined) throw new Error(`The user ${user.name} may enter neither ${closed} nor ${again}.`)
  return { folders: foldersOf(other), moved: true }
}

/** As root each folder made is one others may pass through, whatever our umask. */
function makeFolder(folder: string, user: ServiceUser | undefined): void {
  const first = mkdirSync(folder, { recursive: true })
  if (user === undefined) return
  chmodSync(folder, 0o711)
  for (let made = folder; first !== undefined && made !== first; made = dirname(made)) chmodSync(dirname(made), 0o711)
}

function foldersOf(folder: string): Folders {
  // by its one true name, by which a running server is recognised
  const root = realpathSync(folder)
  const inside = (name: string) => join(root, name)
  return {
    root,
    cluster: inside('cluster'),
    sockets: inside('run'),
    log: inside('postgres.log'),
    port: inside('port'),
    password: inside('password'),
  }
}

/** The password of this data folder, made on the first call. */
export function passwordOf(folders: Folders): string {
  if (!existsSync(folders.password)) {
    if (existsSync(join(folders.cluster, 'PG_VERSION'))) {
      throw new Error(`${folders.password} is missing: without it the database in ${folders.cluster} cannot be opened.`)
    }
    writeFileSync(folders.password, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 })
  }
  return readFileSync(folders.password, 'utf8').trim()
}

/** Makes the database cluster unless it is there. A half-made one of a killed start is thrown away. */
export function initialiseCluster(
  folders: Folders,
  binaries: Binaries,
  user: ServiceUser | undefined,
  durable: boolean,
): boolean {
  const password = passwordOf(folders)
  const versionFile = join(folders.cluster, 'PG_VERSION')
  const major = binaries.version.split('.')[0]
  if (existsSync(versionFile)) {
    const written = readFileSync(versionFile, 'utf8').trim()
    if (written === major) return false
    throw new Error(
      `${folders.cluster} was written by PostgreSQL ${written}, and this is ${major}: dump it with the old one first.`,
    )
  }
  const unfinished = `${folders.cluster}.new`
  const secret = join(folders.root, 'initial-password')
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  writeFileSync(secret, `${password}\n`, { mode: 0o600 })
  if (user !== undefined) for (const path of [unfinished, secret]) chownSync(path, user.uid, user.gid)
  try {
    const made = runAs(user, binaries.initdb, [
      `--pgdata=${unfinished}`,
      `--pwfile=${secret}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--data-checksums',
      ...(durable ? [] : ['--no-sync']),
    ])
    if (made.status !== 0) throw new Error(`PostgreSQL's initdb failed: ${made.stderr || made.error?.message}`)
    renameSync(unfinished, folders.cluster)
  } finally {
    rmSync(secret, { force: true })
  }
  return true
}

/** A short private folder for the socket (its path is limited to about 100 characters), or '' for none. */
export function socketFolder(folders: Folders, user: ServiceUser | undefined): string {
  if (process.platform === 'win32' || Buffer.byteLength(folders.sockets) > 80) return ''
  mkdirSync(folders.sockets, { recursive: true, mode: 0o700 })
  chmodSync(folders.sockets, 0o700)
  if (user !== undefined) chownSync(folders.sockets, user.uid, user.gid)
  return folders.sockets
}

/** The port of before, else the one wished for, else any free one, which is then remembered. */
export async function choosePort(folders: Folders, preferred: number): Promise<number> {
  const remembered = existsSync(folders.port) ? Number(readFileSync(folders.port, 'utf8')) : 0
  for (const port of [remembered, preferred]) if (port > 0 && (await freePort(port)) === port) return port
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
