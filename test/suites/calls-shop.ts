import type { FastifyInstance } from 'fastify'
import { expect, vi } from 'vitest'
import { variants } from '#domain/variant.ts'
import { createSessionService } from '#server/account/sessions/session-service.ts'
import type { Database } from '#server/db/database.ts'
import { spawnServerBeside } from '#test/builders/server-process.ts'
import { patience, serving } from '#test/builders/several-processes.ts'
import { type TestShopper, testShopper } from '#test/builders/shopper.ts'
import { overTheWire } from '#test/builders/wire.ts'
import { createWorld } from '#test/world.ts'

/** The shop that the suite over all calls asks. */
export type CallsShop = {
  readonly database: Database
  readonly http: Pick<FastifyInstance, 'inject'>
  shopper(): TestShopper
  /** The secret of the tokens of a session that is somebody else's. */
  strangersSecret(): Buffer
  /** Tables that change though nobody calls. */
  readonly moving: readonly string[]
  close(): Promise<void>
}

let processes = 1

/** From now on so many processes of one parent are asked, over the wire (OPS-06). */
export function askProcesses(count: number): void {
  processes = count
}

/** The shop in this process, unless several were asked for. */
export async function openCallsShop(): Promise<CallsShop> {
  const world = await createWorld()
  const { database, config } = world
  if (processes === 1) {
    const { sessions, app } = world.shop
    return {
      ...{ database, http: app.http, moving: [], close: world.close },
      shopper: () => world.shopper('cb'),
      strangersSecret: () => sessions.openGuest(variants.cb, false).session.csrfSecret,
    }
  }
  const server = await spawnServerBeside(world, world.databaseUrl, { WEB_PROCESSES: String(processes), ROLE: 'web' })
  await vi.waitFor(async () => expect(await serving(server, processes)).toHaveLength(processes), patience)
  const http = overTheWire({ port: () => server.port })
  // they have the clock of the machine, the test's shop one that stands
  const sessions = createSessionService({ database, secret: config.secret })
  return {
    ...{ database, http, moving: ['shop.heartbeat', 'shop.product_view'] },
    shopper: () => testShopper(http, variants.cb),
    strangersSecret: () => sessions.openGuest(variants.cb, false).session.csrfSecret,
    async close() {
      await server.stop()
      await world.close()
    },
  }
}
