// Three etcd, as deploy/patroni/etcd.env has them.
import { type ChildProcess, spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { deployedSettings } from './deployed.ts'

export const etcdAddresses = ['10.0.0.21', '10.0.0.22', '10.0.0.23'] as const

export type Etcd = {
  /** To all three. */
  signal(signal: NodeJS.Signals): void
}

export function startEtcd(folder: string): Etcd {
  const all = etcdAddresses.map((address, nth) => startOne(address, `etcd-${nth + 1}`, folder))
  return {
    signal(signal) {
      for (const each of all) each.kill(signal)
    },
  }
}

function startOne(address: string, name: string, folder: string): ChildProcess {
  const { ETCD_INITIAL_CLUSTER, ...settings } = deployedSettings('patroni/etcd.env')
  const own = Object.entries(settings).map(([key, value]) => [key, value?.replace(etcdAddresses[0], address)])
  const log = openSync(join(folder, `${name}.log`), 'a')
  return spawn('/usr/bin/etcd', ['--data-dir', join(folder, name)], {
    env: { ...process.env, ...Object.fromEntries(own), ETCD_INITIAL_CLUSTER, ETCD_NAME: name },
    stdio: ['ignore', log, log],
  })
}
