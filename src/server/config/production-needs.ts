import { isLoopback } from './loopback.ts'
import { demoSellersIn } from './sellers.ts'
import { hasVariety } from './setting-shapes.ts'
import type { Settings } from './settings.ts'
import { needsProgram, playedParts } from './stand-ins.ts'

/** A setting that production needs; '' of `missing` says that it is there, or that another takes its place. */
type Need = { readonly name: keyof Settings; readonly meaning: string; readonly missing: (input: Settings) => string }

const isAdyen = (input: Settings) => input.ADYEN_API_KEY !== undefined
const isPlayed = (input: Settings, part: Settings['STAND_INS'][number]) => input.STAND_INS.includes(part)
/** Somebody speaks the words of the built-in gateway: a gateway elsewhere, or the program that plays. */
const usesGatewayKeys = (input: Settings) => !isAdyen(input) || needsProgram(input, playedParts(input))

function always(name: keyof Settings, meaning: string, text = 'must be set in production'): Need {
  return { name, meaning, missing: (input) => (input[name] === undefined ? text : '') }
}

function origin(name: 'CB_ORIGIN' | 'CB_CA_ORIGIN' | 'CB2_ORIGIN' | 'CB2_CA_ORIGIN', store: string): Need {
  return {
    name,
    meaning: `the https origin of ${store}, as in https://www.example.com`,
    missing(input) {
      const value = input[name]
      if (value === undefined) return 'must be set in production, as in https://www.example.com'
      return value.startsWith('https://') || isLoopback(value) ? '' : 'must be https in production'
    },
  }
}

function gatewayKey(name: 'GATEWAY_API_KEY' | 'GATEWAY_HMAC_KEY', meaning: string): Need {
  const text = 'must be set in production; the generated one is for development'
  return { name, meaning, missing: (input) => (usesGatewayKeys(input) && input[name] === undefined ? text : '') }
}

/** All that a production start needs, each checked before anything is started; docs/how-to/run-in-production.md lists them. */
export const productionNeeds: readonly Need[] = [
  always(
    'DATABASE_URL',
    'PostgreSQL 15 or newer',
    'must be set in production; the private PostgreSQL is for development',
  ),
  always(
    'SHOP_SECRET',
    'at least 32 characters, the same for every process',
    'must be set in production; the generated one is for development',
  ),
  origin('CB_ORIGIN', 'CB, United States'),
  origin('CB_CA_ORIGIN', 'CB, Canada'),
  origin('CB2_ORIGIN', 'CB2, United States'),
  origin('CB2_CA_ORIGIN', 'CB2, Canada'),
  {
    name: 'ADYEN_API_KEY',
    meaning: 'a real card gateway: the settings of `docs/how-to/adyen.md`, or the three GATEWAY_ ones',
    missing: (input) =>
      isAdyen(input) || input.GATEWAY_ORIGIN !== undefined || isPlayed(input, 'card-gateway')
        ? ''
        : 'cards need a real gateway in production: the ADYEN_ settings, or GATEWAY_ORIGIN with its keys',
  },
  {
    name: 'ADYEN_ENVIRONMENT',
    meaning: 'with Adyen: `live`, or live in the region of the merchant account',
    missing: (input) =>
      isAdyen(input) && input.ADYEN_ENVIRONMENT === 'test' && !isPlayed(input, 'card-gateway')
        ? 'test takes no real money; in production it must be a live one, unless STAND_INS names card-gateway'
        : '',
  },
  {
    name: 'GATEWAY_ORIGIN',
    meaning: 'in place of Adyen: the https origin of a gateway that speaks the words of the built-in one',
    missing: ({ GATEWAY_ORIGIN: value, ...input }) =>
      value === undefined || isPlayed({ ...input, GATEWAY_ORIGIN: value }, 'card-gateway') || isRealOrigin(value)
        ? ''
        : 'must be https and not this machine in production, unless STAND_INS names card-gateway',
  },
  gatewayKey('GATEWAY_API_KEY', 'with GATEWAY_ORIGIN: what the store shows it'),
  gatewayKey('GATEWAY_HMAC_KEY', 'with GATEWAY_ORIGIN: the key of the signatures of its webhooks'),
  {
    name: 'SMTP_URL',
    meaning: 'a real mail server, as in smtps://user:password@host',
    missing: (input) =>
      input.SMTP_URL !== undefined || isPlayed(input, 'mail') ? '' : 'mail needs a real mail server in production',
  },
  {
    name: 'MAIL_FROM',
    meaning: 'the sender of our mails, an address of yours',
    missing: (input) =>
      input.MAIL_FROM === undefined && !isPlayed(input, 'mail') ? 'must be set in production, an address of yours' : '',
  },
  {
    name: 'SELLERS',
    meaning:
      'the legal seller of each store with its address, and the tax registrations of the Canadian ones (`docs/how-to/name-the-seller.md`)',
    missing: ({ SELLERS: file, STAND_INS: played }) => {
      // nothing is sold in a test store
      if (played.length > 0) return ''
      if (file === undefined) return 'must be set in production: a receipt names who sold, by law'
      const demo = demoSellersIn(file)
      return demo.length === 0 ? '' : `names a company of the demo for ${demo.join(', ')}`
    },
  },
  {
    name: 'PICTURES_ENDPOINT',
    meaning: 'with pictures in an object store (`docs/how-to/import-pictures.md`): its https address',
    missing: ({ PICTURES_ENDPOINT: value }) =>
      value === undefined || isRealOrigin(value) ? '' : 'must be https and not this machine in production',
  },
  {
    name: 'PICTURES_ORIGIN',
    meaning: 'with pictures in an object store: the https origin of the CDN in front of it',
    missing: ({ PICTURES_ORIGIN: value }) =>
      value === undefined || isRealOrigin(value) ? '' : 'must be https and not this machine in production',
  },
  {
    name: 'BRAINTREE_ENVIRONMENT',
    meaning: 'with wallets by Braintree (`docs/how-to/wallets.md`): `production`',
    missing: (input) =>
      input.BRAINTREE_MERCHANT_ID !== undefined &&
      input.BRAINTREE_ENVIRONMENT === 'sandbox' &&
      !isPlayed(input, 'wallets')
        ? 'sandbox takes no real money; in production it must be production, unless STAND_INS names wallets'
        : '',
  },
]

