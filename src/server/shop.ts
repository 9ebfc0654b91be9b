import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { type CallTable, callTable } from '#contracts/table.ts'
import { chooseGuestCheckout } from '#domain/cart/cart-rules.ts'
import { allVariants } from '#domain/variant.ts'
import { sendCardSavedMail, sendPasswordChangedMail } from '#server/account/account-change-mail.ts'
import { accountHandlers } from '#server/account/account-handlers.ts'
import { type AccountService, createAccountService } from '#server/account/account-service.ts'
import { sendIdentityJoinedMail } from '#server/account/identity-join.ts'
import { createIdentitySignIn } from '#server/account/identity-provider-service.ts'
import { createPasswordResets } from '#server/account/password-reset-service.ts'
import { registrationMail } from '#server/account/registration-mail.ts'
import { createRegistrations } from '#server/account/registration-service.ts'
import { createSessionService, type SessionService } from '#server/account/sessions/session-service.ts'
import { addressSearchHandlers } from '#server/address/address-search-handlers.ts'
import { createAddressSearchService } from '#server/address/address-search-service.ts'
import { cartHandlers } from '#server/cart/cart-handlers.ts'
import { changeCart, lockCart } from '#server/cart/cart-service.ts'
import { transferHandlers } from '#server/cart/transfer/transfer-handlers.ts'
import { createCartTransfers } from '#server/cart/transfer/transfer-service.ts'
import { browseHandlers } from '#server/catalog/browse/browse-handlers.ts'
import type { ShelfIndexes } from '#server/catalog/browse/browse-index.ts'
import type { CatalogService } from '#server/catalog/catalog-service.ts'
import { recommendationHandlers } from '#server/catalog/recommendation/recommendation-handlers.ts'
import {
  createProductViews,
  notingViews,
  type ProductViews,
} from '#server/catalog/recommendation/recommendation-views.ts'
import { createSkuCache, noSkuCache } from '#server/catalog/sku-cache.ts'
import { checkoutHandlers } from '#server/checkout/checkout-handlers.ts'
import { type Config, drillOf } from '#server/config/config.ts'
import { keysFor, type LiveSecret, liveSecret, macsOf } from '#server/config/secrets.ts'
import type { Database } from '#server/db/database.ts'
import { createDrawingPool, type DrawingPoolOptions } from '#server/drawing/drawing-pool.ts'
import { createDrawings } from '#server/drawing/drawings.ts'
import { type App, type AppParts, buildApp } from '#server/http/app.ts'
import { allTopics } from '#server/http/calls/call-routes.ts'
import type { Handlers, Log } from '#server/http/context.ts'
import { createThrottle, type Throttle } from '#server/http/guards/throttle.ts'
import type { Site } from '#server/http/host-table.ts'
import { raiseAlarm } from '#server/jobs/alarm-store.ts'
import { unreadableRowTeller } from '#server/jobs/unreadable-rows.ts'
import { openCatalog } from '#server/open-catalog.ts'
import { cancelHandlers } from '#server/order/cancel/cancel-handlers.ts'
import type { DeliveryDeps } from '#server/order/mail/delivery-deps.ts'
import type { KillPoint } from '#server/order/order-deps.ts'
import { orderHandlers } from '#server/order/order-handlers.ts'
import { readInstallation } from '#server/order/payment/installation-store.ts'
import { accountAddressForms } from '#server/pages/account/account-address-forms.ts'
import { accountAddressPages, saveAddressForm } from '#server/pages/account/account-address-pages.ts'
import { accountCardForms } from '#server/pages/account/account-card-forms.ts'
import { accountCardPages, saveCardForm } from '#server/pages/account/account-card-pages.ts'
import { accountDetailForms } from '#server/pages/account/account-detail-forms.ts'
import { accountForms, accountPages } from '#server/pages/account/account-pages.ts'
import { identityCallbacks, identityPages } from '#server/pages/account/identity-pages.ts'
import { passwordResetForms, passwordResetPages } from '#server/pages/account/password-reset-pages.ts'
import { registrationForms, registrationPages } from '#server/pages/account/registration-pages.ts'
import { transferForms, transferPages } from '#server/pages/cart/transfer-pages.ts'
import { favoriteForms, favoritePages } from '#server/pages/catalog/favorite-pages.ts'
import { cancelOrderForm } from '#server/pages/order/cancel-order-form.ts'
import { orderForms, orderPages } from '#server/pages/order/order-pages.ts'
import { giftMailForm, giftMailPages } from '#server/pages/registry/gift-mail-pages.ts'
import { giftForms, giftPages } from '#server/pages/registry/gift-pages.ts'
import { ownGiftForm } from '#server/pages/registry/own-gift-form.ts'
import { pictureForm, removePictureForm } from '#server/pages/registry/picture-forms.ts'
import { registryDetailsForms } from '#server/pages/registry/registry-details-forms.ts'
import { registryForms, registryPages } from '#server/pages/registry/registry-pages.ts'
import type { WebBuild } from '#server/pages/render/web-build.ts'
import { orderRequestForms, orderRequestPages } from '#server/pages/shipping/order-request-pages.ts'
import { shipToForms, shipToPages } from '#server/pages/shipping/ship-to-pages.ts'
import { site } from '#server/pages/site.ts'
import type { PageSources } from '#server/pages/sources.ts'
import { paymentHandlers } from '#server/payment/payment-handlers.ts'
import { walletHandlers } from '#server/payment/wallet-handlers.ts'
import { createDesignId } from '#server/personalization/design-id.ts'
import { personalizationHandlers } from '#server/personalization/personalization-handlers.ts'
import { createWordCheck } from '#server/personalization/words.ts'
import { createMessages, type Messages } from '#server/platform/messages.ts'
import { platformHandlers } from '#server/platform/platform-handlers.ts'
import { createCachedTaxClient } from '#server/pricing/cached-tax-client.ts'
import type { PriceRates } from '#server/pricing/price-rates.ts'
import type { Providers } from '#server/providers.ts'
import { registryHandlers } from '#server/registry/registry-handlers.ts'
import type { ReplicaReads } from '#server/run/replica/replica-reads.ts'
import { ownDeliveryEngine } from '#server/shipping/delivery-engine.ts'
import { createDeliveryMap } from '#server/shipping/delivery-map.ts'
import { readDeliveryPoints } from '#server/shipping/delivery-points.ts'
import { shippingHandlers } from '#server/shipping/shipping-handlers.ts'
import { createShippingRates, type ShippingRates } from '#server/shipping/shipping-rates.ts'
import { rewardHandlers } from '#server/tender/reward-handlers.ts'
import { storedValueMac } from '#server/tender/stored-value-mac.ts'
import { tenderHandlers } from '#server/tender/tender-handlers.ts'
import { watchShop } from '#server/watch/watching.ts'

