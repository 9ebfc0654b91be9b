import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Binaries, identity, neutralFolder, serverEnvironment } from './binaries.ts'
import { type Folders, socketFolder } from './folders.ts'
import { clearSockets, clearStale, type Postmaster, readPostmaster, serves } from './postmaster.ts'
import type { ServiceUser } from './service-user.ts'

export type Place = {
  readonly folders: Folders
  readonly binaries: Binaries
  readonly user: ServiceUser | undefined
  readonly durable: boolean
}

export type Found = { readonly postmaster: Postmaster; readonly adopted: boolean }

// another process was faster, the dead server's processes are still going, or the port was taken since it was looked at
const passes =
  /lock file ".*postmaster\.pid" already exists|pre-existing shared memory|could not bind IPv4|create any TCP/
const noSocket = /Unix.domain socket|Unix address/

/** The server that runs on the cluster, waited for while it starts, recovers or stops; else one launched now. */
export async function findOrLaunch(place: Place, choose: () => Promise<number>): Promise<Found> {
  const { cluster } = place.folders
  const patienceMs = 120_000
  let until = performance.now() + patienceMs
  let sockets = socketFolder(place.folders, place.user)
  let reason = 'it did not get ready'
  while (performance.now() < until) {
    const found = readPostmaster(cluster)
    if (found !== undefined && serves(found.pid, cluster)) {
      if (found.status === 'ready') return { postmaster: found, adopted: true }
      // as long as it lives it is on its way: after a crash it may have much to read
      until = performance.now() + patienceMs
      await sleep(20)
      continue
    }
    if (found !== undefined && !clearStale(cluster, found)) {
      await sleep(50)
      continue
    }
    clearSockets(sockets, cluster)
    const failure = await launch(place, await choose(), sockets)
    const launched = readPostmaster(cluster)
    if (failure === undefined && launched !== undefined) return { postmaster: launched, adopted: false }
    reason = failure ?? reason
    if (passes.test(reason)) await sleep(50)
    else if (sockets !== '' && noSocket.test(reason)) sockets = ''
    else break
  }
  throw new Error(`PostgreSQL did not start in ${cluster}:\n${reason}`)
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
// survives SIGKILL, as the pages are the kernel's by then, but no power cut
const noDurability = { ...durability, fsync: 'off', full_page_writes: 'off', max_wal_size: '256MB' }

/**
 * Starts a server in a session of its own, so that Ctrl-C in our terminal reaches it only through our own stop.
 * Answers once it takes connections, or the reason why it does not.
 */
async function launch(place: Place, port: number, sockets: string): Promise<string | undefined> {
  const { folders, binaries, user, durable } = place
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
