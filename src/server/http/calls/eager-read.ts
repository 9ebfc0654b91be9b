import type { FastifyRequest } from 'fastify'
import type { Call } from '#contracts/call.ts'
import {
  isSessionOf,
  type Session,
  type SessionClaim,
  type SessionService,
} from '#server/account/sessions/session-service.ts'
import type { Handler, ReadHandler } from '#server/http/context.ts'
import { type ContextParts, callContext } from './call-context.ts'
import { type CallAnswer, replyOf } from './run-handler.ts'
import '#server/http/fastify-request.ts'

type EagerParts = ContextParts & { readonly sessions: SessionService }
type ReadRequest = { readonly call: Call; readonly handler: Handler<Call>; readonly given: unknown }

/** A read that is ready to begin before its session is checked: for the shopper that the signed cookie names. */
type EagerRead = {
  readonly claim: SessionClaim
  readonly begin: NonNullable<ReadHandler<Call>['begin']>
  readonly input: unknown
}

/** The live session of a request, and what answers it that was read meanwhile; null where nothing was. */
export type CheckedSession = { readonly found: Session | null; readonly begun: (() => Promise<CallAnswer>) | null }

/** What may be read while the session is being checked; null for cookies that name nobody and every call that is not eager. */
export function eagerReadOf(
  { sessions }: EagerParts,
  request: FastifyRequest,
  { call, handler, given }: ReadRequest,
): EagerRead | null {
  if (handler.kind !== 'read' || handler.begin === undefined || call.rules.session !== 'required') return null
  const claim = sessions.claimed(request.cookies[request.site.sessionCookie])
  if (claim === null) return null
  const input = call.input.safeParse(given === undefined ? {} : given)
  return input.success ? { claim, begin: handler.begin, input: input.data } : null
}

/** The live session of the request's cookie, when it belongs to the storefront asked (OPEN-06). */
export async function sessionOf({ sessions }: EagerParts, request: FastifyRequest): Promise<Session | null> {
  return ofSite(await sessions.find(request.cookies[request.site.sessionCookie]), request)
}

/**
 * Finds the session beside the read's first statement: the session decides, and what was read for one that has ended, or is
 * another's, is thrown away.
 */
export async function checkAndRead(
  parts: EagerParts,
  request: FastifyRequest,
  { claim, begin, input }: EagerRead,
): Promise<CheckedSession> {
  const { shopperId, auth } = claim
  const reader = { ...callContext(parts, request, request.site, null), shopper: { shopperId, auth } }
  const { session, read } = await claim.findBeside((sql) => begin(sql, reader))
  const found = ofSite(session, request)
  if (found === null || !isOf(found, claim)) return { found, begun: null }
  const answer = async () => {
    if (read.status === 'rejected') throw read.reason
    const context = callContext(parts, request, request.site, found)
    return replyOf(await read.value(context, input, parts.database))
  }
  // whatever comes of it is told when it is its turn: a request may yet be refused
  const [settled] = await Promise.allSettled([answer()])
  return { found, begun: async () => answerOf(settled) }
}

function answerOf(settled: PromiseSettledResult<CallAnswer>): CallAnswer {
  if (settled.status === 'rejected') throw settled.reason
  return settled.value
}

function ofSite(session: Session | null, { site }: FastifyRequest): Session | null {
  return session !== null && isSessionOf(session, site.variant) ? session : null
}

/** Whether a session is that of the shopper for whom the read began. */
function isOf(session: Session, { shopperId, auth }: SessionClaim): boolean {
  return session.shopperId === shopperId && session.auth === auth
}
