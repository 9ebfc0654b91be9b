import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import type { Config } from '#server/config/config.ts'
import { awaySeconds } from '#server/http/errors.ts'
import type { SendUnavailable } from '#server/http/fastify-request.ts'
import type { ErrorPageParts } from '#server/http/guards/error-page.ts'
import { createErrorSender, createUnavailableSender } from '#server/http/guards/error-replies.ts'
import { limitedServer } from '#server/http/pre-router-handler.ts'
import '#server/http/fastify-request.ts'
import { parserFaults } from '#server/http/guards/parser-faults.ts'
import { commonHeaders } from '#server/http/guards/security-headers.ts'
import { hostTable, type Site } from '#server/http/host-table.ts'
import { testStoreBar } from '#server/pages/render/test-store-bar.ts'
import { healthRoutes, type NotReady } from './health.ts'
import { countAmongRequests } from './request-hooks.ts'
import { requestIds } from './request-scope.ts'

/**
 * What stands at the shop's address until the shop can: it lives, is not ready, and asks everybody to come back in a
 * moment. Close it before the shop listens.
 */
export async function startWaitingServer(
  config: Pick<Config, 'origins' | 'trustedProxies' | 'isProduction' | 'isTestStore' | 'port' | 'host'> & {
    /** As the shop's: processes of one parent share the first one's. */
    readonly backlog: number
  },
  words: Omit<ErrorPageParts, 'bar'>,
  whyNotYet: () => NotReady,
): Promise<{ close(): Promise<void> }> {
  const { isTestStore, port, host, backlog } = config
  const hosts = hostTable(config.origins, config.isProduction)
  const faults = parserFaults(commonHeaders(null, isTestStore))
  const app = Fastify({
    logger: false,
    requestIdHeader: false,
    genReqId: requestIds(config.trustedProxies),
    clientErrorHandler: faults.onClientError,
    serverFactory: (handler) => limitedServer(handler, { early: () => undefined, faults }),
    forceCloseConnections: true,
  }) as unknown as FastifyInstance
  const unavailable = createUnavailableSender(
    createErrorSender({ ...words, bar: testStoreBar(isTestStore) }, hosts.sites),
  )
  app.decorateRequest('site', null as unknown as Site)
  app.decorateReply('sendUnavailable', function (this: FastifyReply, ...[reason, after]: Parameters<SendUnavailable>) {
    return unavailable(this.request, this, reason, after)
  })
  countAmongRequests(app)
  app.addHook('onRequest', (request, reply, done) => {
    const site = hosts.siteOf(request.headers.host)
    if (site !== null) request.site = site
    reply.headers(commonHeaders(site, isTestStore)).header('connection', 'close')
    done()
  })
  healthRoutes(app, async () => whyNotYet())
  // before the body is read: nothing is done with it
  app.setNotFoundHandler((_request, reply) => reply.sendUnavailable('away', awaySeconds))
  await app.listen({ port, host, backlog })
  return { close: () => app.close() }
}
