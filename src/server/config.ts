import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FlagName } from '#domain/flags.ts'
import { allVariants, type VariantKey } from '#domain/variant.ts'
import type { FeatureFlags } from '#server/http/context.ts'
import type { AdyenEnvironment } from '#server/providers/card-gateway/adyen-environment.ts'
import {
  type IdentityProviderConfig,
  identityContradictions,
  identityProviders,
} from '#server/providers/identity/settings.ts'
import {
  type BraintreeConfig,
  braintreeContradictions,
  braintreeOf,
} from '#server/providers/wallet-gateway/settings.ts'
import { keepSecrets, type Secrets } from '#server/secrets.ts'
import { isStore, type Settings, settings } from '#server/settings.ts'

/** Everything that may differ between two installations. Read once, at start. */
export type Config = {
  readonly isProduction: boolean
  readonly port: number
  readonly host: string
  /** Where operators ask for /metrics; null: nowhere. */
  readonly opsPort: number | null
  /** null: the product starts a private PostgreSQL in its data folder. */
  readonly databaseUrl: string | null
  /** Connections at most to the database. */
  readonly databasePool: number
  readonly dataDir: string
  /** Where the private PostgreSQL keeps its data. */
  readonly databaseDir: string
  /** Folders of catalogue pictures; the first that has a file counts. */
  readonly pictureDirs: readonly string[]
  /** Origin of each storefront, without a slash at the end (OPEN-08). */
  readonly origins: { readonly [Key in VariantKey]: string }
  /** Proxies whose X-Forwarded-* headers are believed, as CIDRs. */
  readonly trustedProxies: readonly string[]
  readonly flags: FeatureFlags
  /** States that items with PFAS may not be shipped to (OPEN-49). */
  readonly pfasStates: readonly string[]
  /** File of the places that local delivery starts from (OPEN-81). */
  readonly deliveryPointsFile: string
  /** How long after it was placed a shopper may cancel an order; 0: never. */
  readonly cancelMinutes: number
  /** Storefronts that ask before anything of a visit is measured. */
  readonly consentStores: readonly VariantKey[]
  /** Registries have an interactive checklist (ROUTE-18). */
  readonly isChecklistEnabled: boolean
  readonly gateway: {
    /** Port of the built-in card gateway; null when another gateway is configured. */
    readonly builtInPort: number | null
    /** How browsers and this server reach the gateway. */
    readonly origin: string
    readonly apiKey: string
    /** Key of the signatures of its notices, hexadecimal. */
    readonly noticeKey: string
    readonly merchantAccount: string
  }
  /** Adyen's own services, when its credentials are set. */
  readonly adyen: {
    readonly apiKey: string
    readonly clientKey: string
    readonly merchantAccount: string
    readonly noticeKey: string
    readonly environment: AdyenEnvironment
    readonly livePrefix: string
  } | null
  /** Braintree's services for wallets, when its credentials are set; else the built-in sheets. */
  readonly braintree: BraintreeConfig | null
  readonly mail: {
    readonly host: string
    readonly port: number
    readonly user: string
    readonly password: string
    readonly isSecure: boolean
    readonly from: string
    /** Port of the built-in mailbox; null when another mail server is configured. */
    readonly builtInPort: number | null
  }
  /** Outside identity providers that shoppers may sign in with; the built-in one plays some in development. */
  readonly identity: readonly IdentityProviderConfig[]
  /** Words that are never put on a piece beside the library's list, and such as are in spite of it. */
  readonly words: { readonly refused: readonly string[]; readonly allowed: readonly string[] }
  /** Key from which all others of this installation are derived. */
  readonly secret: string
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'
  /** Where a drill ends the process (k1 to k7, c1, c2); never in production. */
  readonly killPoint: string
  /** Requests per second that one address may send; 0: any number. */
  readonly requestsPerSecond: number
  /** Every reply is compared with its schema; for tests and development. */
  readonly checksReplies: boolean
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

/** Pictures of the demo catalogue: its photographs, and what was drawn at the first start. */
const demoPictures = ['../../catalog/photographs/files', '../../build/pictures'].map((folder) =>
  fileURLToPath(new URL(folder, import.meta.url)),
)

/** Where the demo store's local delivery starts: one place for each local delivery area. */
const demoDeliveryPoints = fileURLToPath(new URL('../../catalog/delivery-points.json', import.meta.url))

type Environment = { readonly [name: string]: string | undefined }

/** The exact names of the three flags, as the documents write them, beside the names a shell likes. */
const flagVariables = {
  paymentProvider_EnableAdyen: 'PAYMENT_PROVIDER_ENABLE_ADYEN',
  cbhcc_EnableCbhcc: 'CBHCC_ENABLE_CBHCC',
  oms_UseSharedEngine: 'OMS_USE_SHARED_ENGINE',
} as const satisfies { readonly [Name in FlagName]: string }

/**
 * The settings from the environment; empty values count as not set.
 * @throws ConfigError naming every variable that is wrong.
 */
export function readConfig(environment: Environment = process.env): Config {
  const given: Record<string, string> = {}
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && value !== '') given[name] = value
  }
  for (const [name, variable] of Object.entries(flagVariables)) {
    if (given[name] !== undefined) given[variable] ??= given[name]
  }
  const parsed = settings.safeParse(given)
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  }
  const problems = contradictions(parsed.data)
  if (problems.length > 0) throw new ConfigError(problems)
  return configOf(parsed.data)
}

