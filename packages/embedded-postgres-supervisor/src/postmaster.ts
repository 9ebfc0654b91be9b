import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

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
  return command === undefined || (command.includes('postgres') && command.includes(`-D\0${cluster}\0`))
}

/** The words of a command, each with a NUL after it; undefined where they cannot be asked for. */
function commandLine(pid: number): string | undefined {
  if (process.platform === 'win32') return undefined
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    if (process.platform === 'linux') return ''
    const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return stdout.replace(' -D ', '\0-D\0').replace(' -p ', '\0-p\0')
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

/** The same for the locks of sockets, whose folder is this cluster's alone. */
export function clearSockets(folder: string, cluster: string): void {
  for (const lock of folder === '' ? [] : readdirSync(folder).filter((name) => name.endsWith('.lock'))) {
    const path = join(folder, lock)
    if (serves(Number(readFileSync(path, 'utf8').split('\n')[0]), cluster)) continue
    for (const stale of [path.slice(0, -'.lock'.length), path]) rmSync(stale, { force: true })
  }
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
