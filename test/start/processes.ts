// What a process has started, and on which ports it and all of them listen, as Linux tells.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** A process and everything below it. */
export function treeOf(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(treeOf)]
}

export function childrenOf(pid: number): number[] {
  return runningProcesses().filter((each) => parentOf(each) === pid)
}

/** TCP ports that these processes listen on, sorted. */
export function portsOf(pids: readonly number[]): number[] {
  const sockets = new Set(pids.flatMap(socketsOf))
  const ports = socketRows().flatMap(({ local, state, inode }) => (state === '0A' && sockets.has(inode) ? [local] : []))
  return [...new Set(ports)].sort((a, b) => a - b)
}

/** TCP connections to or from this machine's `port` that this process holds an end of: the ports at the other ends. */
export function connectionsOf(pid: number, port: number): number[] {
  const sockets = new Set(socketsOf(pid))
  return socketRows().flatMap(({ local, remote, state, inode }) =>
    state === '01' && sockets.has(inode) && (local === port || remote === port)
      ? [local === port ? remote : local]
      : [],
  )
}

export function isRunning(pid: number): boolean {
  return runningProcesses().includes(pid) && !/^State:\s+Z/m.test(textOf(`/proc/${pid}/status`))
}

/** Everybody whose command line holds these words. */
export function processesNamed(words: string): number[] {
  return runningProcesses().filter((pid) => textOf(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').includes(words))
}

function runningProcesses(): number[] {
  return readdirSync('/proc').map(Number).filter(Number.isInteger)
}

function parentOf(pid: number): number | undefined {
  const stat = textOf(`/proc/${pid}/stat`)
  return stat === '' ? undefined : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

type SocketRow = {
  readonly local: number
  readonly remote: number
  readonly state: string | undefined
  readonly inode: string
}

function socketRows(): SocketRow[] {
  const portIn = (address: string) => Number.parseInt(address.split(':')[1] ?? '', 16)
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) =>
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => {
        const [, local = '', remote = '', state, , , , , , inode = ''] = row.trim().split(/\s+/)
        return { local: portIn(local), remote: portIn(remote), state, inode }
      }),
  )
}

function socketsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      const found = /^socket:\[(\d+)\]$/.exec(linkOf(`/proc/${pid}/fd/${fd}`))
      return found?.[1] === undefined ? [] : [found[1]]
    })
  } catch {
    return []
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

/** '' for a process that has just gone. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
