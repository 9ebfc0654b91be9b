// What befalls the primary in a round, and what is done about it.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster, DatabaseMachine } from './cluster.ts'
import { type Etcd, etcdAddresses } from './etcd.ts'

export type Place = { readonly cluster: Cluster; readonly etcd: Etcd }

export type Round = {
  /** How it is asked for. */
  readonly name: string
  /** In a table. */
  readonly what: string
  /** The other server must be the primary afterwards; unless it says so it is still the same. */
  readonly isFailover: boolean
  /** Resolves when all that was done to it is undone. */
  befall(primary: DatabaseMachine, place: Place): Promise<void>
}

/** Longer than the lease of a primary, ttl. */
const awayMs = 35_000

/** In the order in which they are taken. */
export const rounds: readonly Round[] = [
  {
    ...{ name: 'killed', what: 'PostgreSQL killed (-9)', isFailover: true },
    async befall(primary) {
      process.kill(primary.postmaster(), 'SIGKILL')
    },
  },
  {
    ...{ name: 'stopped', what: 'machine stands still for 35 s', isFailover: true },
    async befall(primary) {
      primary.signal('SIGSTOP')
      await sleep(awayMs)
      primary.signal('SIGCONT')
    },
  },
  {
    ...{ name: 'cut', what: 'machine cut off the network for 35 s', isFailover: true },
    async befall(primary) {
      primary.cutOff()
      await sleep(awayMs)
      primary.heal()
    },
  },
  {
    ...{ name: 'parted', what: 'cut off from standby and etcd alone, 35 s', isFailover: true },
    async befall(primary, { cluster }) {
      const others = cluster.machines.filter(({ name }) => name !== primary.name).map(({ address }) => address)
      primary.partFrom([...others, ...etcdAddresses])
      await sleep(awayMs)
      primary.heal()
    },
  },
  {
    ...{ name: 'switched', what: 'planned switchover', isFailover: true },
    befall: (primary, { cluster }) => cluster.switchOver(primary),
  },
  {
    ...{ name: 'machine', what: 'Patroni and PostgreSQL killed (-9), started after 30 s', isFailover: true },
    async befall(primary) {
      primary.signal('SIGKILL')
      await sleep(30_000)
      primary.start()
    },
  },
  {
    ...{ name: 'etcd', what: 'all three etcd stand still for 30 s', isFailover: false },
    async befall(_primary, { etcd }) {
      etcd.signal('SIGSTOP')
      await sleep(30_000)
      etcd.signal('SIGCONT')
    },
  },
]
