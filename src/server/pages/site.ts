import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Brand } from '#domain/variant.ts'
import type { SessionService } from '#server/account/sessions/session-service.ts'
import { crossSellFeed } from '#server/catalog/recommendation/cross-sell-feed.ts'
import type { Config } from '#server/config/config.ts'
import { keysFor, type Secret } from '#server/config/secrets.ts'
import type { Drawings } from '#server/drawing/drawings.ts'
import type { AppParts } from '#server/http/app.ts'
import { openapiRoutes } from '#server/http/calls/openapi.ts'
import { cspReportRoute } from '#server/http/guards/csp-report-route.ts'
import { createPageGate } from '#server/http/guards/page-gate.ts'
import { contentSecurityPolicy, withAdyen, withBraintree } from '#server/http/guards/security-headers.ts'
import type { Throttle } from '#server/http/guards/throttle.ts'
import { openScope } from '#server/http/scope.ts'
import type { OrderDeps } from '#server/order/order-deps.ts'
import { webhookRoute } from '#server/order/payment/webhook-route.ts'
import { cachedRoutes, sendMissing, sendUnaccepted } from '#server/pages/cache/cached-routes.ts'
import { createHtmlCache } from '#server/pages/cache/html-cache.ts'
import { createPageFastPath } from '#server/pages/cache/page-fast-path.ts'
import { assetRoutes, pictureRoutes, siteFiles } from '#server/pages/cache/static-files.ts'
import { cartForms } from '#server/pages/cart/cart-forms.ts'
import { deliveryMapRoute } from '#server/pages/cart/delivery-map-route.ts'
import { summaryForms } from '#server/pages/cart/summary-forms.ts'
import { browsePages } from '#server/pages/catalog/browse-pages.ts'
import { drawingRoutes } from '#server/pages/catalog/dimension-drawing.ts'
import { cachedScenes, homeScenes } from '#server/pages/catalog/home-scenes.ts'
import { sitemapRoutes } from '#server/pages/catalog/sitemap.ts'
import type { FireDrill } from '#server/pages/drill/fire-drill.ts'
import { fireDrillPages } from '#server/pages/fire-drill-page.ts'
import { type FileForm, fileFormRoutes } from '#server/pages/forms/file-forms.ts'
import type { Form } from '#server/pages/forms/form.ts'
import { formRoutes } from '#server/pages/forms/form-guard.ts'
import { openWhenFilled } from '#server/pages/open-when-filled.ts'
import { challengePages } from '#server/pages/order/challenge-page.ts'
import { receiptRoutes } from '#server/pages/order/receipt-route.ts'
import { ownRoutes, type PageParts } from '#server/pages/page-routes.ts'
import { checkoutPages, type OwnPage, publicPages } from '#server/pages/page-table.ts'
import { createNavigation } from '#server/pages/render/navigation.ts'
import { paymentPagesOf } from '#server/pages/render/payment-pages.ts'
import { withImportMap } from '#server/pages/render/script-integrity.ts'
import { sessionPage } from '#server/pages/render/session-page.ts'
import { testStoreBar } from '#server/pages/render/test-store-bar.ts'
import type { WebBuild } from '#server/pages/render/web-build.ts'
import type { PageSources } from '#server/pages/sources.ts'
import { designImageRoute } from '#server/personalization/design-image-route.ts'
import type { Messages } from '#server/platform/messages.ts'
import { popupRoute } from '#server/platform/popups.ts'
import type { PriceRates } from '#server/pricing/price-rates.ts'
import { adyenPageOrigin } from '#server/providers/card-gateway/adyen-environment.ts'
import { createPictureFolder } from '#server/providers/picture-store/folder.ts'
import type { PictureStore } from '#server/providers/picture-store/port.ts'
import { registryPictureRoute } from '#server/registry/registry-picture-route.ts'
import type { DeliveryMap } from '#server/shipping/delivery-map.ts'

export type SiteParts = {
  readonly config: Config
  readonly secret: Secret
  readonly sessions: SessionService
  readonly sources: PageSources
  readonly messages: Messages
  readonly now: () => Date
  readonly rates: PriceRates
  readonly textOf: AppParts['textOf']
  readonly build: WebBuild
  /** Takes the card processor's webhooks. */
  readonly orders: OrderDeps
  readonly throttle: Throttle
  readonly drawings: Drawings
  /** Where the pictures of the catalogue are. */
  readonly pictures: PictureStore
  /** The map of the delivery popup. */
  readonly mapOf: () => DeliveryMap
  /** Scripts faults of the stand-ins; null in a store that plays none. */
  readonly drill: FireDrill | null
  /** Pages and forms of the account. */
  readonly account: (parts: PageParts) => {
    readonly pages: readonly OwnPage[]
    readonly forms: readonly Form[]
    readonly fileForms: readonly FileForm[]
  }
  /** Registers the addresses that outside providers answer to; says what each takes. */
  readonly callbacks: (app: FastifyInstance, parts: PageParts) => void
}

