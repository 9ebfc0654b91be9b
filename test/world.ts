import { pino } from 'pino'
import type { ImportLine } from '#contracts/catalog/import-schema.ts'
import { type VariantKey, variants } from '#domain/variant.ts'
import { createGateway, type Gateway } from '#sandbox/card-gateway/gateway.ts'
import type { Config } from '#server/config/config.ts'
import type { LiveSecret } from '#server/config/secrets.ts'
import type { Wire } from '#server/db/connection.ts'
import { statement } from '#server/db/database.ts'
import { createDatabase } from '#server/db/pool.ts'
import { createLog } from '#server/http/ops/log.ts'
import type { WebBuild } from '#server/pages/render/web-build.ts'
import type { AddressSearch } from '#server/providers/address-search/port.ts'
import type { AdyenSettings, createAdyenGateway } from '#server/providers/card-gateway/adyen.ts'
import { createReportSource } from '#server/providers/card-gateway/report-source.ts'
import { type IdentityKey, standInClient, standInProvider } from '#server/providers/identity/settings.ts'
import type { TaxService } from '#server/providers/tax/port.ts'
import { createProviders } from '#server/providers.ts'
import { createShop, type Shop, type ShopParts } from '#server/shop.ts'
import { importLines } from '#test/builders/catalog.ts'
import { testConfig } from '#test/builders/config.ts'
import { plainBuild } from '#test/builders/plain-build.ts'
import { type TestShopper, testShopper } from '#test/builders/shopper.ts'
import { createStockedDatabase, createTestDatabase, patience, type TestDatabase } from '#test/database.ts'

export type WorldOptions = {
  /** A database that is there already, and stays when the world is closed; one of its own unless given. */
  readonly on?: TestDatabase
  /** The first moment of the clock; a Monday morning at the stores unless said. */
  readonly now?: string
  readonly config?: Partial<Config>
  /** Lines of the catalogue; a small one with a piece for each case unless said, none for null. */
  readonly catalog?: readonly ImportLine[] | null
  readonly killPoint?: ShopParts['killPoint']
  /** Where what everybody may see is read; the database alone unless given. */
  readonly replica?: ShopParts['replica']
  /** The shop's secret where a test changes it meanwhile; that of the settings unless given. */
  readonly secret?: LiveSecret
  /** How pages become HTML; as few words as will do unless said, because the bundle need not be built for a test. */
  readonly build?: WebBuild
  /** Outside providers that the built-in one plays; none unless given. */
  readonly identity?: readonly IdentityKey[]
  /** Who knows what is taxed where; the built-in table unless given. */
  readonly tax?: TaxService
  /** Who completes addresses; the file of places unless given. */
  readonly addressSearch?: AddressSearch | null
  /** Who completes them where that one does not answer; nobody unless given. */
  readonly addressFallback?: AddressSearch
  /** Another world whose card gateway this one shares: two installations at one processor. */
  readonly gatewayOf?: World
  /** Cards are Adyen's affair: by its own library, at the built-in gateway, which speaks its API. */
  readonly isAdyen?: boolean
  /** What draws the pictures of designs; our own worker unless given. */
  readonly drawing?: ShopParts['drawing']
  /** Takes every line of the log; it is silent unless this is given. */
  readonly logLine?: (line: string) => void
}

/** A clock that stands until it is turned. */
export type Clock = { now(): Date; set(at: string): void; turn(milliseconds: number): void }

/** A whole shop in one process: its own database, a card gateway with its own books, and visitors. */
export type World = {
  readonly shop: Shop
  readonly config: Config
  readonly database: TestDatabase['database']
  readonly databaseUrl: string
  /** How the shop itself reaches it. */
  readonly shopUrl: string
  readonly wire: Partial<Wire>
  readonly clock: Clock
  readonly gateway: Gateway
  readonly gatewayOrigin: string
  /** A new visitor of a storefront, without cookies. */
  shopper(variant?: VariantKey): TestShopper
  /** Takes more lines into the catalogue. */
  importLines(lines: readonly ImportLine[]): Promise<void>
  close(): Promise<void>
}

const otherInstallation = statement(
  'test.other-installation',
  "update shop.installation set installation_id = 'other2'",
)

export function testClock(start: string): Clock {
  let now = new Date(start)
  return {
    now: () => now,
    set(at) {
      now = new Date(at)
    },
    turn(milliseconds) {
      now = new Date(now.getTime() + milliseconds)
    },
  }
}