export type ShopParts = {
  readonly config: Config
  readonly database: Database
  /** What is read from in its place for what everybody may see; none unless given. */
  readonly replica?: ReplicaReads | null
  /** Where the state of the shop is read for operators, beside the connections of pages and calls. */
  readonly watchDatabase?: Database
  readonly log: Logger
  readonly now: () => Date
  readonly providers: Omit<Providers, 'close'>
  readonly build: WebBuild
  /** The secret of the settings, where it may change while this runs. */
  readonly secret?: LiveSecret
  readonly whyNotReady?: AppParts['whyNotReady']
  readonly killPoint: (name: KillPoint) => void
  /** What draws the pictures of designs, when it is not our own worker. */
  readonly drawing?: DrawingPoolOptions
}

export type Shop = {
  readonly app: App
  /** The page for operators. */
  readonly status: () => Promise<string>
  readonly sessions: SessionService
  readonly accounts: AccountService
  readonly messages: Messages
  /** What shipping costs, as read last. */
  readonly shippingRates: ShippingRates
  readonly throttle: Throttle
  readonly catalog: CatalogService
  /** What shelves are filtered by, in memory. */
  readonly shelves: ShelfIndexes
  /** Who looked at what, gathered until it is written. */
  readonly views: ProductViews
  /** All that placing, recovering and delivering orders need. */
  readonly orders: DeliveryDeps
}

/** Exactly one handler for every call of the table. */
type CallHandlers = { readonly [Topic in keyof CallTable]: Handlers<CallTable[Topic]> }

