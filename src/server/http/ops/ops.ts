import Fastify from 'fastify'
import { version } from '#server/config/version.ts'
import { statusPolicy } from '#server/watch/status-page.ts'
import { healthRoutes, type NotReady } from './health.ts'
import { countAmongRequests } from './request-hooks.ts'
import { requestIds } from './request-scope.ts'

/** What operators are told of once the shop is put together. */
export type Watched = {
  /** null: there are none yet. */
  readonly metrics: { text(): Promise<string | null> }
  readonly whyNotReady: () => Promise<NotReady | null>
  /** The page of the shop's status; null: there is none yet. */
  readonly status: () => Promise<string | null>
}

export type Ops = {
  /** From now on this shop is told of; until then the process lives and is not ready. */
  watch(shop: Watched): void
  close(): Promise<void>
}

/**
 * What operators ask for, on a port of its own that the shop's address does not lead to; there before the database is.
 * @param whyNotYet why it is not ready before the shop is put together
 */
export async function startOps(port: number, host: string, whyNotYet: () => NotReady): Promise<Ops> {
  let watched: Watched | undefined
  const app = Fastify({ logger: false, requestTimeout: 10_000, requestIdHeader: false, genReqId: requestIds([]) })
  countAmongRequests(app)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cartwright-version', version)
    done()
  })
  healthRoutes(app, async () => (watched === undefined ? whyNotYet() : watched.whyNotReady()))
  app.get('/metrics', async (_request, reply) => {
    reply.type('text/plain; version=0.0.4; charset=utf-8')
    const text = (await watched?.metrics.text()) ?? null
    return text === null ? reply.code(503).send('# starting\n') : reply.send(text)
  })
  app.get('/status', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff')
    const page = (await watched?.status()) ?? null
    if (page === null) return reply.code(503).type('text/plain; charset=utf-8').send('starting\n')
    return reply.type('text/html; charset=utf-8').header('content-security-policy', statusPolicy).send(page)
  })
  await app.listen({ port, host })
  return {
    watch(shop) {
      watched = shop
    },
    close: () => app.close(),
  }
}