const fault = (text: string) => [`STAND_INS: ${text}`]

/** What production lacks, and what it must not have, as sentences. */
export function productionFaults(input: Settings): string[] {
  const missing = productionNeeds.map((need) => ({ name: need.name, text: need.missing(input) }))
  const faults = missing.filter(({ text }) => text !== '').map(({ name, text }) => `${name}: ${text}`)
  if (input.KILL !== undefined) faults.push('KILL: is for drills, not for production')
  const weak: (keyof Settings)[] = secrets.filter((name) => input[name] !== undefined && !hasVariety(input[name]))
  for (const name of ['SHOP_SECRET_OLD', 'STORED_VALUE_KEY_OLD'] as const) {
    if (input[name].some((one) => !hasVariety(one))) weak.push(name)
  }
  faults.push(...weak.map((name) => `${name}: is of a few characters again and again; make one: openssl rand -hex 32`))
  return [...faults, ...standInFaults(input)]
}

const secrets = ['SHOP_SECRET', 'STORED_VALUE_KEY', 'GATEWAY_API_KEY', 'GATEWAY_HMAC_KEY', 'ADYEN_HMAC_KEY'] as const

/** A start that is not production would give real shoppers demo cards: that NODE_ENV is forgotten is no wish. */
export function developmentFaults(input: Settings): string[] {
  const origins = ['CB_ORIGIN', 'CB_CA_ORIGIN', 'CB2_ORIGIN', 'CB2_CA_ORIGIN'] as const
  const real = [...liveProviders(input), ...origins.filter((name) => isRealOrigin(input[name]))]
  const faults = input.STAND_INS.length > 0 ? fault('is for production: set NODE_ENV=production, or leave it out') : []
  if (real.length === 0) return faults
  const are = real.length === 1 ? 'is' : 'are'
  const text = `must be production, as ${real.join(', ')} ${are} for real shoppers; for a test store set STAND_INS too`
  return [`NODE_ENV: ${text}`, ...faults]
}

/** The settings that lead to where real money moves. */
function liveProviders(input: Settings): string[] {
  const isGatewayUsed = !isAdyen(input) && !isPlayed(input, 'card-gateway')
  const isLiveBraintree = input.BRAINTREE_MERCHANT_ID !== undefined && input.BRAINTREE_ENVIRONMENT === 'production'
  return [
    ...(isAdyen(input) && input.ADYEN_ENVIRONMENT !== 'test' ? ['ADYEN_ENVIRONMENT'] : []),
    ...(isGatewayUsed && isRealOrigin(input.GATEWAY_ORIGIN) ? ['GATEWAY_ORIGIN'] : []),
    ...(isLiveBraintree ? ['BRAINTREE_ENVIRONMENT'] : []),
  ]
}

/**
 * What moves real money never stands beside anything that is played: every page would say that nothing is sold. Nor is a
 * part played whose real one is set.
 */
function standInFaults(input: Settings): string[] {
  const isIdentityRequested = (input.IDENTITY_STAND_IN ?? []).some((each) => each !== 'none')
  const live = liveProviders(input)
  const isMixed = input.STAND_INS.length > 0 && live.length > 0
  return [
    ...(isMixed
      ? fault(`names ${input.STAND_INS.join(', ')}, but real money moves by ${live.join(', ')}: leave STAND_INS out`)
      : partFaults(input)),
    ...(isIdentityRequested && !isPlayed(input, 'identity')
      ? ['IDENTITY_STAND_IN: anybody signs in as anybody there; in production only where STAND_INS names identity']
      : []),
  ]
}

function partFaults(input: Settings): string[] {
  const isGatewayPlayed = isPlayed(input, 'card-gateway')
  const isSheetPlayed = isPlayed(input, 'wallets') && input.BRAINTREE_MERCHANT_ID === undefined
  return [
    ...(isSheetPlayed && (!isGatewayPlayed || isAdyen(input))
      ? fault('names wallets, which pay through the built-in gateway: name card-gateway too, and set no ADYEN_')
      : []),
    ...(isPlayed(input, 'mail') && input.SMTP_URL !== undefined ? fault('names mail, but SMTP_URL is set') : []),
    ...(isPlayed(input, 'delivery') && input.DELIVERY_POINTS !== undefined
      ? fault('names delivery, but DELIVERY_POINTS is set')
      : []),
  ]
}

function isRealOrigin(value: string | undefined): boolean {
  return value !== undefined && new URL(value).protocol === 'https:' && !isLoopback(value)
}
