// Two web processes and a worker: one reaches the database by PgBouncer and HAProxy, the others by the names of both servers.
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '#embedded-postgres/postmaster.ts'
import type { DrillShop } from '#test/drill/drill-world.ts'
import { freePort, type StoreProcess, spawnStore, startStore } from '#test/e2e/store-process.ts'

export const ways = ['PgBouncer and HAProxy', 'two hosts'] as const

export type ShopProcesses = {
  /** Of the web process that goes this way. */
  portOf(way: number): number
  /** 0 for one that has ended. */
  pids(): readonly number[]
  /** Resolves when all three can serve. */
  ready(): Promise<void>
  /** What they logged. */
  log(): string
  stop(): Promise<void>
}

export async function startShopProcesses(
  { ports, settings }: DrillShop,
  urls: { readonly pooled: string; readonly hosts: string },
  dataDir: string,
): Promise<ShopProcesses> {
  const web = (nth: 0 | 1, env: NodeJS.ProcessEnv): Promise<StoreProcess> =>
    startStore({
      dataDir,
      port: ports[nth],
      env: { ...settings, ROLE: 'web', INSTANCE_NAME: `web-${nth + 1}`, ...env },
    })
  const opsPort = await freePort()
  const worker = await spawnStore({
    dataDir,
    env: {
      ...{ ...settings, ROLE: 'worker', INSTANCE_NAME: 'worker', OPS_PORT: String(opsPort) },
      DATABASE_URL: urls.hosts,
    },
  })
  const stores = [
    await web(0, { DATABASE_URL: urls.pooled, DATABASE_POOLER: 'session' }),
    await web(1, { DATABASE_URL: urls.hosts }),
  ]
  const all = [...stores, worker]
  return {
    portOf: (way) => ports[way as 0 | 1],
    pids: () => all.map(({ pid }) => (isAlive(pid) ? pid : 0)),
    async ready() {
      await Promise.all([...stores.map((store) => store.ready()), untilReady(opsPort)])
    },
    log: () => all.map((each) => each.log()).join(''),
    async stop() {
      await Promise.all(all.map((each) => each.stop()))
    },
  }
}

async function untilReady(opsPort: number): Promise<void> {
  const until = Date.now() + 120_000
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${opsPort}/readyz`).catch(() => undefined)
    if (answer?.status === 200) return
    if (Date.now() > until) throw new Error(`The worker is not ready: ${(await answer?.text()) ?? 'no answer'}`)
    await sleep(100)
  }
}
