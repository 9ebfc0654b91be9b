import type { FastifyInstance } from 'fastify'

/** Why a process cannot serve, as /readyz says it (docs/decisions/0130). */
export type NotReady =
  | 'starting'
  | 'database away'
  | 'database is read-only'
  | `migration ${string} missing`
  | 'writes fail: disk full'
  | 'draining'

/** /healthz: the process lives. /readyz: it can serve, with its database and all migrations (OPEN-120), or why not. */
export function healthRoutes(app: FastifyInstance, whyNotReady: () => Promise<NotReady | null>): void {
  app.get('/healthz', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send('ok\n'),
  )
  app.get('/readyz', async (_request, reply) => {
    const reason = await whyNotReady()
    return reply
      .code(reason === null ? 200 : 503)
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(`${reason ?? 'ready'}\n`)
  })
}