function contradictions(given: Settings): string[] {
  const problems: string[] = []
  const adyen = ['ADYEN_API_KEY', 'ADYEN_CLIENT_KEY', 'ADYEN_MERCHANT_ACCOUNT', 'ADYEN_HMAC_KEY'] as const
  const missing = adyen.filter((name) => given[name] === undefined)
  if (missing.length > 0 && missing.length < adyen.length) {
    problems.push(...missing.map((name) => `${name}: needed as the other ADYEN_ settings are set`))
  }
  // our own fields would send the number to Adyen in a form it does not take
  if (missing.length === 0 && !given.PAYMENT_PROVIDER_ENABLE_ADYEN) {
    problems.push('PAYMENT_PROVIDER_ENABLE_ADYEN: must be true where Adyen reads the cards')
  }
  if (given.ADYEN_ENVIRONMENT !== 'test' && given.ADYEN_LIVE_PREFIX === '') {
    problems.push('ADYEN_LIVE_PREFIX: needed unless ADYEN_ENVIRONMENT is test')
  }
  problems.push(...braintreeContradictions(given))
  problems.push(...identityContradictions(given, given.NODE_ENV === 'production'))
  if (given.NODE_ENV !== 'production') return problems
  if (given.KILL !== undefined) problems.push('KILL: is for drills, not for production')
  for (const name of ['SHOP_SECRET', 'GATEWAY_API_KEY', 'GATEWAY_HMAC_KEY'] as const) {
    if (given[name] === undefined)
      problems.push(`${name}: must be set in production; the generated one is for development`)
  }
  for (const name of ['CB_ORIGIN', 'CB_CA_ORIGIN', 'CB2_ORIGIN', 'CB2_CA_ORIGIN'] as const) {
    const value = given[name]
    if (value === undefined) problems.push(`${name}: must be set in production, as in https://www.example.com`)
    else if (!value.startsWith('https://') && !isLoopback(value)) problems.push(`${name}: must be https in production`)
  }
  return problems
}