/** All that a browser can open, besides the calls: pages, native forms, pictures and the bundle's files. */
export function site(parts: SiteParts): NonNullable<AppParts['pages']> {
  return (app: FastifyInstance, doorkeeper) => {
    const { config, sessions, sources, messages, build } = parts
    const { drill } = parts
    const bar = testStoreBar(config.isTestStore, drill !== null)
    const policy = contentSecurityPolicy(
      config.adyen === null ? config.gateway.origin : null,
      [...new Set([...Object.values(build.firstStyles), ...(bar.styles === '' ? [] : [bar.styles])])],
      config.pictureStore?.origin,
    )
    const withMap = withImportMap(policy, build.importMap)
    const page: PageParts = {
      database: sources.database,
      flags: config.flags,
      rates: parts.rates,
      consentStores: config.consentStores,
      picturesAt: parts.pictures.servedAt,
      now: parts.now,
      textOf: parts.textOf,
      sessions,
      flashCookieKey: keysFor(parts.secret, 'notice'),
      sources,
      messages,
      navigation: createNavigation(sources.catalog),
      cache: createHtmlCache(),
      isBehindCdn: config.isBehindCdn,
      gate: createPageGate({ onRefused: doorkeeper.refused }),
      fastPath: createPageFastPath(doorkeeper.allows, doorkeeper.count),
      build,
      bar,
      policy,
      paymentPages: paymentPagesOf(config.braintree !== null),
      paymentPolicy: paymentPolicyOf(config, withMap),
    }
    const stores = [parts.pictures, ...config.pictureDirs.slice(1).map(createPictureFolder)]
    // the demo's rooms are nowhere but in its folder
    const scenesOf =
      parts.pictures.servedAt === ''
        ? (brand: Brand) => homeScenes(stores, brand)
        : cachedScenes([parts.pictures], parts.now)
    const account = parts.account(page)
    const open = [
      ...browsePages({ ...sources, pfasStates: config.pfasStates }),
      ...publicPages({ ...sources, scenesOf }),
    ]
    const own = [
      ...checkoutPages(sources, page.flashCookieKey),
      ...challengePages(parts.orders, page.flashCookieKey),
      ...account.pages,
      ...fireDrillPages(sources, config),
    ]
    const forms = [
      ...cartForms(sources, page.flashCookieKey),
      ...summaryForms(sources, page.flashCookieKey),
      ...account.forms,
      ...(drill?.forms(page.flashCookieKey) ?? []),
    ]
    openScope(app, 'pages', async (inner) => {
      openWhenFilled(inner, page.navigation)
      cachedRoutes(inner, page, open)
      ownRoutes(inner, page, own)
      const withOrigin = { ...page, isProduction: config.isProduction }
      formRoutes(inner, withOrigin, forms)
      fileFormRoutes(inner, withOrigin, account.fileForms)
    })
    drill?.routes(app, page, build.firstStyles.error ?? '')
    sessionPage(app, page)
    popupRoute(app)
    crossSellFeed(app, { shared: sources.shared, now: parts.now })
    if (config.hasOpenapi) openapiRoutes(app)
    pictureRoutes(app, stores)
    app.addHook('onClose', () => parts.drawings.close())
    designImageRoute(app, sources.database, parts.drawings)
    registryPictureRoute(app, sources.database)
    receiptRoutes(app, { ...page, orders: parts.orders, drawings: parts.drawings, throttle: parts.throttle })
    webhookRoute(app, parts.orders, doorkeeper.metrics)
    siteFiles(app)
    sitemapRoutes(app, { shared: sources.shared, navigation: page.navigation })
    drawingRoutes(app)
    deliveryMapRoute(app, parts.mapOf)
    assetRoutes(app, build.files, join(config.dataDir, 'asset-copies'))
    cspReportRoute(app, page, parts.throttle)
    parts.callbacks(app, page)
    return {
      early: page.fastPath.answer,
      missing: (request, reply) => sendMissing(page, request, reply),
      unaccepted: (request, reply) => sendUnaccepted(page, request, reply),
    }
  }
}

/** Payment pages let in those of the outside world that the shop is set to pay with, and no other page does. */
function paymentPolicyOf({ adyen, braintree }: Config, withMap: string): string {
  const cards = adyen === null ? withMap : withAdyen(withMap, adyenPageOrigin(adyen.environment))
  return braintree === null ? cards : withBraintree(cards)
}
