import { join, resolve } from 'node:path'
import type { FlagName } from '#domain/flags.ts'
import type { Sellers } from '#domain/order/seller.ts'
import type { VariantKey } from '#domain/variant.ts'
import type { FeatureFlags } from '#server/http/context.ts'
import { type SmartyConfig, smartyOf } from '#server/providers/address-search/settings.ts'
import { type AdyenConfig, adyenOf } from '#server/providers/card-gateway/settings.ts'
import { type IdentityProviderConfig, identityProviders } from '#server/providers/identity/settings.ts'
import { type ObjectStoreConfig, objectStoreOf, withoutStore } from '#server/providers/picture-store/settings.ts'
import { type WalletMethod, walletNames } from '#server/providers/wallet-gateway/port.ts'
import { type BraintreeConfig, braintreeOf } from '#server/providers/wallet-gateway/settings.ts'
import { type AlarmConfig, alarmsOf } from '#server/watch/alarm-settings.ts'
import { type Retention, retentionOf } from '#server/watch/retention-table.ts'
import { type TracingConfig, tracingOf } from '#server/watch/traces/tracing-settings.ts'
import { type DatabaseConfig, databaseOf } from './database-config.ts'
import { demoDeliveryPoints, demoPictures, demoPlaces } from './demo-files.ts'
import { type MailConfig, mailOf } from './mail-config.ts'
import { instanceNameOf, webProcessesOf } from './processes.ts'
import { givenSettings, withSecretFiles } from './secret-files.ts'
import { loadOrMakeSecrets, type Secrets, storedValueKeysOf } from './secrets.ts'
import { demoSellersFile, readSellers } from './sellers.ts'
import { contradictions, originsOf, placeholderFaults } from './setting-faults.ts'
import { isStore, type Settings, settings } from './settings.ts'
import { needsProgram, ownOrDemo, playedParts, type StandIn } from './stand-ins.ts'

/** Everything that may differ between two installations. Read once, at start. */
export type Config = DatabaseConfig & {
  readonly isProduction: boolean
  /** Parts of the outside world that are played; in production only those that STAND_INS names. */
  readonly standIns: ReadonlySet<StandIn>
  /** The program that plays them, started beside this one; null where none is needed here. */
  readonly sandbox: { readonly port: number; readonly origin: string } | null
  /** Runs in production with stand-ins: every page says that nothing is sold here. */
  readonly isTestStore: boolean
  /** The popups of the cart can be looked at, and faults of the stand-ins scripted. */
  readonly hasFireDrill: boolean
  /** The calls are described at /openapi.json. */
  readonly hasOpenapi: boolean
  /** What this process does: pages and calls, jobs and recovery, or all of it. */
  readonly role: Settings['ROLE']
  /** How many processes serve pages; with more than one this is their parent, or that of the worker. */
  readonly webProcesses: number
  readonly port: number
  readonly host: string
  /** Where operators ask for /metrics; null: nowhere. */
  readonly opsPort: number | null
  readonly dataDir: string
  /** Where the private PostgreSQL keeps its data. */
  readonly databaseDir: string
  /** Folders of catalogue pictures; the first that has a file counts. `pictureStore`, where it is set, is in place of the first. */
  readonly pictureDirs: readonly string[]
  readonly pictureStore: ObjectStoreConfig | null
  /** Origin of each storefront, without a slash at the end (OPEN-08). */
  readonly origins: { readonly [Key in VariantKey]: string }
  /** Proxies whose X-Forwarded-* headers are believed, as CIDRs. */
  readonly trustedProxies: readonly string[]
  /** A CDN stands in front, which serves guests' pages for a minute. */
  readonly isBehindCdn: boolean
  readonly flags: FeatureFlags
  readonly isHoldWanted: boolean
  /** Whether a process holds facts of skus (SPEED-15). */
  readonly usesFactsCache: boolean
  /** States that items with PFAS may not be shipped to (OPEN-49). */
  readonly pfasStates: readonly string[]
  /** File of the places that local delivery starts from (OPEN-81); null: there are none. */
  readonly deliveryPointsFile: string | null
  /** Who completes addresses: Smarty, the file of places behind it or alone; without both nobody does (CALM-35). */
  readonly addressSearch: { readonly placesFile: string | null; readonly smarty: SmartyConfig | null }
  /** Whom shoppers of each store buy from. */
  readonly sellers: Sellers
  /** How long after it was placed a shopper may cancel an order; 0: never. */
  readonly cancelMinutes: number
  /** Storefronts that ask before anything of a visit is measured. */
  readonly consentStores: readonly VariantKey[]
  /** Registries have an interactive checklist (ROUTE-18). */
  readonly isChecklistEnabled: boolean
  readonly gateway: {
    /** How browsers and this server reach a gateway that speaks the words of the built-in one. */
    readonly origin: string
    readonly apiKey: string
    /** Key of the signatures of its webhooks, hexadecimal. */
    readonly webhookHmacKey: string
    readonly merchantAccount: string
  }
  /** Adyen's own services, when its credentials are set. */
  readonly adyen: AdyenConfig | null
  /** Braintree's services for wallets, when its credentials are set; else the built-in sheets. */
  readonly braintree: BraintreeConfig | null
  /** The wallets that the merchant account has, of whoever plays or offers them. */
  readonly wallets: readonly WalletMethod[]
  readonly mail: MailConfig
  /** Outside identity providers that shoppers may sign in with; the built-in one plays some in development. */
  readonly identity: readonly IdentityProviderConfig[]
  /** Words that are never put on a piece beside the library's list, and such as are in spite of it. */
  readonly words: { readonly refused: readonly string[]; readonly allowed: readonly string[] }
  /** Key from which all others of this installation are derived. */
  readonly secret: string
  /** Those that were it before, whose signatures are accepted until they end (decision 0132). */
  readonly oldSecrets: readonly string[]
  /** What stored value is known by, the newest first. */
  readonly storedValueKeys: readonly [string, ...string[]]
  /** What this process is called in its log. */
  readonly instanceName: string
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'
  /** Where a drill ends the process (k1 to k7, c1, c2); never in production. */
  readonly killPoint: string
  /** Requests per second that one address may send; 0: any number. */
  readonly requestsPerSecond: number
  /** Who is told of alarms. */
  readonly alarms: AlarmConfig
  /** Where traces go; null: nothing is traced. */
  readonly tracing: TracingConfig | null
  /** How long each kind of row is kept (SCALE-01). */
  readonly retention: Retention
  /** Every reply is compared with its schema; for tests and development. */
  readonly checksReplies: boolean
}

