import type { IncomingMessage } from 'node:http'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { SessionService } from '#server/account/sessions/session-service.ts'
import type { ShelfIndexes } from '#server/catalog/browse/browse-index.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/db/database.ts'
import { onUnreadableRow, type StoredJsonFault } from '#server/db/stored-json.ts'
import { type CallRouteParts, callRoutes, type TopicCalls } from '#server/http/calls/call-routes.ts'
import { isCardNumberInAddress } from '#server/http/calls/card-number-places.ts'
import { cardNumberRefusal, refusal, refusalTexts, sendJson } from '#server/http/calls/envelope.ts'
import type { Text } from '#server/http/context.ts'
import { answerErrors } from '#server/http/errors.ts'
import { createAddressLimit } from '#server/http/guards/address-limit.ts'
import { createNetworkReader } from '#server/http/guards/client-network.ts'
import { asksForPage } from '#server/http/guards/error-page.ts'
import { createErrorSender, errorReplies } from '#server/http/guards/error-replies.ts'
import { faultPage } from '#server/http/guards/fault-page.ts'
import { hostTable, type Site } from '#server/http/host-table.ts'
import { healthRoutes, type NotReady } from '#server/http/ops/health.ts'
import { namePictures } from '#server/http/picture-addresses.ts'
import { limitedServer, type PreRouterHandler } from '#server/http/pre-router-handler.ts'
import { servedAt } from '#server/providers/picture-store/settings.ts'
import '#server/http/fastify-request.ts'
import { readJsonOnly } from '#server/http/calls/json-body.ts'
import { hasOtherCharset } from '#server/http/guards/content-charset.ts'
import { createNetworkTurns, unboundedTurns } from '#server/http/guards/network-turns.ts'
import { parserFaults } from '#server/http/guards/parser-faults.ts'
import { isOwnOrigin } from '#server/http/guards/request-origin.ts'
import { securityEvent } from '#server/http/guards/security-events.ts'
import { commonHeaders } from '#server/http/guards/security-headers.ts'
import { countRequests } from '#server/http/ops/count-requests.ts'
import type { Metrics } from '#server/http/ops/metrics.ts'
import { countAmongRequests, scopeOf } from '#server/http/ops/request-hooks.ts'
import { requestIdHeader, requestIds } from '#server/http/ops/request-scope.ts'
import { routeMethods } from '#server/http/route-methods.ts'
import { webhookPath } from '#server/order/payment/webhook-path.ts'
import { testStoreBar } from '#server/pages/render/test-store-bar.ts'
import type { PriceRates } from '#server/pricing/price-rates.ts'

export type AppParts = {
  readonly config: Config
  readonly database: Database
  readonly sessions: SessionService
  readonly log: Logger
  readonly now: () => Date
  readonly rates: PriceRates
  /** Messages of a storefront, as of now. */
  readonly textOf: (site: Site) => Text
  readonly topics: readonly TopicCalls[]
  /** Why the database cannot be served from, of what is known of it; null: it can. Asked of the shop's own connections unless given. */
  readonly whyNotReady: (() => Promise<NotReady | null>) | undefined
  readonly shelves: Pick<ShelfIndexes, 'isPrepared' | 'counts'>
  readonly metrics: Metrics
  /** Tells of a row that something goes on without. */
  readonly tellUnreadable: (fault: StoredJsonFault) => void
  /** Styles of a first page, for what is shown when no page can be made. */
  readonly styles?: string
  /** Registers pages, files and what else answers at an address. */
  readonly pages?: (app: FastifyInstance, doorkeeper: Doorkeeper) => Pages
}

/** What is asked and told of a request that is answered before the framework. */
export type Doorkeeper = {
  readonly allows: (request: IncomingMessage) => boolean
  readonly count: () => void
  /** A page was refused because too many are at work. */
  readonly refused: () => void
  readonly metrics: Metrics
}

export type Pages = {
  readonly early?: PreRouterHandler
  /** Answers a browser that asks for a page that is not there. */
  readonly missing: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
  /** Answers a browser whose address has a card number in it, which is kept and shown nowhere. */
  readonly unaccepted: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
}

export type App = {
  readonly http: FastifyInstance
  readonly metrics: Metrics
  /** Why it cannot serve; null: it can, with its database and all migrations. */
  whyNotReady(): Promise<NotReady | null>
  /** From now on new requests are answered 503 and /readyz says no; answers how many are still open when time is up. */
  drain(limitMs: number): Promise<number>
}

