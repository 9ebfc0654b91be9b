import Fastify from 'fastify'
import type { Metrics } from '#server/http/metrics.ts'

/** What operators ask for, on a port of its own that the shop's address does not lead to. */
export async function startOps(port: number, host: string, metrics: Metrics): Promise<{ close(): Promise<void> }> {
  const app = Fastify({ logger: false, requestTimeout: 10_000 })
  app.get('/healthz', (_request, reply) => reply.type('text/plain; charset=utf-8').send('ok\n'))
  app.get('/metrics', async (_request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.text()),
  )
  await app.listen({ port, host })
  return { close: () => app.close() }
}
