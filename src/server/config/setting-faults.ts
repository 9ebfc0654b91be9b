import { allVariants, type VariantKey } from '#domain/variant.ts'
import { addressSearchContradictions } from '#server/providers/address-search/settings.ts'
import { identityContradictions } from '#server/providers/identity/settings.ts'
import { pictureStoreContradictions } from '#server/providers/picture-store/settings.ts'
import { walletContradictions } from '#server/providers/wallet-gateway/settings.ts'
import { alarmContradictions } from '#server/watch/alarm-settings.ts'
import { developmentFaults, productionFaults } from './production-needs.ts'
import { hasPlaceholder } from './setting-shapes.ts'
import { type Settings, settings } from './settings.ts'
import { playedParts } from './stand-ins.ts'

const originSettings = {
  cb: 'CB_ORIGIN',
  'cb-ca': 'CB_CA_ORIGIN',
  cb2: 'CB2_ORIGIN',
  'cb2-ca': 'CB2_CA_ORIGIN',
} as const satisfies { readonly [Key in VariantKey]: keyof Settings }

/** The origin of each storefront: as it is set, else that of a development store. */
export function originsOf(input: Settings): { readonly [Key in VariantKey]: string } {
  return Object.fromEntries(
    allVariants.map(({ key, host }) => [key, input[originSettings[key]] ?? `http://${host}:${input.PORT}`]),
  ) as { readonly [Key in VariantKey]: string }
}

/** Settings that are the guide's own words, as sentences. */
export function placeholderFaults(input: { readonly [name: string]: string }): string[] {
  return Object.keys(settings.shape)
    .filter((name) => hasPlaceholder(input[name] ?? ''))
    .map((name) => `${name}: has a placeholder of the guide: put the real value in its place`)
}

/** What of the settings does not go together, or is not for this kind of start, as sentences. */
export function contradictions(input: Settings): string[] {
  const isProduction = input.NODE_ENV === 'production'
  return [
    ...adyenContradictions(input),
    ...walletContradictions(input, playedParts(input).has('wallets')),
    ...addressSearchContradictions(input),
    ...identityContradictions(input),
    ...pictureStoreContradictions(input),
    ...alarmContradictions(input),
    ...sharedHosts(input),
    ...withoutDirectWay(input),
    ...replicaOfNothing(input),
    ...(isProduction ? productionFaults(input) : developmentFaults(input)),
  ]
}

function adyenContradictions(input: Settings): string[] {
  const problems: string[] = []
  const adyen = ['ADYEN_API_KEY', 'ADYEN_CLIENT_KEY', 'ADYEN_MERCHANT_ACCOUNT', 'ADYEN_HMAC_KEY'] as const
  const missing = adyen.filter((name) => input[name] === undefined)
  if (missing.length > 0 && missing.length < adyen.length) {
    problems.push(...missing.map((name) => `${name}: needed as the other ADYEN_ settings are set`))
  }
  if (missing.length === adyen.length && input.ADYEN_REPORT_KEY !== undefined) {
    problems.push('ADYEN_REPORT_KEY: is set, but ADYEN_API_KEY is not')
  }
  // our own fields would send the number to Adyen in a form it does not take
  if (missing.length === 0 && !input.PAYMENT_PROVIDER_ENABLE_ADYEN) {
    problems.push('PAYMENT_PROVIDER_ENABLE_ADYEN: must be true where Adyen reads the cards')
  }
  if (input.ADYEN_ENVIRONMENT !== 'test' && input.ADYEN_LIVE_PREFIX === '') {
    problems.push('ADYEN_LIVE_PREFIX: needed unless ADYEN_ENVIRONMENT is test')
  }
  // Adyen begins a client key with the environment that it is for
  const keyFor = /^(test|live)_/.exec(input.ADYEN_CLIENT_KEY ?? '')?.[1]
  if (keyFor !== undefined && (keyFor === 'test') !== (input.ADYEN_ENVIRONMENT === 'test')) {
    problems.push(`ADYEN_CLIENT_KEY: begins with ${keyFor}_, but ADYEN_ENVIRONMENT is ${input.ADYEN_ENVIRONMENT}`)
  }
  return problems
}

/** What listens, or tells its session something, cannot do so where the session changes with each transaction. */
function withoutDirectWay(input: Settings): string[] {
  if (input.DATABASE_POOLER !== 'transaction' || input.DATABASE_DIRECT_URL !== undefined) return []
  return ['DATABASE_DIRECT_URL: needed with DATABASE_POOLER=transaction: the address of the database itself']
}

/** The private PostgreSQL has no replica: this one is of another shop. */
function replicaOfNothing(input: Settings): string[] {
  if (input.DATABASE_REPLICA_URL === undefined || input.DATABASE_URL !== undefined) return []
  return ['DATABASE_REPLICA_URL: needs DATABASE_URL, the database that it is a replica of']
}

/** Stores are told apart by their hosts: of two that share one, one cannot be reached. */
function sharedHosts(input: Settings): string[] {
  const first = new Map<string, keyof Settings>()
  return Object.entries(originsOf(input)).flatMap(([key, origin]) => {
    const name = originSettings[key as VariantKey]
    const { host } = new URL(origin)
    const other = first.get(host)
    first.set(host, other ?? name)
    return other === undefined ? [] : [`${name}: has the host of ${other}; each store needs one of its own`]
  })
}
