import Fastify from 'fastify'
import { healthRoutes } from './health.ts'
import type { Metrics } from './metrics.ts'

/** What operators are told of once the shop is put together. */
export type Watched = { readonly metrics: Metrics; readonly isReady: () => Promise<boolean> }

export type Ops = {
  /** From now on this shop is told of; until then the process lives and is not ready. */
  watch(shop: Watched): void
  close(): Promise<void>
}

/** What operators ask for, on a port of its own that the shop's address does not lead to; there before the database is. */
export async function startOps(port: number, host: string): Promise<Ops> {
  let watched: Watched | undefined
  const app = Fastify({ logger: false, requestTimeout: 10_000 })
  healthRoutes(app, async () => (await watched?.isReady()) ?? false)
  app.get('/metrics', async (_request, reply) => {
    reply.type('text/plain; version=0.0.4; charset=utf-8')
    return watched === undefined ? reply.code(503).send('# starting\n') : reply.send(await watched.metrics.text())
  })
  await app.listen({ port, host })
  return {
    watch(shop) {
      watched = shop
    },
    close: () => app.close(),
  }
}
