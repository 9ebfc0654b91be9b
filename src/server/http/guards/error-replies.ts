import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type PageError, pageErrorStatus } from '#domain/page-errors.ts'
import '#server/http/fastify-request.ts'
import { type Refusal, refusal, refusalTexts, sendJson } from '#server/http/calls/envelope.ts'
import type { Log } from '#server/http/context.ts'
import type { SendError, SendUnavailable, UnavailableReason } from '#server/http/fastify-request.ts'
import type { HostTable } from '#server/http/host-table.ts'
import type { Metrics } from '#server/http/ops/metrics.ts'
import { asksForPage, createErrorPage, type ErrorPageParts } from './error-page.ts'
import { createRefusalLog } from './refusal-log.ts'

type Sender = (request: FastifyRequest, reply: FastifyReply, error: PageError, json: Refusal) => FastifyReply

/**
 * The sender of these answers. A host that we do not serve has no brand, and gets the JSON. What is shown while the database is away
 * is made now, for each of `sites`: nothing can keep it from being there then.
 */
export function createErrorSender(parts: ErrorPageParts, sites: HostTable['sites']): Sender {
  const pageOf = createErrorPage(parts)
  const awayPages = new Map(
    Object.values(sites).map((site) => [site, pageOf('away', { site, method: 'GET', headers: {} })]),
  )
  return (request, reply, error, json) => {
    const { site, method, headers } = request
    const status = pageErrorStatus[error]
    if (site === null || !asksForPage(headers)) return sendJson(reply.header('vary', 'accept'), status, json)
    const { requestId } = json
    const known = error === 'away' && method !== 'POST' ? awayPages.get(site) : undefined
    if (known !== undefined) return reply.code(status).headers(known.headers).send(known.body)
    const page = pageOf(error, { site, method, headers, ...(requestId === undefined ? {} : { number: requestId }) })
    return reply.code(status).headers(page.headers).send(page.body)
  }
}

/** The same for 503. */
export function createUnavailableSender(
  send: Sender,
): (request: FastifyRequest, reply: FastifyReply, reason: UnavailableReason, retryAfter: number) => FastifyReply {
  return (request, reply, reason, retryAfter) => {
    reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfter))))
    return send(request, reply, reason, refusal(refusalTexts.busy))
  }
}

/**
 * Gives every reply `sendError`, and `sendUnavailable`: each of those is counted, and told of in the log with all others
 * of its second.
 */
export function errorReplies(
  app: FastifyInstance,
  send: Sender,
  { log, metrics }: { readonly log: Log; readonly metrics: Metrics },
): void {
  const unavailable = createUnavailableSender(send)
  const refusals = createRefusalLog(log)
  const count = metrics.counter('http_unavailable_total')
  app.decorateReply('sendError', function (this: FastifyReply, ...[error, json]: Parameters<SendError>) {
    return send(this.request, this, error, json)
  })
  app.decorateReply('isUnavailable', false)
  app.decorateReply('sendUnavailable', function (this: FastifyReply, ...args: Parameters<SendUnavailable>) {
    const [reason, retryAfter, cause = reason] = args
    this.isUnavailable = true
    count()
    refusals.note({ reason: cause, route: this.request.routeOptions.url })
    return unavailable(this.request, this, reason, retryAfter)
  })
}
