import type { FastifyInstance } from 'fastify'

/** /healthz: the process lives. /readyz: it can serve, with its database and all migrations (OPEN-120). */
export function healthRoutes(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  app.get('/healthz', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send('ok\n'),
  )
  app.get('/readyz', async (_request, reply) => {
    const ready = await isReady()
    return reply
      .code(ready ? 200 : 503)
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(ready ? 'ready\n' : 'not ready\n')
  })
}
