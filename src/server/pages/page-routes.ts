import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Frame, Page, PageState } from '#contracts/pages.ts'
import { isAppRequest } from '#server/http/call-context.ts'
import { sendJson } from '#server/http/envelope.ts'
import type { Site } from '#server/http/host-table.ts'
import { htmlDocument } from '#server/pages/document.ts'
import { frameOf, headOf, type OwnFrame, sharedFrame } from '#server/pages/frame.ts'
import { brotli, type CachedPage, type HtmlCache, type Rendered } from '#server/pages/html-cache.ts'
import type { Navigation } from '#server/pages/navigation.ts'
import { addressOf, type OwnPage, type PageAnswer, type PublicPage } from '#server/pages/page-table.ts'
import { ask, type PageSources } from '#server/pages/sources.ts'
import {
  asksForApp,
  liveSession,
  openSession,
  openVisit,
  type Visit,
  type VisitParts,
  visitOf,
} from '#server/pages/visit.ts'
import type { WebBuild } from '#server/pages/web-build.ts'
import type { Messages } from '#server/platform/messages.ts'
import '#server/http/fastify-request.ts'

export type PageParts = VisitParts & {
  readonly sources: PageSources
  readonly messages: Messages
  readonly navigation: Navigation
  readonly cache: HtmlCache
  readonly build: WebBuild
  /** The styles that stand in pages kept for everybody; '' when they are linked there too. */
  readonly inlineStyles: string
  /** The policy of a page, one constant sentence; with the hash of the styles that stand in it. */
  readonly policy: string
}

const htmlType = 'text/html; charset=utf-8'
const jsonType = 'application/json; charset=utf-8'

/** Registers the pages; every address also answers its state as JSON, for soft navigation. */
export function pageRoutes(
  app: FastifyInstance,
  parts: PageParts,
  pages: { readonly publicPages: readonly PublicPage[]; readonly ownPages: readonly OwnPage[] },
): void {
  for (const page of pages.publicPages) {
    app.get(page.path, (request, reply) => answerPublic(parts, page, request, reply))
  }
  for (const page of pages.ownPages) {
    app.get(page.path, async (request, reply) => {
      const visit = await openVisit(parts, request, reply)
      return sendOwn(parts, visit, request.url, await page.load(visit))
    })
  }
}

/** A page of the catalogue: kept for visitors who have no session, made anew for those who have. */
async function answerPublic(
  parts: PageParts,
  page: PublicPage,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { site } = request
  if (!isPlainGuest(request, site)) {
    const session = (await liveSession(parts, request)) ?? (await openSession(parts, request, reply))
    const visit = visitOf(parts, request, reply, session)
    return sendOwn(parts, visit, addressOf(request, page.query), await load(parts, page, request))
  }
  const asJson = wantsJson(request)
  const address = addressOf(request, page.query)
  const version = `${await parts.navigation.version()} ${parts.messages.version()}`
  const kept = await parts.cache.get(`${site.variant.key} ${asJson ? 'json' : 'html'} ${address}`, version, async () =>
    renderShared(parts, site, address, asJson, await load(parts, page, request)),
  )
  return sendKept(parts, request, reply, kept)
}

function load(parts: PageParts, page: PublicPage, request: FastifyRequest): Promise<PageAnswer> {
  return page.load({
    variant: request.site.variant,
    params: request.params as { [name: string]: string },
    query: request.query as { [name: string]: unknown },
    now: parts.now(),
  })
}

/** Nothing about this visitor changes the page. */
function isPlainGuest(request: FastifyRequest, site: Site): boolean {
  const { headers } = request
  if (headers['x-app'] !== undefined || asksForApp(request)) return false
  if (headers.cookie === undefined) return true
  return request.cookies[site.sessionCookie] === undefined && request.cookies['scan-mode'] !== 'true'
}

export function wantsJson(request: FastifyRequest): boolean {
  return request.headers.accept?.startsWith('application/json') === true
}

async function renderShared(
  parts: PageParts,
  site: Site,
  address: string,
  asJson: boolean,
  answer: PageAnswer,
): Promise<Rendered> {
  const { page, status } = pageOf(answer)
  const state = await stateOf(parts, site, page, address, sharedFrame)
  const body = Buffer.from(asJson ? JSON.stringify(state) : htmlDocument(state, parts))
  return { status, contentType: asJson ? jsonType : htmlType, body, isCacheable: status === 200 }
}

function sendKept(parts: PageParts, request: FastifyRequest, reply: FastifyReply, kept: CachedPage): FastifyReply {
  reply.headers({
    'content-type': kept.contentType,
    'content-security-policy': parts.policy,
    'cache-control': 'no-cache',
    vary: 'cookie, accept-encoding, accept',
  })
  reply.code(kept.status)
  if (kept.brotli === null || !acceptsBrotli(request)) return reply.send(kept.body)
  return reply.header('content-encoding', 'br').send(kept.brotli)
}

/** Answers a page of one shopper: never kept by anybody. */
export async function sendOwn(
  parts: PageParts,
  visit: Visit,
  address: string,
  answer: PageAnswer,
): Promise<FastifyReply> {
  const { request, reply, site } = visit
  reply.headers({ 'cache-control': 'no-store', vary: 'cookie, accept-encoding, accept' })
  if (answer.kind === 'redirect') return reply.redirect(answer.to, 303)
  const { page, status } = pageOf(answer)
  const state = await stateOf(parts, site, page, address, await ownFrame(parts, visit))
  if (wantsJson(request)) return sendJson(reply, status, state)
  const body = Buffer.from(htmlDocument(state, { build: parts.build, inlineStyles: '' }))
  reply.code(status).headers({ 'content-type': htmlType, 'content-security-policy': parts.policy })
  if (body.length < 2_000 || !acceptsBrotli(request)) return reply.send(body)
  return reply.header('content-encoding', 'br').send(await brotli(body, 3))
}

async function ownFrame(parts: PageParts, visit: Visit): Promise<OwnFrame> {
  const { request, session, context, token, notice } = visit
  return {
    token,
    counts: await ask(parts.sources.cart.getHeaderCounts, context, {}),
    isSignedIn: session.auth === 'member',
    isApp: isAppRequest(request, session),
    isScanMode: request.cookies['scan-mode'] === 'true',
    notice,
  }
}

/** The answer to an address where nothing is, in the storefront's own frame. */
export async function sendMissing(
  parts: PageParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { site } = request
  const asJson = wantsJson(request)
  const rendered = await renderShared(parts, site, request.url, asJson, { kind: 'missing' })
  reply.header('cache-control', 'no-store').header('content-security-policy', parts.policy)
  return reply.code(rendered.status).header('content-type', rendered.contentType).send(rendered.body)
}

function pageOf(answer: PageAnswer): { readonly page: Page; readonly status: number } {
  if (answer.kind === 'page') return { page: answer.page, status: answer.status ?? 200 }
  const title = 'Page not found'
  const message = 'The page you asked for is not here. It may have moved, or the item may no longer be sold.'
  return { page: { name: 'error', status: 404, title, message }, status: 404 }
}

async function stateOf(parts: PageParts, site: Site, page: Page, path: string, own: OwnFrame): Promise<PageState> {
  const { messages, navigation, flags } = parts
  const { variant } = site
  const categories = await navigation.categories(variant)
  const frame: Frame = frameOf({ site, categories, messages: messages.textsOf(variant), flags }, own)
  return { frame, page, path, ...headOf(page, variant.brand) }
}

function acceptsBrotli(request: FastifyRequest): boolean {
  return request.headers['accept-encoding']?.includes('br') === true
}
