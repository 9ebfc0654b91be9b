import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inRequest, type RequestScope, requestIdHeader, traceIdOf } from './request-scope.ts'

/** What ties this request's lines together. */
export function scopeOf({ id: reqId, headers }: FastifyRequest): RequestScope {
  const traceId = traceIdOf(headers)
  return traceId === undefined ? { reqId } : { reqId, traceId }
}

/** Gives every answer its request's id, and lets all that is done for it know of it. */
export function countAmongRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(requestIdHeader, request.id)
    inRequest(scopeOf(request), done)
  })
  // a body is read in the name of its connection: what comes after it is the request's again
  app.addHook('preValidation', (request, _reply, done) => inRequest(scopeOf(request), done))
}
