import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Frame, Page, PageState } from '#contracts/pages.ts'
import { countryName } from '#domain/address/request-countries.ts'
import { countryAbroad, shipToCookie } from '#domain/address/ship-to.ts'
import { type MessageTexts, pageTexts } from '#domain/messages.ts'
import type { VariantKey } from '#domain/variant.ts'
import { readFavorites } from '#server/catalog/browse/favorite-store.ts'
import { cacheControl } from '#server/http/cache-control.ts'
import { isAppRequest } from '#server/http/calls/call-context.ts'
import { sendJson } from '#server/http/calls/envelope.ts'
import type { PageGate } from '#server/http/guards/page-gate.ts'
import type { Site } from '#server/http/host-table.ts'
import { withPictureAddresses } from '#server/http/picture-addresses.ts'
import { brotli, type HtmlCache } from '#server/pages/cache/html-cache.ts'
import type { PageFastPath } from '#server/pages/cache/page-fast-path.ts'
import { type FlashMessage, returnFlash, setFlash } from '#server/pages/cookies.ts'
import type { OwnPage, PageAnswer } from '#server/pages/page-table.ts'
import { htmlDocument } from '#server/pages/render/document.ts'
import { frameOf, type OwnFrame } from '#server/pages/render/frame.ts'
import type { Navigation } from '#server/pages/render/navigation.ts'
import { headOf } from '#server/pages/render/page-facts.ts'
import type { PaymentPages } from '#server/pages/render/payment-pages.ts'
import { isFromOtherDocument } from '#server/pages/render/script-integrity.ts'
import type { TestStoreBar } from '#server/pages/render/test-store-bar.ts'
import type { WebBuild } from '#server/pages/render/web-build.ts'
import { ask, type PageSources } from '#server/pages/sources.ts'
import { openVisit, type Visit, type VisitParts } from '#server/pages/visit.ts'
import type { Messages } from '#server/platform/messages.ts'
import '#server/http/fastify-request.ts'
import { acceptsEncoding } from '#server/http/accept-encoding.ts'

export type PageParts = VisitParts & {
  readonly sources: PageSources
  readonly messages: Messages
  readonly navigation: Navigation
  /** Storefronts that ask before they measure a visit. */
  readonly consentStores: readonly VariantKey[]
  /** Where browsers get the catalogue's pictures; '' from each storefront itself. */
  readonly picturesAt: string
  readonly cache: HtmlCache
  /** Guests' pages are served by a CDN for a minute. */
  readonly isBehindCdn: boolean
  /** Bounds how long a page waits to be made. */
  readonly gate: PageGate
  /** Kept pages as the next visitor gets them. */
  readonly fastPath: PageFastPath
  readonly build: WebBuild
  /** Stands above every page of a test store. */
  readonly bar: TestStoreBar
  /** The policy of a page, one constant sentence; with the hashes of the styles that stand in first pages. */
  readonly policy: string
  /** Where a card or a wallet is entered. */
  readonly paymentPages: PaymentPages
  /** The policy there, where the origins of the providers are needed (PCI DSS 6.4.3). */
  readonly paymentPolicy: string
}

export const htmlType = 'text/html; charset=utf-8'

/** Registers the pages of one shopper; every address also answers its state as JSON, for soft navigation. */
export function ownRoutes(app: FastifyInstance, parts: PageParts, pages: readonly OwnPage[]): void {
  for (const page of pages) {
    app.get(page.path, (request, reply) =>
      parts.gate.run(async () => {
        const visit = await openVisit(parts, request, reply)
        return sendOwn(parts, visit, request.url, await page.load(visit))
      }),
    )
  }
}

export function wantsJson(request: FastifyRequest): boolean {
  return request.headers.accept?.startsWith('application/json') === true
}

/** Answers a page of one shopper: never kept by anybody. */
export async function sendOwn(
  parts: PageParts,
  visit: Visit,
  address: string,
  answer: PageAnswer,
): Promise<FastifyReply> {
  const { request, reply, site } = visit
  reply.headers({ 'cache-control': cacheControl.personal, vary: 'cookie, accept-encoding, accept' })
  if (answer.kind === 'redirect') {
    // the page it leads to is the one that says it
    if (visit.flash.text !== '') setFlash(reply, site, parts.flashCookieKey, ...partsOf(visit.flash))
    return reply.redirect(answer.to, 303)
  }
  const { page, status } = pageOf(answer)
  const frame = await ownFrame(parts, visit)
  const notice = (answer.kind === 'page' && answer.notice) || frame.notice
  const state = await stateOf(parts, site, page, address, { ...frame, notice })
  const isPayment = parts.paymentPages.has(page.name)
  const isSoft = wantsJson(request)
  if (isSoft && !(isPayment && isFromOtherDocument(request.headers, parts.paymentPages)))
    return sendJson(reply, status, state)
  // nobody reads this one: the browser asks for the page itself, which says it
  if (isSoft) returnFlash(request, reply)
  const body = Buffer.from(htmlDocument(state, { build: parts.build, bar: parts.bar, isFirst: false, isPayment }))
  const policy = isPayment ? parts.paymentPolicy : parts.policy
  reply.code(status).headers({ 'content-type': htmlType, 'content-security-policy': policy })
  if (body.length < 2_000 || !acceptsEncoding(request.headers, 'br')) return reply.send(body)
  return reply.header('content-encoding', 'br').send(await brotli(body, 3))
}

function partsOf({ text, typed, field }: FlashMessage) {
  return [text, typed, field] as const
}

async function ownFrame(parts: PageParts, visit: Visit): Promise<OwnFrame> {
  const { request, session, context, token, flash } = visit
  const counts = await ask(parts.sources.cart.getHeaderCounts, context, {})
  const hasFavorites = (counts?.favoritesCount ?? 0) > 0
  const favorites = hasFavorites ? await readFavorites(parts.database, session.shopperId, visit.site.variant) : []
  return {
    token,
    counts,
    favorites: favorites.map(({ sku }) => sku),
    shipTo: countryName(countryAbroad(request.cookies[shipToCookie])),
    isSignedIn: session.auth === 'member',
    isApp: isAppRequest(request, session),
    isScanMode: request.cookies['scan-mode'] === 'true',
    notice: flash.text,
    noticeField: flash.field,
    errors: flash.errors,
    isRefused: flash.isRefused,
    typed: flash.typed,
  }
}

export function pageOf(answer: PageAnswer): { readonly page: Page; readonly status: number } {
  if (answer.kind === 'page') return { page: answer.page, status: answer.status ?? 200 }
  const title = 'Page not found'
  const message = 'The page you asked for is not here. It may have moved, or the item may no longer be sold.'
  return { page: { name: 'error', status: 404, title, message }, status: 404 }
}

export async function stateOf(
  parts: PageParts,
  site: Site,
  page: Page,
  path: string,
  own: OwnFrame,
): Promise<PageState> {
  const { messages, navigation, flags, consentStores, picturesAt } = parts
  const { variant } = site
  const categories = await navigation.categories(variant)
  const frame: Frame = frameOf(
    { site, categories, messages: textsFor(page, messages.textsOf(variant)), flags, consentStores },
    own,
  )
  const shown: Page = picturesAt === '' ? page : JSON.parse(withPictureAddresses(JSON.stringify(page), picturesAt))
  return { frame, page: shown, path, ...headOf(page, variant.brand) }
}

/** The fire drill shows what the server says too. */
function textsFor({ name }: Page, texts: MessageTexts): Frame['messages'] {
  return name === 'fireDrill' ? texts : pageTexts(texts)
}