/**
 * Where the stand-ins are whose faults people may script in a browser (BEYOND-12); null where nobody may. Real services have no
 * faults to script: beside a live one nothing is played at all (docs/decisions/0040).
 */
export function drillOf({ hasFireDrill, standIns, sandbox, gateway, isProduction }: Config) {
  if (!hasFireDrill || sandbox === null || standIns.size === 0) return null
  return { origin: sandbox.origin, apiKey: gateway.apiKey, isProduction, standIns }
}

/** Everything that is wrong with the settings, at once. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`The settings are not good:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/** Of this process; read nowhere else. */
export const ownEnvironment: Environment = process.env

type Environment = { readonly [name: string]: string | undefined }

/** The exact names of the three flags, as the documents write them, beside the names a shell likes. */
/** Where the store listens unless it is told, and where operators ask then, in development. */
const usualPorts = { store: 3000, operations: 3002 }

const flagVariables = {
  paymentProvider_EnableAdyen: 'PAYMENT_PROVIDER_ENABLE_ADYEN',
  cbhcc_EnableCbhcc: 'CBHCC_ENABLE_CBHCC',
  oms_UseSharedEngine: 'OMS_USE_SHARED_ENGINE',
} as const satisfies { readonly [Name in FlagName]: string }

/**
 * The settings from the environment; empty and blank values count as not set, blanks around a value are nothing of it.
 * @throws ConfigError naming every variable that is wrong.
 */
export function readConfig(environment: Environment = ownEnvironment): Config {
  const input = givenSettings(environment)
  const twice: string[] = []
  for (const [name, variable] of Object.entries(flagVariables)) {
    if (input[name] === undefined) continue
    input[variable] ??= input[name]
    if (input[variable] !== input[name]) twice.push(`${variable}: says something else than ${name}`)
  }
  const files = withSecretFiles(input)
  const { read, faults, faulty } = readSettings(files)
  // what a setting that cannot be read is taken for says nothing about it
  const problems = [...twice, ...faults, ...contradictions(read).filter((problem) => !faulty.has(nameIn(problem)))]
  if (problems.length > 0) throw new ConfigError(problems)
  return configOf(read)
}

/** The settings that can be read; those that cannot are named, and most are left as if they were not set. */
function readSettings({ input, faults: ofFiles, unread }: ReturnType<typeof withSecretFiles>): {
  readonly read: Settings
  readonly faults: readonly string[]
  readonly faulty: ReadonlySet<string>
} {
  const placeholders = [...ofFiles, ...placeholderFaults(input)]
  const parsed = settings.safeParse(input)
  if (parsed.success && placeholders.length === 0) return { read: parsed.data, faults: [], faulty: new Set() }
  const named = new Set([...placeholders.map(nameIn), ...unread])
  const misread = (parsed.error?.issues ?? [])
    .filter(({ path }) => !named.has(String(path[0])))
    .map(({ path, message }) => `${String(path[0])}: ${message}`)
  const faults = [...placeholders, ...misread]
  const faulty = new Set([...faults.map(nameIn), ...unread])
  const good = Object.fromEntries(Object.entries(input).filter(([name]) => !faulty.has(name)))
  // that there is one is known, whatever it says: nothing is asked for in its place
  if (faulty.has('ADYEN_API_KEY')) good.ADYEN_API_KEY = 'unreadable'
  const read = settings.parse(faulty.has('PICTURES_STORE') ? withoutStore(good) : good)
  return { read, faults: [...new Set(faults)], faulty }
}

