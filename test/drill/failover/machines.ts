// Machines of a drill on one machine: each a network of its own on one wire, which can be cut. All of it is inside the drill's own
// network and process namespace, and goes when the drill does.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { openSync, readdirSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

export type Machine = {
  readonly address: string
  /** Starts a program on it, as the user postgres; what it says goes to a file. */
  run(program: string, args: readonly string[], env: NodeJS.ProcessEnv, log: string): ChildProcess
  /** To all that runs on it. */
  signal(signal: NodeJS.Signals): void
  /** Whether anything runs on it. */
  isRunning(): boolean
  /** Pulls its cable. */
  cutOff(): void
  /** Nothing it says to these arrives any more; others still reach it. */
  partFrom(addresses: readonly string[]): void
  /** All as before. */
  heal(): void
}

const bridge = 'wire'

function ip(...args: string[]): void {
  execFileSync('/usr/sbin/ip', args)
}

/** The wire, with addresses of this side of it. */
export function layWire(addresses: readonly string[]): void {
  ip('link', 'set', 'lo', 'up')
  ip('link', 'add', bridge, 'type', 'bridge')
  for (const address of addresses) ip('address', 'add', `${address}/24`, 'dev', bridge)
  ip('link', 'set', bridge, 'up')
}

export async function startMachine(name: string, address: string): Promise<Machine> {
  const holder = spawn('/usr/bin/unshare', ['--net', '--mount', 'sleep', 'infinity'], { stdio: 'ignore' })
  const pid = String(holder.pid)
  const own = readlinkSync('/proc/self/ns/net')
  while (networkOf(pid) === own || !isNamed(pid, 'sleep')) await sleep(20)
  const network = networkOf(pid)
  const inside = (...words: string[]) =>
    execFileSync('/usr/bin/nsenter', ['--target', pid, '--net', '--mount', ...words])
  ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', pid)
  ip('link', 'set', name, 'master', bridge, 'up')
  inside('ip', 'link', 'set', 'lo', 'up')
  inside('ip', 'address', 'add', `${address}/24`, 'dev', 'eth0')
  inside('ip', 'link', 'set', 'eth0', 'up')
  // two servers with one port: each has its own place for sockets
  inside('mount', '-t', 'tmpfs', '-o', 'mode=1777', 'none', '/run')
  inside('install', '-d', '-m', '1777', '/run/postgresql')
  const parted = new Set<string>()
  const processes = () => readdirSync('/proc').filter((each) => each !== pid && networkOf(each) === network)
  return {
    address,
    run(program, args, env, log) {
      const file = openSync(log, 'a')
      const asPostgres = ['setpriv', '--reuid', 'postgres', '--regid', 'postgres', '--init-groups']
      const words = ['--target', pid, '--net', '--mount', ...asPostgres, program, ...args]
      return spawn('/usr/bin/nsenter', words, { env, cwd: '/', stdio: ['ignore', file, file] })
    },
    signal(signal) {
      // twice: one that was just forking has children that were not there
      for (let nth = 0; nth < 2; nth += 1) {
        for (const each of processes()) {
          try {
            process.kill(Number(each), signal)
          } catch {
            // it went meanwhile
          }
        }
      }
    },
    isRunning: () => processes().length > 0,
    cutOff: () => ip('link', 'set', name, 'down'),
    partFrom(addresses) {
      for (const each of addresses) {
        inside('ip', 'route', 'add', 'blackhole', each)
        parted.add(each)
      }
    },
    heal() {
      ip('link', 'set', name, 'up')
      for (const each of parted) inside('ip', 'route', 'del', 'blackhole', each)
      parted.clear()
    },
  }
}

/** Undefined for what is no process, or has gone. */
function networkOf(pid: string): string | undefined {
  try {
    return /^\d+$/.test(pid) ? readlinkSync(`/proc/${pid}/ns/net`) : undefined
  } catch {
    return undefined
  }
}

function isNamed(pid: string, name: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/exe`).includes(name)
  } catch {
    return false
  }
}
