import type { FastifyRequest } from 'fastify'
import type { Session } from '#server/account/session-service.ts'

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
  request.log.warn(
    {
      reqId: request.id,
      security: event,
      session: session?.tokenSha256.toString('hex', 0, 6) ?? '',
      address: request.ip,
    },
    'security event',
  )
}