function configOf(given: Settings): Config {
  const isProduction = given.NODE_ENV === 'production'
  const dataDir = resolve(given.DATA_DIR)
  const isSecretMissing = !given.SHOP_SECRET || !given.GATEWAY_API_KEY || !given.GATEWAY_HMAC_KEY
  const kept: Secrets | null = isSecretMissing ? keepSecrets(dataDir) : null
  const own: { readonly [Key in VariantKey]: string | undefined } = {
    cb: given.CB_ORIGIN,
    'cb-ca': given.CB_CA_ORIGIN,
    cb2: given.CB2_ORIGIN,
    'cb2-ca': given.CB2_CA_ORIGIN,
  }
  const origins = Object.fromEntries(
    allVariants.map(({ key, host }) => [key, own[key] ?? `http://${host}:${given.PORT}`]),
  ) as Config['origins']
  const smtp = new URL(given.SMTP_URL ?? `smtp://127.0.0.1:${given.MAIL_SMTP_PORT}`)
  const isSecure = smtp.protocol === 'smtps:'
  const gatewayOrigin = given.GATEWAY_ORIGIN ?? `http://127.0.0.1:${given.GATEWAY_PORT}`
  const gatewayApiKey = given.GATEWAY_API_KEY ?? kept?.gatewayApiKey ?? ''
  // the program that plays them is started with the built-in gateway only
  const isSandboxStarted = given.GATEWAY_ORIGIN === undefined && given.ADYEN_API_KEY === undefined
  const usual = given.NODE_ENV === 'development' ? (['google', 'apple'] as const) : []
  const wanted = isSandboxStarted ? (given.IDENTITY_STAND_IN ?? usual).filter((each) => each !== 'none') : []
  return {
    isProduction,
    port: given.PORT,
    host: given.HOST,
    opsPort: given.OPS_PORT ?? null,
    databaseUrl: given.DATABASE_URL ?? null,
    databasePool: given.DATABASE_POOL,
    dataDir,
    databaseDir: join(dataDir, 'postgres'),
    pictureDirs: [resolve(given.PICTURES_DIR ?? join(dataDir, 'pictures')), ...demoPictures],
    origins,
    trustedProxies: given.TRUSTED_PROXIES,
    flags: {
      paymentProvider_EnableAdyen: given.PAYMENT_PROVIDER_ENABLE_ADYEN,
      cbhcc_EnableCbhcc: given.CBHCC_ENABLE_CBHCC,
      oms_UseSharedEngine: given.OMS_USE_SHARED_ENGINE,
    },
    pfasStates: given.PFAS_STATES,
    deliveryPointsFile: given.DELIVERY_POINTS === undefined ? demoDeliveryPoints : resolve(given.DELIVERY_POINTS),
    cancelMinutes: given.CANCEL_MINUTES,
    consentStores: given.ANALYTICS_CONSENT.filter(isStore),
    isChecklistEnabled: given.REGISTRY_CHECKLIST,
    gateway: {
      builtInPort: given.GATEWAY_ORIGIN === undefined ? given.GATEWAY_PORT : null,
      origin: gatewayOrigin,
      apiKey: gatewayApiKey,
      noticeKey: given.GATEWAY_HMAC_KEY ?? kept?.gatewayNoticeKey ?? '',
      merchantAccount: given.GATEWAY_MERCHANT_ACCOUNT,
    },
    adyen:
      given.ADYEN_API_KEY === undefined
        ? null
        : {
            apiKey: given.ADYEN_API_KEY,
            clientKey: given.ADYEN_CLIENT_KEY ?? '',
            merchantAccount: given.ADYEN_MERCHANT_ACCOUNT ?? '',
            noticeKey: given.ADYEN_HMAC_KEY ?? '',
            environment: given.ADYEN_ENVIRONMENT,
            livePrefix: given.ADYEN_LIVE_PREFIX,
          },
    braintree: braintreeOf(given),
    mail: {
      host: smtp.hostname,
      port: Number(smtp.port) || (isSecure ? 465 : 587),
      user: decodeURIComponent(smtp.username),
      password: decodeURIComponent(smtp.password),
      isSecure,
      from: given.MAIL_FROM,
      builtInPort: given.SMTP_URL === undefined ? given.MAIL_SMTP_PORT : null,
    },
    identity: identityProviders(given, { wanted, origin: gatewayOrigin, secret: gatewayApiKey }),
    words: { refused: given.PERSONALIZATION_REFUSED_WORDS, allowed: given.PERSONALIZATION_ALLOWED_WORDS },
    secret: given.SHOP_SECRET ?? kept?.shop ?? '',
    logLevel: given.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
    killPoint: given.KILL ?? '',
    requestsPerSecond: given.REQUESTS_PER_SECOND ?? (isProduction ? 300 : 0),
    checksReplies: !isProduction,
  }
}

function isLoopback(text: string): boolean {
  const host = new URL(text).hostname
  return host === 'localhost' || host.endsWith('.localhost') || host === '127.0.0.1' || host === '[::1]'
}
