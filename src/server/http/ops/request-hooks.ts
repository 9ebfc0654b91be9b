import type { FastifyInstance, FastifyRequest } from 'fastify'
import { beginTrace, isTracing, type Span, within } from '#server/watch/traces/tracing.ts'
import { inRequest, type RequestScope, requestIdHeader, traceIdOf } from './request-scope.ts'

/** What ties this request's lines together. */
export function scopeOf({ id: reqId, headers }: FastifyRequest, span?: Span | null): RequestScope {
  const traceId = span?.traceId ?? traceIdOf(headers)
  return traceId === undefined ? { reqId } : { reqId, traceId }
}

/** Gives every answer its request's id, and lets all that is done for it know of it. */
export function countAmongRequests(app: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(requestIdHeader, request.id)
    const span = beginRequest(request)
    if (span === null) return inRequest(scopeOf(request), done)
    spans.set(request, span)
    reply.raw.once('close', () => span.end({ 'http.response.status_code': reply.raw.statusCode }))
    within(span, () => inRequest(scopeOf(request, span), done))
  })
  // a body is read in the name of its connection: what comes after it is the request's again
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span === undefined) return inRequest(scopeOf(request), done)
    within(span, () => inRequest(scopeOf(request, span), done))
  })
}

/** Begins the trace of a request, or goes on with that of its page; null where nothing is traced. */
function beginRequest({ method, routeOptions, headers }: FastifyRequest): Span | null {
  if (!isTracing()) return null
  const route = routeOptions.url ?? ''
  const cause = traceIdOf(headers) === undefined ? undefined : String(headers.traceparent)
  return beginTrace(`${method} ${route}`.trim(), 'server', cause, {
    'http.request.method': method,
    'http.route': route,
  })
}
