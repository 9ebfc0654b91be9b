import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { countryAbroad, shipToCookie } from '#domain/address/ship-to.ts'
import { cacheControl } from '#server/http/cache-control.ts'
import type { Site } from '#server/http/host-table.ts'
import { sendWhenEmpty } from '#server/pages/open-when-filled.ts'
import { htmlType, type PageParts, pageOf, sendOwn, stateOf, wantsJson } from '#server/pages/page-routes.ts'
import { addressOf, type PageAnswer, type PageRequest, type PublicPage } from '#server/pages/page-table.ts'
import { htmlDocument } from '#server/pages/render/document.ts'
import { sharedFrame } from '#server/pages/render/frame.ts'
import { asksForApp, createVisit, liveSession, openSession } from '#server/pages/visit.ts'
import type { CachedPage, Rendered } from './html-cache.ts'
import '#server/http/fastify-request.ts'
import { acceptsEncoding } from '#server/http/accept-encoding.ts'
import { isFresh } from './if-none-match.ts'

const jsonType = 'application/json; charset=utf-8'

/** A page asked for, by its one address; and how to find it: kept, or rendered now. */
type CachedRequest = { readonly address: string; readonly find: () => CachedPage | Promise<CachedPage> }

/** Registers the pages that are the same for every guest: kept for visitors without a session, made anew for the others. */
export function cachedRoutes(app: FastifyInstance, parts: PageParts, pages: readonly PublicPage[]): void {
  for (const page of pages) {
    app.get(page.path, (request, reply) => {
      if (!isPlainGuest(request, request.site)) {
        return parts.gate.run(() => answerVisitor(parts, page, request, reply))
      }
      const wanted = cachedRequestOf(parts, page, request)
      const cached = wanted.find()
      if (cached instanceof Promise) return cached.then((filled) => sendCached(parts, request, reply, filled, wanted))
      reply.isCached = cached.brotli !== null
      return sendCached(parts, request, reply, cached, wanted)
    })
  }
}

/** Nothing about this visitor changes the page. */
function isPlainGuest(request: FastifyRequest, site: Site): boolean {
  const { headers } = request
  if (headers['x-app'] !== undefined || asksForApp(request)) return false
  if (headers.cookie === undefined) return true
  if (countryAbroad(request.cookies[shipToCookie]) !== '') return false
  return request.cookies[site.sessionCookie] === undefined && request.cookies['scan-mode'] !== 'true'
}

async function answerVisitor(
  parts: PageParts,
  page: PublicPage,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const session = (await liveSession(parts, request)) ?? openSession(parts, request, reply)
  const visit = createVisit(parts, request, reply, session)
  const version = await parts.navigation.version()
  const answer = await page.load({ ...pageRequestOf(request), now: parts.now(), version })
  const address = answer.kind === 'page' ? answer.address : undefined
  return sendOwn(parts, visit, address ?? addressOf(request, page), answer)
}

/** What a request asks for, in a way that outlives it. */
function pageRequestOf(request: FastifyRequest): Omit<PageRequest, 'now' | 'version'> {
  const { site, params, query } = request
  return { variant: site.variant, params: params as PageRequest['params'], query: query as PageRequest['query'] }
}

function cachedRequestOf(parts: PageParts, page: PublicPage, request: FastifyRequest): CachedRequest {
  const { build, cache, gate, navigation, messages, now } = parts
  const { site } = request
  const asJson = wantsJson(request)
  const address = addressOf(request, page)
  const pageRequest = pageRequestOf(request)
  const key = `${site.variant.key} ${asJson ? 'json' : 'html'} ${address}`
  const render = (version: number) =>
    gate.run(async () => {
      return renderShared(parts, site, address, asJson, await page.load({ ...pageRequest, now: now(), version }))
    })
  const find = () => {
    const version = navigation.version()
    const get = (found: number) =>
      cache.get(key, `${found} ${messages.version()} ${build.revision()}`, () => render(found))
    return typeof version === 'number' ? get(version) : version.then(get)
  }
  return { address, find }
}

async function renderShared(
  parts: PageParts,
  site: Site,
  address: string,
  asJson: boolean,
  answer: PageAnswer,
): Promise<Rendered> {
  if (answer.kind === 'redirect') {
    return { status: 302, contentType: htmlType, body: Buffer.alloc(0), location: answer.to, isCacheable: false }
  }
  const { page, status } = pageOf(answer)
  const own = (answer.kind === 'page' ? answer.address : undefined) ?? address
  const state = await stateOf(parts, site, page, own, sharedFrame)
  const body = Buffer.from(
    asJson
      ? JSON.stringify(state)
      : htmlDocument(state, { build: parts.build, bar: parts.bar, isFirst: true, isPayment: false }),
  )
  const isPassing = answer.kind === 'page' && answer.isPassing === true
  // an address with made-up values shows the page of another one: that one is worth caching
  const isCacheable = status === 200 && own === address && !isPassing
  return { status, contentType: asJson ? jsonType : htmlType, body, isCacheable }
}

function sendCached(
  parts: PageParts,
  request: FastifyRequest,
  reply: FastifyReply,
  cached: CachedPage,
  { find, address }: CachedRequest,
): FastifyReply {
  reply.code(cached.status).headers({
    'content-type': cached.contentType,
    'content-security-policy': parts.policy,
    'cache-control': cacheControlOf(parts, cached),
    vary: 'cookie, accept-encoding, accept',
  })
  if (cached.location !== undefined) reply.header('location', cached.location)
  const etag = parts.isBehindCdn ? cached.etag : ''
  if (etag !== '') reply.header('etag', etag)
  // the next visitor with this wish need not come the long way; one who spells it another way does
  if (cached.status === 200 && cached.brotli !== null && request.url === address)
    parts.fastPath.learn(request.raw, reply.getHeaders(), find)
  if (etag !== '' && isFresh(request.headers, etag)) return reply.code(304).removeHeader('content-type').send()
  if (cached.brotli === null || !acceptsEncoding(request.headers, 'br')) return reply.send(cached.body)
  return reply.header('content-encoding', 'br').send(cached.brotli)
}

function cacheControlOf({ isBehindCdn }: PageParts, { etag, contentType }: CachedPage): string {
  if (!isBehindCdn || etag === '') return cacheControl.asked
  return contentType === htmlType ? cacheControl.byCdn : cacheControl.notByCdn
}

/** The answer to an address where nothing is, in the storefront's own frame. */
export function sendMissing(parts: PageParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return sendError(parts, request, reply, { address: request.url, answer: { kind: 'missing' } })
}

/** The answer to an address with a card number in it (SAFE-30): nothing of the address stands in it. */
export function sendUnaccepted(parts: PageParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const title = 'Please leave card numbers out'
  const message = 'What you typed looks like the number of a payment card. We take those at checkout only.'
  const page = { name: 'error', status: 400, title, message } as const
  return sendError(parts, request, reply, { address: '/', answer: { kind: 'page', page, status: 400 } })
}

async function sendError(
  parts: PageParts,
  request: FastifyRequest,
  reply: FastifyReply,
  { address, answer }: { readonly address: string; readonly answer: PageAnswer },
): Promise<FastifyReply> {
  const gettingReady = await sendWhenEmpty(reply, parts.navigation)
  if (gettingReady !== null) return gettingReady
  const rendered = await parts.gate.run(() => renderShared(parts, request.site, address, wantsJson(request), answer))
  reply.header('cache-control', 'no-store').header('content-security-policy', parts.policy)
  return reply.code(rendered.status).header('content-type', rendered.contentType).send(rendered.body)
}