function nameIn(problem: string): string {
  return problem.slice(0, problem.indexOf(':'))
}

function configOf(input: Settings): Config {
  const isProduction = input.NODE_ENV === 'production'
  const dataDir = resolve(input.DATA_DIR)
  const isSecretMissing = !input.SHOP_SECRET || !input.GATEWAY_API_KEY || !input.GATEWAY_HMAC_KEY
  // production makes up nothing: what it uses was asked for above
  const local = isSecretMissing && !isProduction ? localSecrets(dataDir) : null
  const standIns = playedParts(input)
  const sandboxOrigin = `http://127.0.0.1:${input.GATEWAY_PORT}`
  const gatewayApiKey = input.GATEWAY_API_KEY ?? local?.gatewayApiKey ?? ''
  // in tests nobody is played unless they say so
  const usual = input.NODE_ENV === 'test' ? [] : (['google', 'apple'] as const)
  const wanted = standIns.has('identity') ? (input.IDENTITY_STAND_IN ?? usual) : []
  return {
    isProduction,
    standIns,
    sandbox: needsProgram(input, standIns) ? { port: input.GATEWAY_PORT, origin: sandboxOrigin } : null,
    isTestStore: isProduction && standIns.size > 0,
    hasFireDrill: input.FIRE_DRILL ?? (!isProduction && standIns.has('card-gateway')),
    hasOpenapi: input.OPENAPI ?? !isProduction,
    role: input.ROLE,
    webProcesses: webProcessesOf(input.WEB_PROCESSES),
    port: input.PORT,
    host: input.HOST,
    opsPort: input.OPS_PORT ?? (isProduction || input.PORT !== usualPorts.store ? null : usualPorts.operations),
    ...databaseOf(input),
    dataDir,
    databaseDir: join(dataDir, 'postgres'),
    pictureDirs: [resolve(input.PICTURES_DIR ?? join(dataDir, 'pictures')), ...demoPictures],
    pictureStore: objectStoreOf(input),
    origins: originsOf(input),
    trustedProxies: input.TRUSTED_PROXIES,
    isBehindCdn: input.CDN,
    flags: {
      paymentProvider_EnableAdyen: input.PAYMENT_PROVIDER_ENABLE_ADYEN,
      cbhcc_EnableCbhcc: input.CBHCC_ENABLE_CBHCC,
      oms_UseSharedEngine: input.OMS_USE_SHARED_ENGINE,
    },
    isHoldWanted: input.HOLD,
    usesFactsCache: input.FACTS_CACHE === 'on',
    pfasStates: input.PFAS_STATES,
    deliveryPointsFile: ownOrDemo(input.DELIVERY_POINTS, standIns, demoDeliveryPoints),
    addressSearch: { placesFile: ownOrDemo(input.ADDRESS_PLACES, standIns, demoPlaces), smarty: smartyOf(input) },
    sellers: readSellers(input.SELLERS ?? demoSellersFile),
    cancelMinutes: input.CANCEL_MINUTES,
    consentStores: input.ANALYTICS_CONSENT.filter(isStore),
    isChecklistEnabled: input.REGISTRY_CHECKLIST,
    gateway: {
      origin: input.GATEWAY_ORIGIN ?? sandboxOrigin,
      apiKey: gatewayApiKey,
      webhookHmacKey: input.GATEWAY_HMAC_KEY ?? local?.gatewayNoticeKey ?? '',
      merchantAccount: input.GATEWAY_MERCHANT_ACCOUNT,
    },
    adyen: adyenOf(input),
    braintree: braintreeOf(input),
    wallets: input.WALLETS ?? walletNames,
    mail: mailOf(input),
    identity: identityProviders(input, {
      wanted: wanted.filter((each) => each !== 'none'),
      origin: sandboxOrigin,
      secret: gatewayApiKey,
    }),
    words: { refused: input.PERSONALIZATION_REFUSED_WORDS, allowed: input.PERSONALIZATION_ALLOWED_WORDS },
    secret: input.SHOP_SECRET ?? local?.shop ?? '',
    oldSecrets: input.SHOP_SECRET_OLD,
    storedValueKeys: storedValueKeysOf(input, input.SHOP_SECRET ?? local?.shop ?? ''),
    instanceName: instanceNameOf(input.INSTANCE_NAME),
    logLevel: input.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
    killPoint: input.KILL ?? '',
    requestsPerSecond: input.REQUESTS_PER_SECOND ?? (isProduction ? 300 : 0),
    alarms: alarmsOf(input),
    tracing: tracingOf(input),
    retention: retentionOf(input),
    checksReplies: !isProduction,
  }
}

function localSecrets(dataDir: string): Secrets {
  try {
    return loadOrMakeSecrets(dataDir)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new ConfigError([`DATA_DIR: the secrets of this installation cannot be kept there: ${why}`])
  }
}
