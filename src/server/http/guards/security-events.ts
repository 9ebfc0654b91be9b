import type { FastifyRequest } from 'fastify'
import type { Session } from '#server/account/sessions/session-service.ts'
import '#server/http/fastify-request.ts'
import type { CallContext } from '#server/http/context.ts'

export type SecurityEvent =
  | 'token-refused'
  | 'request-from-elsewhere'
  | 'throttled'
  | 'signed-in'
  | 'sign-in-failed'
  | 'locked-out'
  | 'signed-out'
  | 'password-reset'

/** One line of log for what a security officer counts: time, kind, address, and a short hash of the session; no names. */
export function securityEvent(request: FastifyRequest, event: SecurityEvent, session: Session | null): void {
  request.log.warn({ reqId: request.id, ...factsOf(event, session, request.network) }, 'security event')
}

/** The same of a call, which knows its request by its context. */
export function securityEventOf(
  { log, session, clientAddress }: Pick<CallContext, 'log' | 'session' | 'clientAddress'>,
  event: SecurityEvent,
): void {
  log.warn(factsOf(event, session, clientAddress), 'security event')
}

function factsOf(event: SecurityEvent, session: Session | null, address: string) {
  return { security: event, session: session?.tokenSha256.toString('hex', 0, 6) ?? '', address }
}
