import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { IdentityRefusal, IdentitySignIn } from '#server/account/identity-provider-service.ts'
import type { Keys } from '#server/config/secrets.ts'
import { cacheControl } from '#server/http/cache-control.ts'
import { faultOfBody } from '#server/http/calls/body-rules.ts'
import { securityEvent } from '#server/http/guards/security-events.ts'
import { openScope } from '#server/http/scope.ts'
import { setFlash } from '#server/pages/cookies.ts'
import type { OwnPage, PageAnswer } from '#server/pages/page-table.ts'
import { createVisit, liveSession, type Visit, type VisitParts } from '#server/pages/visit.ts'
import type { IdentityProvider, ProviderAnswer } from '#server/providers/identity/port.ts'
import { accountPath, safeReturnUrl } from './return-url.ts'
import { checkMailPath, loginPath, noReferrer, welcome } from './signed-in.ts'
import '#server/http/fastify-request.ts'

type Provider = Pick<IdentityProvider, 'key' | 'name'>

const startPath = '/account/auth/loginwithidp'
/** Where a provider's answer comes to; registered with the provider letter by letter. */
const callbackOf = ({ key }: Provider) => `/account/auth/callback/${key}`
const knownNames = ['Google', 'Apple', 'Okta']

/** GET /account/auth/loginwithidp?idp=..&redirectUrl=..: leads the browser to the provider (ROUTE-22, CALL-90, OPEN-96). */
export function identityPages(identity: IdentitySignIn, flashCookieKey: Keys): OwnPage[] {
  return [
    {
      path: startPath,
      async load(visit) {
        const { request, site, session } = visit
        const { idp, redirectUrl } = request.query as { readonly [name: string]: unknown }
        const provider = identity.providers.find(({ name }) => name === idp)
        noReferrer(visit.reply)
        if (provider === undefined) return notAvailable(idp)
        const returnUrl = safeReturnUrl(redirectUrl, site.origin)
        if (session.auth === 'member') return { kind: 'redirect', to: returnUrl }
        // in development a store answers to any name; the answer comes to its own, and so must the cookie
        if (request.headers.host !== new URL(site.origin).host) {
          return { kind: 'redirect', to: `${site.origin}${request.url}` }
        }
        const redirectUri = `${site.origin}${callbackOf(provider)}`
        const begun = await identity.begin(provider.key, visitorOf(visit), { returnUrl, redirectUri })
        if (begun.state === 'begun') return { kind: 'redirect', to: begun.url }
        if (begun.reason === 'tooManyTries') securityEvent(request, 'throttled', session)
        return { kind: 'redirect', to: refusedTo(visit, flashCookieKey, provider, begun.reason, returnUrl) }
      },
    },
  ]
}

function notAvailable(idp: unknown): PageAnswer {
  const title = 'This sign-in is not available'
  const message = knownNames.includes(String(idp))
    ? 'Signing in with this provider is not configured in this store. Please sign in with your email address.'
    : 'We do not know this provider. Please sign in with your email address.'
  return { kind: 'page', status: 400, page: { name: 'error', status: 400, title, message } }
}

/**
 * The addresses that providers answer to. A GET signs in by the browser session that began; a POST (Apple) comes from
 * another site and so without the session's cookie: its answer waits until the browser fetches it by a GET.
 */
export function identityCallbacks(app: FastifyInstance, parts: VisitParts, identity: IdentitySignIn): void {
  for (const provider of identity.providers) {
    const path = callbackOf(provider)
    // HEAD must not use up a sign-in
    app.get(path, { exposeHeadRoute: false }, (request, reply) => takeAnswer(parts, identity, provider, request, reply))
    if (provider.key !== 'apple') continue
    openScope(app, 'identity-callback', async (inner) => {
      inner.removeAllContentTypeParsers()
      await inner.register(formbody, { bodyLimit: 8_192 })
      inner.post(path, { bodyLimit: 8_192 }, async (request, reply) => {
        plain(reply)
        const answer = answerOf(request.body)
        const isStored = await identity.storePosted(provider.key, answer)
        return reply.redirect(isStored ? `${path}?${new URLSearchParams({ state: answer.state ?? '' })}` : path, 303)
      })
    })
  }
}

async function takeAnswer(
  parts: VisitParts,
  identity: IdentitySignIn,
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  plain(reply)
  // none is made: an answer that comes twice must not take the new session's cookie away
  const session = await liveSession(parts, request)
  if (session === null) {
    securityEvent(request, 'sign-in-failed', null)
    return reply.redirect(refusedTo({ request, reply }, parts.flashCookieKey, provider, 'ended', ''), 303)
  }
  const visit = createVisit(parts, request, reply, session)
  const { variant } = request.site
  const finished = await identity.finish(provider.key, visitorOf(visit), answerOf(request.query), variant)
  if (finished.state === 'signedIn') {
    return reply.redirect(welcome(request, reply, finished.signedIn, finished.returnUrl), 303)
  }
  if (finished.state === 'mailed') return reply.redirect(checkMailPath, 303)
  const { reason, returnUrl } = finished
  securityEvent(request, 'sign-in-failed', session)
  return reply.redirect(refusedTo(visit, parts.flashCookieKey, provider, reason, returnUrl), 303)
}

function visitorOf({ session, context }: Visit) {
  return { session, address: context.clientAddress, log: context.log }
}

/** Leaves a sentence for the sign-in page and answers its address. */
function refusedTo(
  { request, reply }: Pick<Visit, 'request' | 'reply'>,
  flashCookieKey: Keys,
  { name }: Provider,
  reason: IdentityRefusal,
  returnUrl: string,
): string {
  setFlash(reply, request.site, flashCookieKey, sentences[reason](name))
  const query = returnUrl === '' || returnUrl === accountPath ? '' : `?${new URLSearchParams({ returnUrl })}`
  return `${loginPath}${query}`
}

const sentences: { readonly [Reason in IdentityRefusal]: (name: string) => string } = {
  ended: (name) => `This sign-in with ${name} has ended. Please begin again.`,
  denied: (name) => `You are not signed in: ${name} did not tell us who you are.`,
  failed: (name) => `We could not make sure of ${name}’s answer, so you are not signed in. Please try again.`,
  unavailable: (name) =>
    `${name} does not answer at the moment. Please try again later, or sign in with your password.`,
  noEmail: (name) =>
    `${name} did not tell us your email address. Please create an account, or sign in with your password.`,
  tooManyTries: () => 'Too many tries. Please wait a few minutes.',
}

const names = ['code', 'state', 'iss', 'error', 'error_description', 'user'] as const

/** What is kept of an answer may be no card number (SAFE-30); `user` is JSON with a name and an e-mail address. */
const rules = { cardNumberFields: [], places: { code: 'id', state: 'id', email: 'email' } } as const

/** What counts of an answer; a name sent twice, or with a card number, counts as not sent. */
function answerOf(given: unknown): ProviderAnswer {
  if (typeof given !== 'object' || given === null) return {}
  const fields = given as { readonly [name: string]: unknown }
  const isTaken = (name: string) =>
    typeof fields[name] === 'string' && faultOfBody({ [name]: fields[name] }, rules) === null
  return Object.fromEntries(names.flatMap((name) => (isTaken(name) ? [[name, fields[name]]] : [])))
}

function plain(reply: FastifyReply): void {
  noReferrer(reply)
  reply.header('cache-control', cacheControl.personal)
}
