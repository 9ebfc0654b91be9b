// Two database machines with Patroni, as deploy/patroni has them.
import { execFile } from 'node:child_process'
import { chownSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { serviceUser } from '#embedded-postgres/service-user.ts'
import { deployedSettings } from './deployed.ts'
import { type Machine, startMachine } from './machines.ts'
import { serverPrograms } from './packages.ts'

export type DatabaseMachine = Machine & {
  readonly name: string
  /** Starts Patroni, which starts PostgreSQL. */
  start(): void
  /** The process that is the server. */
  postmaster(): number
}

export type Cluster = {
  readonly machines: readonly [DatabaseMachine, DatabaseMachine]
  /** Resolves with the primary as soon as a synchronous standby follows it. */
  whole(): Promise<DatabaseMachine>
  switchOver(leader: DatabaseMachine): Promise<void>
  /** Ends all that runs on both. */
  end(): Promise<void>
}

/** Some minutes: a standby that was rewound first, on a machine that has other work. */
const patienceMs = 240_000

export async function startCluster(folder: string, configuration: string): Promise<Cluster> {
  const machines = [
    await startDatabase('database-1', '10.0.0.11', folder, configuration),
    await startDatabase('database-2', '10.0.0.12', folder, configuration),
  ] as const
  const [first, second] = machines
  first.start()
  second.start()
  return {
    machines,
    async whole() {
      const until = Date.now() + patienceMs
      for (;;) {
        const members = (await membersSeenBy(first)) ?? (await membersSeenBy(second)) ?? []
        const is = (role: string) => members.find((one) => one.role === role && isUp(one))?.name
        const leader = machines.find(({ name }) => name === is('leader'))
        if (leader !== undefined && is('sync_standby') !== undefined) return leader
        if (Date.now() > until) throw new Error(`The pair did not become whole: ${JSON.stringify(members)}`)
        await sleep(200)
      }
    },
    async switchOver(leader) {
      const words = ['-c', configuration, 'switchover', 'cartwright', '--leader', leader.name, '--force']
      const env = { ...process.env, ...deployedSettings('patroni/database-1.env') }
      await promisify(execFile)('/usr/bin/patronictl', words, { env })
    },
    async end() {
      while (machines.some((machine) => machine.isRunning())) {
        for (const machine of machines) machine.signal('SIGKILL')
        await sleep(50)
      }
    },
  }
}

type Member = { readonly name: string; readonly role: string; readonly state: string }

const isUp = ({ state }: Member) => state === 'running' || state === 'streaming'

/** Undefined when it does not answer. */
async function membersSeenBy({ address }: Machine): Promise<readonly Member[] | undefined> {
  try {
    const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(2_000) })
    return ((await answer.json()) as { members?: readonly Member[] }).members
  } catch {
    return undefined
  }
}

async function startDatabase(
  name: string,
  address: string,
  folder: string,
  configuration: string,
): Promise<DatabaseMachine> {
  const machine = await startMachine(name, address)
  const own = join(folder, name)
  mkdirSync(own, { mode: 0o700 })
  const user = serviceUser()
  if (user !== undefined) chownSync(own, user.uid, user.gid)
  const data = join(own, 'data')
  const env = {
    ...process.env,
    ...deployedSettings(`patroni/${name}.env`),
    PATRONI_POSTGRESQL_DATA_DIR: data,
    PATRONI_POSTGRESQL_PGPASS: join(own, 'pgpass'),
    PATRONI_POSTGRESQL_BIN_DIR: serverPrograms(),
    HOME: own,
  }
  return {
    ...{ ...machine, name },
    start() {
      machine.run('/usr/bin/patroni', [configuration], env, join(folder, `${name}.log`))
    },
    postmaster: () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0]),
  }
}