/** Puts the shop together: every service, handler and page once. Main and the tests' world call it, nobody else. */
export async function createShop(parts: ShopParts): Promise<Shop> {
  const { config, database, log, now, build } = parts
  const { metrics, providers, counts, status } = watchShop(parts)
  const newId = randomUUID
  const secret = parts.secret ?? liveSecret([config.secret, ...config.oldSecrets])
  const sessions = createSessionService({ database, secret, now })
  const messages = createMessages(database)
  await messages.refresh()
  const shippingRates = await createShippingRates(database)
  const mac = storedValueMac(config.storedValueKeys)
  const opened = openCatalog({ config, database, replica: parts.replica ?? null, mac, log })
  const { shared, catalog, ownCatalog, shelves, browse } = opened
  const tax = createCachedTaxClient(providers.tax, { now, log: log as Log })
  const rates: PriceRates = {
    ...{ feesOf: shippingRates.feesOf, tax, restrictedStates: config.pfasStates },
    skus: config.usesFactsCache ? createSkuCache({ onRead: opened.onImport }) : noSkuCache,
  }
  const throttle = createThrottle(secret)
  const addressSearch =
    providers.addressSearch === null
      ? null
      : createAddressSearchService(providers.addressSearch, {
          ...{ now, log: log as Log, fallback: providers.addressFallback },
          alarm: (kind, key, facts) => raiseAlarm(database, kind, key, facts),
        })
  const views = createProductViews({ database })
  const accounts = createAccountService({ database, sessions, throttle, secret, newId })
  const resets = createPasswordResets({ database, sessions, throttle, secret })
  const registrations = createRegistrations({ database, accounts, throttle, newId })
  const orders: DeliveryDeps = {
    database,
    installation: await readInstallation(database),
    ...{ gateway: providers.gateway, wallets: providers.wallets, readWebhook: providers.readWebhook },
    ...{ log: log as Log, macOf: macsOf(keysFor(secret, 'mail')) },
    ...{ newId, rates, pictures: providers.pictures, reports: providers.reports },
    restrictedStates: config.pfasStates,
    cancelMinutes: config.cancelMinutes,
    sellers: config.sellers,
    killPoint: parts.killPoint,
    ...{ alarm: raiseAlarm, counts },
    ...{ mail: providers.mail, mailFrom: config.mail.from, requestsTo: config.mail.requestsTo },
    throttle,
    originOf(brand, country) {
      const variant = allVariants.find((each) => each.brand === brand && each.country === country)
      return config.origins[variant?.key ?? 'cb']
    },
    sendResetMail: resets.sendMail,
    sendRegistrationMail: registrationMail(secret),
    sendIdentityJoinedMail,
    sendPasswordChangedMail,
    sendCardSavedMail,
  }
  const own = { database, accounts, registrations, throttle, newId }
  const identity = createIdentitySignIn({ ...own, providers: providers.identity })
  const okta = config.identity.find(({ key }) => key === 'okta')
  const isEnabled = (name: string) => providers.identity.some((each) => each.name === name)
  const signIn = {
    ...{ baseUrl: okta?.issuer ?? '', clientId: okta?.clientId ?? '' },
    ...{ isGoogleEnabled: isEnabled('Google'), isAppleEnabled: isEnabled('Apple') },
  }
  const { pfasStates, isChecklistEnabled } = config
  const onMissingLetters = (letters: string) =>
    void raiseAlarm(database, 'receipt-letters', letters, { letters }).catch((error) => log.error(error))
  const drawings = createDrawings({ pool: createDrawingPool({ onMissingLetters, ...parts.drawing }) })
  const profane = createWordCheck(config.words)
  const designId = createDesignId(secret)
  const where = drillOf(config)
  // a store that plays nothing never loads it
  const drill = where === null ? null : (await import('#server/pages/drill/fire-drill.ts')).openFireDrill(where)
  const deliveryEngine = drill?.deliveryEngine ?? ownDeliveryEngine
  const cart = cartHandlers({ newId, profane, designId, pfasStates, deliveryEngine, signIn })
  const transfers = createCartTransfers({ database, secret, newId })
  const mapOf = createDeliveryMap(readDeliveryPoints(config.deliveryPointsFile))
  const handlers: CallHandlers = {
    platform: platformHandlers({ throttle }),
    browse: browseHandlers({ browse, catalog }),
    recommendation: recommendationHandlers(shared),
    // the call that every opened product page makes tells who looks at it
    cart: { ...cart, getAvailability: notingViews(cart.getAvailability, views) },
    handOver: transferHandlers(transfers),
    address: addressSearchHandlers({ addressSearch, throttle }),
    shipping: shippingHandlers({ mapOf }),
    checkout: checkoutHandlers({ newId, pfasStates, wallets: providers.wallets }),
    tender: tenderHandlers({ newId, throttle, mac, alarm: raiseAlarm }),
    reward: rewardHandlers({ newId, throttle, mac, alarm: raiseAlarm, cardGateway: providers.gateway, orders }),
    wallet: walletHandlers({ newId, wallets: providers.wallets, throttle }),
    payment: paymentHandlers({ newId, cardGateway: providers.gateway, throttle, orders }),
    order: orderHandlers(orders),
    cancellation: cancelHandlers(orders),
    personalization: personalizationHandlers({ newId, designId, profane, throttle }),
    registry: registryHandlers({ isChecklistEnabled }),
    account: accountHandlers({ accounts, resets, signIn }),
  }
  const sources: PageSources = {
    catalog,
    browse,
    ...{ database, shared },
    wallets: providers.wallets,
    cart: handlers.cart,
    checkout: handlers.checkout,
    order: handlers.order,
    async chooseGuestCheckout(tx, { shopperId }, variant) {
      const cart = await lockCart(tx, { shopperId, variant })
      if (cart !== undefined) changeCart(tx, cart, chooseGuestCheckout(), newId)
    },
  }
  const textOf = (of: Site) => messages.textOf(of.variant)
  const pages = site({
    ...{ config, secret, sessions, sources, messages, now, textOf, build, orders, throttle },
    ...{ mapOf, drawings, rates, drill, pictures: providers.pictures },
    account: ({ flashCookieKey }) => ({
      pages: [
        ...accountPages({ database, providers: providers.identity.map(({ name }) => name), registrations }),
        ...accountAddressPages({ database }),
        ...accountCardPages({ database }),
        ...registrationPages(registrations),
        ...identityPages(identity, flashCookieKey),
        ...passwordResetPages(resets),
        ...orderPages({ database, orders }),
        ...favoritePages({ database, catalog: ownCatalog }),
        ...shipToPages(config),
        ...orderRequestPages(sources),
        ...transferPages({ transfers, database }),
        ...registryPages({ database, catalog: ownCatalog, isChecklistEnabled }),
        ...giftPages({ database, isChecklistEnabled }),
        ...giftMailPages({ database, signer: orders }),
      ],
      forms: [
        ...accountForms({ accounts, flashCookieKey }),
        ...registrationForms(registrations, flashCookieKey),
        ...accountCardForms({ database, flashCookieKey, newId }),
        ...accountDetailForms({ accounts, flashCookieKey }),
        saveCardForm({ cardGateway: providers.gateway, throttle, orders }, flashCookieKey),
        ...accountAddressForms({ database, flashCookieKey }),
        saveAddressForm({ database, flashCookieKey, newId }),
        ...passwordResetForms(resets, database, flashCookieKey),
        ...orderForms({ database, throttle, orders }, flashCookieKey),
        cancelOrderForm(handlers.cancellation, flashCookieKey),
        ...favoriteForms({ database }),
        ...shipToForms(flashCookieKey),
        ...orderRequestForms({ ...sources, throttle, orders }, flashCookieKey),
        ...transferForms(transfers, flashCookieKey),
        ...registryForms({ database }, flashCookieKey),
        ...registryDetailsForms({ database }, flashCookieKey),
        ...giftForms({ database, isChecklistEnabled }, { newId, profane }, flashCookieKey),
        giftMailForm({ database, signer: orders }),
        removePictureForm({ database }, flashCookieKey),
        ownGiftForm({ database, newId }, flashCookieKey),
      ],
      fileForms: [pictureForm({ database, throttle, textOf }, flashCookieKey)],
    }),
    callbacks: (app, parts) => identityCallbacks(app, parts, identity),
  })
  const topics = allTopics(callTable, handlers)
  const styles = build.firstStyles.error ?? ''
  const tellUnreadable = unreadableRowTeller(database, log)
  const app = await buildApp({
    ...{ config, database, sessions, log, now, rates, textOf, metrics },
    ...{ topics, tellUnreadable, styles, pages, shelves, whyNotReady: parts.whyNotReady },
  })
  return { app, status, sessions, accounts, messages, shippingRates, throttle, catalog, shelves, views, orders }
}