/** The whole HTTP side of the shop; nothing listens yet. */
export async function buildApp(parts: AppParts): Promise<App> {
  const { config, database, sessions, log, now, textOf, shelves, metrics } = parts
  const hosts = hostTable(config.origins, config.isProduction)
  let early: PreRouterHandler | undefined
  const plainHeaders = commonHeaders(null, config.isTestStore)
  const siteHeaders = new Map(Object.values(hosts.sites).map((site) => [site, commonHeaders(site, config.isTestStore)]))
  const headersOf = (site: Site | null) => (site === null ? undefined : siteHeaders.get(site)) ?? plainHeaders
  const errorParts = { textOf, styles: parts.styles ?? '', bar: testStoreBar(config.isTestStore) }
  const sendError = createErrorSender(errorParts, hosts.sites)
  const faults = parserFaults(plainHeaders, faultPage(errorParts, hosts, headersOf))
  const http = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: requestIds(config.trustedProxies),
    // a logger per request costs more than a cached page: who logs adds the id
    childLoggerFactory: (logger) => logger,
    bodyLimit: 65_536,
    serverFactory: (handler) => limitedServer(handler, { early: () => early, faults }),
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200, caseSensitive: true, ignoreTrailingSlash: false },
    clientErrorHandler: faults.onClientError,
    frameworkErrors(_error, request, reply) {
      // no hook has run yet
      const site = hosts.siteOf(request.headers.host)
      if (site !== null) request.site = site
      reply.header(requestIdHeader, request.id)
      sendError(request, reply.headers(headersOf(site)), 'malformed', refusal(refusalTexts.malformed))
    },
  }) as unknown as FastifyInstance
  namePictures(http, servedAt(config.pictureStore))
  const methodsOf = routeMethods(http)
  const networkOf = createNetworkReader(config.trustedProxies, (address) => {
    log.warn(
      { event: 'unknown-proxy', address },
      'a proxy passes visitors on that TRUSTED_PROXIES does not name: all of them count as one, and are refused together',
    )
  })
  const limit = createAddressLimit(config.requestsPerSecond)
  const isBounded = config.requestsPerSecond > 0
  // what changes something costs the most: a tenth of all
  const changeLimit = createAddressLimit(isBounded ? Math.max(1, config.requestsPerSecond / 10) : 0)
  // what they bring is read, although it is not taken
  const formLimit = createAddressLimit(Math.min(1, config.requestsPerSecond))
  countRequests(http, metrics, () => open)
  const isLogged = log.isLevelEnabled('info')
  let isDraining = false
  let open = 0

  // set for every request before anything reads it
  http.decorateRequest('site', null as unknown as Site)
  http.decorateRequest('network', '')
  http.decorateRequest('isThrottled', false)
  http.decorateReply('isCached', false)
  errorReplies(http, sendError, { log, metrics })
  countAmongRequests(http)
  http.addHook('onRequest', (request, reply, done) => {
    // cached pages are answered at once; what takes time is waited for when the process ends
    if (request.method !== 'GET' || request.headers.cookie !== undefined) {
      open += 1
      // also told of a visitor who went away in the middle
      reply.raw.once('close', () => {
        open -= 1
      })
    }
    const site = hosts.siteOf(request.headers.host)
    if (site !== null) request.site = site
    reply.headers(headersOf(site))
    // before everything else, whatever host and path are asked for (SAFE-20)
    const network = networkOf(request.raw)
    request.network = network
    // a processor's webhooks are signed: they may come by any name of this machine, and as many as there are
    const isWebhook = request.url === webhookPath && request.method === 'POST'
    const broken = [limit, ...(request.method === 'POST' && !isWebhook ? [changeLimit] : [])].find(
      (each) => !each.allows(network),
    )
    if (broken !== undefined) {
      if (broken.isNews(network)) securityEvent(request, 'throttled', null)
      if (!isOwnForm(request, config.isProduction) || !formLimit.allows(network)) {
        return void reply.header('retry-after', '1').sendError('tooMany', refusal(refusalTexts.tooMany))
      }
      // it changes nothing: it comes back to its page, with what was typed (SAFE-33), and that page must be let in
      request.isThrottled = true
      limit.lend(network)
    }
    if (hasOtherCharset(request.headers)) {
      reply.header('connection', 'close')
      return void reply.sendError('wrongType', refusal(refusalTexts.notUtf8))
    }
    const isHealth = request.url === '/healthz' || request.url === '/readyz'
    if (isHealth && request.method === 'GET') return done()
    if (isDraining) return void reply.header('connection', 'close').sendUnavailable('busy', 2, 'the server is ending')
    if (site === null && isWebhook) return done()
    if (site === null) return void sendJson(reply, 421, refusal(refusalTexts.unknownHost))
    if (request.is404 || !isKnownMethod(request.method)) {
      const allowed = methodsOf(pathOf(request.url))
      const isWrong = (allowed !== undefined && !allowed.includes(request.method)) || !isKnownMethod(request.method)
      if (isWrong) {
        reply.header('allow', [...(allowed ?? ['GET', 'HEAD', 'POST'])].join(', '))
        return void reply.sendError('wrongMethod', refusal(refusalTexts.wrongMethod))
      }
    }
    if (!isFile(request) && isCardNumberInAddress(request.url)) return void refuseAddress(request, reply).catch(done)
    done()
  })
  const refuseAddress = async (request: FastifyRequest, reply: FastifyReply) =>
    isBrowser(request) && pages !== undefined
      ? pages.unaccepted(request, reply)
      : reply.sendError('cardNumber', cardNumberRefusal(''))
  const unheard = onUnreadableRow(parts.tellUnreadable)
  http.addHook('onClose', async () => unheard())
  http.addHook('onResponse', (request, reply, done) => {
    // those are told of together, and counted: a line for each would be the next flood
    if (isLogged && !reply.isUnavailable && !reply.isCached) {
      const { method } = request
      const facts = { ...scopeOf(request), method, route: request.routeOptions.url ?? '', status: reply.statusCode }
      log.info({ ...facts, ms: Math.round(reply.elapsedTime) }, 'answered')
    }
    done()
  })
  await http.register(cookie)
  readJsonOnly(http)
  answerErrors(http)
  const whyNotReady = async () => {
    if (isDraining) return 'draining'
    const isAway = parts.whyNotReady === undefined && !(await database.ready())
    const why = isAway ? 'database away' : await parts.whyNotReady?.()
    return why ?? (shelves.isPrepared() ? null : 'starting')
  }
  healthRoutes(http, whyNotReady)
  const routeParts: CallRouteParts = {
    database,
    flags: config.flags,
    rates: parts.rates,
    now,
    textOf,
    sessions,
    turns: isBounded ? createNetworkTurns() : unboundedTurns,
    isProduction: config.isProduction,
    checksReplies: config.checksReplies,
  }
  callRoutes(http, routeParts, parts.topics)
  const held = parts.rates.skus.counts
  metrics.reading('sku_facts_hits_total', () => held().hits)
  metrics.reading('sku_facts_misses_total', () => held().misses)
  metrics.reading('sku_facts_held', () => held().skus)
  const indexed = shelves.counts
  metrics.reading('shelf_index_products', () => indexed().products)
  metrics.reading('shelf_index_bytes', () => indexed().bytes)
  metrics.reading('shelf_indexes_made_total', () => indexed().made)
  const counted = metrics.counter('kept_pages_total')
  const pages = parts.pages?.(http, {
    allows: (request) => !isDraining && limit.allows(networkOf(request)),
    count: counted,
    refused: metrics.counter('pages_refused_total'),
    metrics,
  })
  early = pages?.early
  http.setNotFoundHandler((request, reply) => {
    if (isBrowser(request) && pages !== undefined) return pages.missing(request, reply)
    return reply.sendError('missing', refusal(refusalTexts.notFound))
  })
  await http.ready()

  return {
    http,
    metrics,
    whyNotReady,
    async drain(limitMs) {
      isDraining = true
      const until = performance.now() + limitMs
      while (open > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 20))
      return open
    },
  }
}

function isBrowser({ method, headers }: FastifyRequest): boolean {
  return method !== 'POST' && asksForPage(headers)
}

/** A native form that was sent from one of our own pages. */
function isOwnForm({ method, headers, site, routeOptions }: FastifyRequest, isProduction: boolean): boolean {
  return method === 'POST' && routeOptions.config?.isForm === true && isOwnOrigin(headers, site, isProduction)
}

/** Names of files are made of hashes; one that is not there is kept nowhere. */
function isFile({ routeOptions: { url = '' } }: FastifyRequest): boolean {
  return url.endsWith('*') || url.endsWith('/:file')
}

function isKnownMethod(method: string): boolean {
  return method === 'GET' || method === 'POST' || method === 'HEAD'
}

function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}
