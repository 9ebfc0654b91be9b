import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { maskCardNumbers } from '#domain/payment/card-numbers-in-text.ts'
import { isTrustedIn } from '#server/http/guards/client-network.ts'
import { traceParentNow } from '#server/watch/traces/tracing.ts'

/** What ties the lines of one request together, and of the jobs it left behind (OPS-39). */
export type RequestScope = { readonly reqId: string; readonly traceId?: string }

/** The header that carries a request's id, to us, from us and to our providers. */
export const requestIdHeader = 'x-request-id'

const scopes = new AsyncLocalStorage<RequestScope>()
const passedOn = /^[A-Za-z0-9_-]{8,64}$/
const traceParent = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/

/** Does something, and all that follows from it, for a request. */
export function inRequest<Result>(scope: RequestScope, work: () => Result): Result {
  return scopes.run(scope, work)
}

/** The request that is worked for now; undefined where it is none. */
export function currentRequest(): RequestScope | undefined {
  return scopes.getStore()
}

/** The id of the request that is worked for, for what is left for people; null where there is none. */
export function requestIdNow(): string | null {
  return scopes.getStore()?.reqId ?? null
}

/** What a job is told of the request that leaves it: its id, and its trace where it has one. As JSON. */
export function causeNow(): string {
  return JSON.stringify({ requestId: requestIdNow(), trace: traceParentNow() })
}

/** The header for our own providers; nothing where no request is worked for. */
export function requestIdHeaders(): { readonly [requestIdHeader]?: string } {
  const reqId = scopes.getStore()?.reqId
  return reqId === undefined ? {} : { [requestIdHeader]: reqId }
}

/** Finds the id of a request: that of a trusted proxy, when it is one; else a new one. */
export function requestIds(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = isTrustedIn(trustedProxies)
  return ({ socket, headers }) => {
    const given = headers[requestIdHeader]
    const isTaken = typeof given === 'string' && passedOn.test(given) && isTrusted(socket.remoteAddress ?? '')
    // the log would write stars in place of what reads as the number of a card
    return isTaken && isWhole(given) ? given : randomUUID()
  }
}

/** The trace that a request says it belongs to (W3C Trace Context); undefined when it names none. */
export function traceIdOf({ traceparent }: IncomingMessage['headers']): string | undefined {
  const id = typeof traceparent === 'string' ? traceParent.exec(traceparent)?.[1] : undefined
  return id === undefined || /^0+$/.test(id) || !isWhole(id) ? undefined : id
}

function isWhole(id: string): boolean {
  return maskCardNumbers(id) === id
}
