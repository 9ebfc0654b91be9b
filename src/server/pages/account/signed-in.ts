import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignedIn } from '#server/account/account-service.ts'
import { securityEvent } from '#server/http/guards/security-events.ts'
import { setAccountCookie, setDeviceCookie, setSessionCookie } from '#server/pages/cookies.ts'
import { safeReturnUrl } from './return-url.ts'
import '#server/http/fastify-request.ts'

export const loginPath = '/account/login'
export const confirmPath = '/account/auth/confirm'
/** Where an account that was asked for waits for its link. */
export const checkMailPath = '/account/check-mail'

/**
 * Gives the browser a member's session, however it was come by: the old cookie is a stranger from now on. Answers the
 * confirmation page, which leads on to `redirectUrl` when that is a page of ours (LOGIN-21, ROUTE-23).
 */
export function welcome(
  request: FastifyRequest,
  reply: FastifyReply,
  signedIn: SignedIn,
  redirectUrl: unknown,
): string {
  const { site } = request
  setSessionCookie(reply, site, signedIn.token)
  setAccountCookie(reply, site)
  setDeviceCookie(reply, site, signedIn.device)
  noReferrer(reply)
  securityEvent(request, 'signed-in', signedIn.session)
  return `${confirmPath}?returnUrl=${encodeURIComponent(safeReturnUrl(redirectUrl, site.origin))}`
}

/** Addresses of signing in are nobody else's business. */
export function noReferrer(reply: FastifyReply): void {
  reply.header('referrer-policy', 'no-referrer')
}
