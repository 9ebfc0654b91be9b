import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSessionOf, type Session, type SessionService } from '#server/account/sessions/session-service.ts'
import type { Keys } from '#server/config/secrets.ts'
import { type ContextParts, callContext } from '#server/http/calls/call-context.ts'
import type { CallContext } from '#server/http/context.ts'
import { maskToken } from '#server/http/guards/anti-forgery.ts'
import type { Site } from '#server/http/host-table.ts'
import { type FlashMessage, setSessionCookie, takeFlash } from '#server/pages/cookies.ts'
import '#server/http/fastify-request.ts'

/** One visit of one page by a visitor with a live session. */
export type Visit = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly site: Site
  readonly session: Session
  readonly context: CallContext
  /** A fresh token for the page's hidden fields. */
  readonly token: string
  /** What a form without scripts left to say. */
  readonly flash: FlashMessage
}

export type VisitParts = ContextParts & { readonly sessions: SessionService; readonly flashCookieKey: Keys }

/** The visitor's live session for this storefront, or null. */
export async function liveSession(parts: VisitParts, request: FastifyRequest): Promise<Session | null> {
  const { site } = request
  const token = request.cookies[site.sessionCookie]
  if (token === undefined) return null
  const session = await parts.sessions.find(token)
  return session !== null && isSessionOf(session, site.variant) ? session : null
}

/** Loading a page without a live session makes one (CALL-92); the query app=true opens it as the app's (OPEN-23). */
export async function openVisit(parts: VisitParts, request: FastifyRequest, reply: FastifyReply): Promise<Visit> {
  const found = await liveSession(parts, request)
  return createVisit(parts, request, reply, found ?? openSession(parts, request, reply))
}

export function createVisit(parts: VisitParts, request: FastifyRequest, reply: FastifyReply, session: Session): Visit {
  const { site } = request
  return {
    request,
    reply,
    site,
    session,
    context: callContext(parts, request, site, session),
    token: maskToken(session.csrfSecret),
    flash: takeFlash(request, reply, parts.flashCookieKey),
  }
}

/** A new guest's session, its cookie set; nothing is written for it yet. */
export function openSession(parts: VisitParts, request: FastifyRequest, reply: FastifyReply): Session {
  const { site } = request
  const { session, token } = parts.sessions.openGuest(site.variant, asksForApp(request))
  setSessionCookie(reply, site, token)
  return session
}

export function asksForApp(request: FastifyRequest): boolean {
  return (request.query as { app?: unknown }).app === 'true'
}
