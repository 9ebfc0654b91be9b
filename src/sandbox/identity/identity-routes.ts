import { generateKeyPairSync } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { JWK } from 'oidc-provider'
import { escapeHtml } from '#domain/escape-html.ts'
import { page } from '#sandbox/card-gateway/html.ts'
import type { FaultStore } from '#sandbox/fire-drill/fault-store.ts'
import { openScope } from '#sandbox/scope.ts'
import { type Person, people, readPerson } from './people.ts'
import type { StandIn, StandInClient } from './stand-in.ts'

export type IdentityParts = {
  readonly clients: readonly StandInClient[]
  /** How browsers and the store's server reach this program. */
  readonly origin: () => string
  readonly faults: FaultStore
  /** Origins of the stores' pages. */
  readonly storeOrigins: readonly string[]
  readonly cookieKey: string
  /** The signing key of before, or the one given, which is then kept. */
  readonly loadOrStoreKey: (fresh: string) => string
}

/** Where a store takes a provider's answer. */
const callbackPath = '/account/auth/callback'

type UidPath = { readonly Params: { readonly key: string; readonly uid: string } }

/** The stand-ins for Google, Apple and Okta, each under an address of its own: /identity/google and so on. */
export function identityRoutes(app: FastifyInstance, parts: IdentityParts): void {
  const running = new Map<string, Promise<StandIn>>()

  /** Made when first asked for: the library and its key take a moment, and this program's address is known by then. */
  function standIn(key: string): Promise<StandIn> | undefined {
    const client = parts.clients.find((each) => each.key === key)
    if (client === undefined) return undefined
    const known = running.get(key)
    if (known !== undefined) return known
    const made = start(client)
    running.set(key, made)
    return made
  }

  async function start(client: StandInClient): Promise<StandIn> {
    const { createStandIn } = await import('./stand-in.ts')
    return createStandIn({
      client,
      issuer: `${parts.origin()}/identity/${client.key}`,
      redirectUris: parts.storeOrigins.map((origin) => `${origin}${callbackPath}/${client.key}`),
      signingKey: signingKey(parts.loadOrStoreKey),
      cookieKey: parts.cookieKey,
    })
  }

  openScope(app, 'identity-pages', async (pages) => {
    pages.get<UidPath>('/identity/:key/interaction/:uid', async (request, reply) => {
      const found = await standIn(request.params.key)
      if (found === undefined) return nobody(reply)
      const details = await found.provider.interactionDetails(request.raw, reply.raw).catch(() => null)
      if (details === null) return ended(reply)
      if ((await parts.faults.take('identity', 'decline')) !== undefined) return sayNo(found, request, reply)
      return askWho(found, details.params, request, reply)
    })
    pages.post<UidPath>('/identity/:key/interaction/:uid', async (request, reply) => {
      const found = await standIn(request.params.key)
      if (found === undefined) return nobody(reply)
      const details = await found.provider.interactionDetails(request.raw, reply.raw).catch(() => null)
      if (details === null) return ended(reply)
      const fields = request.body as { readonly [name: string]: unknown }
      const person = fields.cancel === undefined ? chosen(fields) : null
      if (person === null) return sayNo(found, request, reply)
      const result = { select_account: {}, login: { accountId: found.book.add(person), remember: false } }
      return reply.redirect(await found.provider.interactionResult(request.raw, reply.raw, result), 303)
    })
  })
  openScope(app, 'identity-protocol', async (protocol) => {
    // the library reads bodies itself
    protocol.removeAllContentTypeParsers()
    protocol.addContentTypeParser('*', (_request, _payload, done) => done(null))
    protocol.route<{ Params: { key: string } }>({
      method: ['GET', 'POST'],
      url: '/identity/:key/*',
      async handler(request, reply) {
        const { key } = request.params
        const found = await standIn(key)
        if (found === undefined) return nobody(reply)
        const { raw } = request
        const isAskedByStore = !raw.url?.slice(`/identity/${key}`.length).startsWith('/auth')
        const played = isAskedByStore ? await parts.faults.take('identity', 'slow', '503') : undefined
        if (played === '503') return reply.code(503).send({ error: 'temporarily_unavailable' })
        // where the mounted part begins is told by the difference of the two
        const mounted = Object.assign(raw, { originalUrl: raw.url })
        mounted.url = raw.url?.slice(`/identity/${key}`.length) ?? '/'
        reply.hijack()
        await found.provider.callback()(mounted, reply.raw)
      },
    })
  })
}

function signingKey(loadOrStore: IdentityParts['loadOrStoreKey']): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return JSON.parse(loadOrStore(JSON.stringify(privateKey.export({ format: 'jwk' })))) as JWK
}

function chosen(fields: { readonly [name: string]: unknown }): Person | null {
  if (typeof fields.person === 'string') return people.find(({ email }) => email === fields.person) ?? null
  return readPerson(fields)
}

function askWho(
  { name }: StandIn,
  params: { readonly [name: string]: unknown },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const action = escapeHtml(request.url)
  const buttons = people.map(({ firstName, lastName, email, isEmailVerified }) => {
    const note = isEmailVerified ? '' : ' (address not verified)'
    return `<p><button name="person" value="${escapeHtml(email)}">${escapeHtml(`${firstName} ${lastName}`)}<br><small>${escapeHtml(email)}${note}</small></button></p>`
  })
  // the answer leads the browser on to the store
  const target = URL.parse(String(params.redirect_uri))?.origin ?? ''
  return page(
    reply,
    `Sign in with ${name}`,
    `<h1>Sign in with ${name}</h1><p>This page stands in for ${name}. Choose who you are.</p>
<form method="post" action="${action}">${buttons.join('')}</form>
<h2>Somebody else</h2>
<form method="post" action="${action}">
<p><label>First name <input name="firstName" value="Test" required></label></p>
<p><label>Last name <input name="lastName" value="Person" required></label></p>
<p><label>Email address <input name="email" type="email" required></label></p>
<p><label><input name="isEmailVerified" type="checkbox" value="true" checked> The address is verified</label></p>
<p><button>Sign in</button></p></form>
<form method="post" action="${action}"><p><button name="cancel" value="true">Cancel</button></p></form>`,
    target,
  )
}

async function sayNo({ provider }: StandIn, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const result = { error: 'access_denied', error_description: 'The person did not want to sign in' }
  return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303)
}

function nobody(reply: FastifyReply): FastifyReply {
  return page(reply.code(404), 'No such provider', '<h1>No such provider</h1>')
}

function ended(reply: FastifyReply): FastifyReply {
  return page(
    reply.code(400),
    'This sign-in has ended',
    '<h1>This sign-in has ended</h1><p>Please begin again in the store.</p>',
  )
}
