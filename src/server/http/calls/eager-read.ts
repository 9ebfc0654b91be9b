import type { FastifyRequest } from 'fastify'
import type { Call } from '#contracts/call.ts'
import { isSessionOf, type Session, type SessionService } from '#server/account/sessions/session-service.ts'
import type { Sql } from '#server/db/database.ts'
import { faultOf } from '#server/db/faults.ts'
import type { Handler, ReadHandler } from '#server/http/context.ts'
import { type ContextParts, callContext } from './call-context.ts'
import { type CallAnswer, runRead } from './run-handler.ts'
import '#server/http/fastify-request.ts'

type EagerParts = ContextParts & { readonly sessions: SessionService }
type ReadRequest = { readonly call: Call; readonly handler: Handler<Call>; readonly given: unknown }

/** A read that is ready to begin before its session is checked: for the guest that the signed cookie names. */
type EagerRead = { readonly handler: ReadHandler<Call>; readonly guest: Session; readonly input: unknown }

/** The live session of a request, and what answers it that was read meanwhile; null where nothing was. */
export type CheckedSession = { readonly found: Session | null; readonly begun: (() => Promise<CallAnswer>) | null }

/** What may be read while the session is being checked; null for members, other cookies and every call that is not eager. */
export function eagerReadOf(
  parts: EagerParts,
  request: FastifyRequest,
  { call, handler, given }: ReadRequest,
): EagerRead | null {
  if (handler.kind !== 'read' || handler.isEager !== true || call.rules.session !== 'required') return null
  const guest = parts.sessions.claimed(request.cookies[request.site.sessionCookie])
  if (guest === null || !isSessionOf(guest, request.site.variant)) return null
  const input = call.input.safeParse(given === undefined ? {} : given)
  return input.success ? { handler, guest, input: input.data } : null
}

/** The live session of the request's cookie, when it belongs to the storefront asked (OPEN-06). */
export async function sessionOf({ sessions }: EagerParts, request: FastifyRequest, sql?: Sql): Promise<Session | null> {
  const { site } = request
  const session = await sessions.find(request.cookies[site.sessionCookie], sql)
  return session !== null && isSessionOf(session, site.variant) ? session : null
}

/**
 * Sends the session's check and the read's first statement in one write: the check decides, and what was read for a session that
 * has ended is thrown away.
 */
export function checkAndRead(parts: EagerParts, request: FastifyRequest, read: EagerRead): Promise<CheckedSession> {
  const { handler, guest, input } = read
  return parts.database.reading(async (sql) => {
    const [session, answer] = await Promise.allSettled([
      sessionOf(parts, request, sql),
      runRead(handler, callContext(parts, request, request.site, guest), input, sql),
    ])
    if (session.status === 'rejected') throw session.reason
    // the database's faults are for who runs the reads: he repeats them
    if (answer.status === 'rejected' && faultOf(answer.reason) !== 'other') throw answer.reason
    return { found: session.value, begun: isSame(session.value, guest) ? () => settled(answer) : null }
  })
}

async function settled(answer: PromiseSettledResult<CallAnswer>): Promise<CallAnswer> {
  if (answer.status === 'rejected') throw answer.reason
  return answer.value
}

/** Whether a session is the one that the cookie told of. */
function isSame(session: Session | null, { shopperId, isApp }: Session): boolean {
  return session?.shopperId === shopperId && session.auth === 'guest' && session.isApp === isApp
}
