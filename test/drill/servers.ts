// The two servers of a drill, as people start them, and what befalls them.
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '#embedded-postgres/postmaster.ts'
import type { DrillWorld } from '#test/drill/drill-world.ts'
import type { Fault } from '#test/drill/plan.ts'
import { type StoreProcess, startStore } from '#test/e2e/store-process.ts'
import { drill } from '#test/order/gateway.ts'

export type Servers = {
  /** Where a request goes that would go to this server: to the other one while this one is away. */
  portOf(server: number): number
  /** Resolves when it has happened and, for a server that ended, when it serves again. */
  befall(fault: Fault): Promise<void>
  /** Process ids, in the order of the servers; 0 for one that is away. */
  pids(): number[]
  /** Resolves when both serve. */
  allReady(): Promise<void>
  stop(): Promise<void>
}

// longer than the lease of an order, so that the other server takes over what is then woken
const pausedMs = 7_000
const gatewayLostMs = 3_000

export async function startServers(world: DrillWorld): Promise<Servers> {
  const away = new Set<number>()
  const start = (nth: number): Promise<StoreProcess> =>
    startStore({ dataDir: world.dataDir, port: world.ports[nth as 0 | 1], env: world.settings })
  const running = await Promise.all([start(0), start(1)])
  const starting: Promise<void>[] = []

  async function end(nth: number, signal: NodeJS.Signals): Promise<void> {
    // one of the two is there at any time: a shop is not taken down whole
    while (away.has(nth) || away.has(1 - nth)) await sleep(50)
    away.add(nth)
    await running[nth]?.stop(signal)
    running[nth] = await start(nth)
    away.delete(nth)
  }

  async function pause(nth: number): Promise<void> {
    while (away.has(nth) || away.has(1 - nth)) await sleep(50)
    const pid = running[nth]?.pid ?? 0
    away.add(nth)
    process.kill(pid, 'SIGSTOP')
    await sleep(pausedMs)
    process.kill(pid, 'SIGCONT')
    away.delete(nth)
  }

  async function happen(fault: Fault): Promise<void> {
    await sleep(fault.afterMs)
    switch (fault.kind) {
      case 'kill':
        return end(fault.server, 'SIGKILL')
      case 'terminate':
        return end(fault.server, 'SIGTERM')
      case 'pause':
        return pause(fault.server)
      case 'restartDatabase':
        // a fast shutdown; who keeps the built-in one starts it again
        process.kill(world.postgres.pid(), 'SIGINT')
        return
      case 'loseGateway':
        return drill(world.gateway, { fault: 'refuseConnection', count: 1, delayMs: gatewayLostMs }).catch(
          () => undefined,
        )
      case 'cut':
        world.wire.cut(fault.how)
        await sleep(fault.seconds * 1_000)
        world.wire.heal()
    }
  }

  return {
    portOf: (nth) => world.ports[(away.has(nth) ? 1 - nth : nth) as 0 | 1],
    befall(fault) {
      const happening = happen(fault)
      starting.push(happening)
      return happening
    },
    pids: () => running.map(({ pid }) => (isAlive(pid) ? pid : 0)),
    async allReady() {
      await Promise.all(starting.splice(0))
      await Promise.all(running.map((store) => store.ready()))
    },
    async stop() {
      await Promise.all(running.map((store) => store.stop()))
    },
  }
}
