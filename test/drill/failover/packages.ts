// What drill:failover needs of its machine, and what it does not begin with.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const servers = '/usr/lib/postgresql'

/** A file of each Debian package. */
const fileOf: { readonly [name: string]: string } = {
  patroni: '/usr/bin/patroni',
  'python3-etcd': '/usr/lib/python3/dist-packages/etcd/__init__.py',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
  iproute2: '/usr/sbin/ip',
}

/** What is not here of what the drill needs, by the names of Debian's packages. */
export function missingForFailover(isThere: (file: string) => boolean = existsSync): readonly string[] {
  const missing = Object.keys(fileOf).filter((name) => !isThere(fileOf[name] ?? ''))
  return [
    ...missing,
    ...(serverPrograms(isThere) === undefined ? ['postgresql'] : []),
    ...(hasNetworks() ? [] : [networks]),
  ]
}

const networks = 'root who may make network namespaces (unshare --net)'

/** Each server of the drill has a network of its own, so that it can be cut off. */
function hasNetworks(): boolean {
  return (
    process.getuid?.() === 0 &&
    spawnSync('/usr/bin/unshare', ['--net', '--mount', '--pid', '--fork', 'true']).status === 0
  )
}

/** The folder of the programs of the newest PostgreSQL that is installed. */
export function serverPrograms(isThere: (file: string) => boolean = existsSync): string | undefined {
  const versions = isThere(servers) ? readdirSync(servers) : []
  const [newest] = versions
    .filter((version) => isThere(join(servers, version, 'bin/pg_rewind')))
    .sort((a, b) => Number(b) - Number(a))
  return newest && join(servers, newest, 'bin')
}

/** As in '3.0.2'. */
export function patroniVersion(): string {
  return /\d+(\.\d+)+/.exec(execFileSync('/usr/bin/patroni', ['--version'], { encoding: 'utf8' }))?.[0] ?? ''
}

/**
 * Why a configuration is not tried at all: with it a server that stood still takes leadership back, and half of what was acknowledged
 * meanwhile is lost (seen: 3,915 of 7,737 rows). Null: it may be.
 */
export function whyRefused(configuration: string, version: string): string | null {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  const isFixed = major > 3 || (major === 3 && (minor > 0 || patch > 2))
  if (!/^etcd3:/m.test(configuration) || isFixed) return null
  return (
    `Patroni ${version} with etcd3: loses acknowledged orders when the primary stands still longer than its lease. ` +
    'Use etcd: with ETCD_ENABLE_V2=true, or a Patroni that has its pull requests 2689 and 2693 (after 3.0.2).'
  )
}