/** Adyen's library is loaded where it is asked for: its 2,400 modules make all that Fastify registers afterwards slower. */
async function adyenGateway(settings: AdyenSettings): Promise<ReturnType<typeof createAdyenGateway>> {
  const adyen = await import('#server/providers/card-gateway/adyen.ts')
  return adyen.createAdyenGateway(settings)
}

/** Opens a shop for a test; close it in afterAll. */
export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const clock = testClock(options.now ?? '2026-03-02T15:00:00Z')
  const own = testConfig()
  const standIns = (options.identity ?? []).map((key) => standInProvider(key, '', own.gateway.apiKey))
  const shared = options.gatewayOf
  const gateway =
    shared?.gateway ??
    createGateway({
      storePath: ':memory:',
      now: clock.now,
      apiKey: own.gateway.apiKey,
      hmacKey: own.gateway.webhookHmacKey,
      merchantAccount: own.gateway.merchantAccount,
      storeOrigins: Object.values(own.origins),
      webhookUrl: null,
      webhookRetryMs: 1_000,
      publicOrigin: null,
      smtpPort: 0,
      identityClients: standIns.map(standInClient),
    })
  const [test, gatewayOrigin] = await Promise.all([
    options.on ?? (options.catalog === undefined ? createStockedDatabase() : createTestDatabase()),
    shared?.gatewayOrigin ?? gateway.listen(0),
  ])
  // all databases of a run are clones of one
  if (shared !== undefined) await test.database.count(otherInstallation)
  const mail = { ...own.mail, host: '127.0.0.1', port: gateway.smtpPort() ?? 0 }
  // where the gateway listens is known only now
  const identity = standIns.map((each) => ({ ...each, issuer: `${gatewayOrigin}${each.issuer}` }))
  const ownGateway = { ...own.gateway, origin: gatewayOrigin }
  const sandbox = { port: Number(new URL(gatewayOrigin).port), origin: gatewayOrigin }
  const config: Config = { ...own, mail, identity, sandbox, gateway: ownGateway, ...options.config }
  const { database } = test
  // the tests' own statements do what a process of the shop may not
  const shopUrl = test.shopUrl ?? test.url
  const isOther = shopUrl !== test.url
  const ofShop = isOther
    ? createDatabase({ url: shopUrl, max: 8, applicationName: 'test', ...patience, ...test.wire })
    : database

  const takeLines = (lines: readonly ImportLine[]) => importLines(database, config.dataDir, lines)
  if (options.catalog) await takeLines(options.catalog)

  const { logLine } = options
  const providers = await createProviders(config)
  const { apiKey, merchantAccount } = ownGateway
  const atAdyen = { clientKey: 'test_client', environment: 'test', liveUrlPrefix: null, connection: {} } as const
  const adyen = options.isAdyen
    ? {
        gateway: await adyenGateway({ ...atAdyen, origin: gatewayOrigin, apiKey, merchantAccount }),
        reports: createReportSource({ ...atAdyen, origin: gatewayOrigin, reportKey: apiKey, merchantAccount }),
      }
    : {}
  const shop = await createShop({
    config,
    database: ofShop,
    log:
      logLine === undefined
        ? pino({ level: 'silent' })
        : createLog({ ...config, logLevel: 'info' }, { write: logLine }),
    now: clock.now,
    providers: {
      ...providers,
      ...adyen,
      tax: options.tax ?? providers.tax,
      ...(options.addressSearch === undefined ? {} : { addressSearch: options.addressSearch }),
      addressFallback: options.addressFallback ?? null,
    },
    build: options.build ?? plainBuild,
    killPoint: options.killPoint ?? (() => undefined),
    replica: options.replica ?? null,
    ...(options.secret === undefined ? {} : { secret: options.secret }),
    ...(options.drawing === undefined ? {} : { drawing: options.drawing }),
  })
  return {
    shop,
    config,
    database,
    databaseUrl: test.url,
    shopUrl,
    wire: test.wire ?? {},
    clock,
    gateway,
    gatewayOrigin,
    shopper: (variant = 'cb') => testShopper(shop.app.http, variants[variant]),
    importLines: takeLines,
    async close() {
      await shop.app.http.close()
      providers.close()
      adyen.gateway?.close()
      if (shared === undefined) await gateway.close()
      if (isOther) await ofShop.end()
      if (options.on === undefined) await test.drop()
    },
  }
}
