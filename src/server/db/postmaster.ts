import { spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Binaries, type Folders, identity, neutralFolder, serverEnvironment } from '#server/db/embedded-files.ts'
import type { ServiceUser } from '#server/db/service-user.ts'

/** What postmaster.pid tells of a server. */
export type Postmaster = {
  readonly pid: number
  readonly port: number
  /** The folder of its socket, '' without one. */
  readonly sockets: string
  readonly status: string
  readonly sharedMemory: string
}

export function readPostmaster(cluster: string): Postmaster | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    if (!Number.isInteger(pid) || pid <= 0) return undefined
    return {
      pid,
      port: Number(lines[3]),
      sockets: lines[4]?.trim() ?? '',
      sharedMemory: lines[6]?.trim().split(/\s+/)[1] ?? '',
      status: lines[7]?.trim() ?? '',
    }
  } catch {
    return undefined
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** True when the process is a PostgreSQL server on this cluster, and not another that was given its number since. */
export function serves(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false
  const command = commandLine(pid)
  return command === undefined || (command.includes('postgres') && command.includes(cluster))
}

function commandLine(pid: number): string | undefined {
  if (process.platform === 'win32') return undefined
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return process.platform === 'linux' ? '' : spawnSync('ps', ['-o', 'command=', '-p', String(pid)]).stdout?.toString()
  }
}

/**
 * Removes a pid file that names a living process which is no server of ours, as after a restart of a container, where
 * numbers repeat: PostgreSQL would refuse to start. Never while processes of the dead server still hold its memory.
 * @returns false when there are such processes: ask again a little later
 */
export function clearStale(cluster: string, postmaster: Postmaster): boolean {
  if (!isAlive(postmaster.pid)) return true // PostgreSQL sees that itself
  if (isAttached(postmaster.sharedMemory)) return false
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
  return true
}

function isAttached(sharedMemory: string): boolean {
  try {
    const rows = readFileSync('/proc/sysvipc/shm', 'utf8').split('\n').slice(1)
    const row = rows.map((line) => line.trim().split(/\s+/)).find(([, id]) => id === sharedMemory)
    return row !== undefined && Number(row[6]) > 0
  } catch {
    return false
  }
}

const always = {
  listen_addresses: '127.0.0.1',
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // errors reach the caller; the file keeps starts, stops and crashes, and stays small
  log_min_messages: 'log',
  log_checkpoints: 'off',
  logging_collector: 'off',
  // many short statements on few cores
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  random_page_cost: '1.1',
  shared_buffers: '256MB',
  max_connections: '100',
  max_wal_size: '2GB',
}

const durability = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' }
const noDurability = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }

export type Launch = {
  readonly folders: Folders
  readonly binaries: Binaries
  readonly user: ServiceUser | undefined
  readonly port: number
  /** The folder for the socket, '' for none. */
  readonly sockets: string
  readonly durable: boolean
}

/**
 * Starts a server in a session of its own, so that Ctrl-C in our terminal reaches it only through our own stop.
 * Answers once it takes connections, or the reason why it does not.
 */
export async function launch({ folders, binaries, user, port, sockets, durable }: Launch): Promise<string | undefined> {
  const settings = { ...always, ...(durable ? durability : noDurability), unix_socket_directories: sockets }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const start = existsSync(folders.log) && statSync(folders.log).size < 1_000_000 ? statSync(folders.log).size : 0
  const log = openSync(folders.log, start === 0 ? 'w' : 'a', 0o600)
  const child = spawn(binaries.postgres, ['-D', folders.cluster, '-p', String(port), ...options], {
    ...identity(user),
    cwd: neutralFolder,
    env: serverEnvironment,
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  let ended: string | undefined
  child.on('error', (error) => {
    ended = error.message
  })
  child.on('exit', (code, signal) => {
    const said = readFileSync(folders.log).subarray(start).toString('utf8').trim()
    ended = `${said}\n(exit ${code ?? signal})`
  })
  child.unref()
  for (;;) {
    if (ended !== undefined) return ended
    const now = readPostmaster(folders.cluster)
    if (now !== undefined && now.pid === child.pid && now.status === 'ready') {
      child.removeAllListeners('exit')
      return undefined
    }
    await sleep(5)
  }
}

/** Ends a server: no new connections, open ones cut, all written down. Waits for its end. */
export async function shutDown(pid: number, cluster: string): Promise<void> {
  const began = performance.now()
  process.kill(pid, 'SIGINT')
  while (serves(pid, cluster)) {
    if (performance.now() - began > 30_000) {
      process.kill(pid, 'SIGQUIT') // recovers at its next start
      return
    }
    await sleep(10)
  }
}
