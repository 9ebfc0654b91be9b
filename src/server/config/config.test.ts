import { existsSync, mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { standInProvider } from '#server/providers/identity/settings.ts'
import { retentionTable } from '#server/watch/retention-table.ts'
import { ConfigError, readConfig } from './config.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'cartwright-config-'))
const problemsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    readConfig({ DATA_DIR: folder(), ...environment })
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}
const hex = '0123456789abcdef'.repeat(4)
const adyen = {
  ADYEN_API_KEY: 'key',
  ADYEN_CLIENT_KEY: 'live_client',
  ADYEN_MERCHANT_ACCOUNT: 'Shop',
  ADYEN_HMAC_KEY: hex,
  ADYEN_ENVIRONMENT: 'live',
  ADYEN_LIVE_PREFIX: 'abc-Shop',
  PAYMENT_PROVIDER_ENABLE_ADYEN: 'true',
}
const gatewayKeys = { GATEWAY_API_KEY: 'api key of a shop, long enough to be one', GATEWAY_HMAC_KEY: hex }
/** What production needs besides a card gateway and a mail server. */
const own = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://shop:secret@db.example/shop',
  SHOP_SECRET: 'secret of a shop, long enough to be one',
  CB_ORIGIN: 'https://www.cb.example',
  CB_CA_ORIGIN: 'https://www.cb.example.ca',
  SELLERS: 'test/start/sellers.json',
  CB2_ORIGIN: 'https://www.cb2.example',
  CB2_CA_ORIGIN: 'https://www.cb2.example.ca',
}
const mail = { SMTP_URL: 'smtps://shop:secret@mail.example', MAIL_FROM: 'orders@cb.example' }
const live = { ...own, ...mail, ...adyen }
const namesIn = (problems: readonly string[]) => problems.map((problem) => problem.split(':')[0])

describe('settings', () => {
  test('OPEN-120, OPEN-08: without any, the store listens on 127.0.0.1:3000, its gateway on 3001, the four hosts are the built-in ones', () => {
    const config = readConfig({ DATA_DIR: folder() })
    expect(config).toMatchObject({ port: 3000, host: '127.0.0.1', databaseUrl: null, isProduction: false })
    expect(config.gateway).toMatchObject({ origin: 'http://127.0.0.1:3001' })
    expect(config.sandbox).toEqual({ port: 3001, origin: 'http://127.0.0.1:3001' })
    expect(config.origins).toEqual({
      cb: 'http://cb.localhost:3000',
      'cb-ca': 'http://cb-ca.localhost:3000',
      cb2: 'http://cb2.localhost:3000',
      'cb2-ca': 'http://cb2-ca.localhost:3000',
    })
  })

  test('PLAT-22: the flags are read by their exact names', () => {
    const { flags } = readConfig({
      DATA_DIR: folder(),
      paymentProvider_EnableAdyen: 'true',
      cbhcc_EnableCbhcc: 'true',
      oms_UseSharedEngine: 'false',
    })
    expect(flags).toEqual({ paymentProvider_EnableAdyen: true, cbhcc_EnableCbhcc: true, oms_UseSharedEngine: false })
  })

  test('everything that is wrong is said at once, each by the name of its variable', () => {
    const problems = problemsOf({
      PORT: 'eighty',
      DATABASE_URL: 'mysql://localhost',
      cbhcc_EnableCbhcc: 'yes',
      CB_ORIGIN: 'https://www.cb.example/shop',
      PFAS_STATES: 'Colorado',
      SHOP_SECRET: 'short',
    })
    const names = ['PORT', 'DATABASE_URL', 'CBHCC_ENABLE_CBHCC', 'CB_ORIGIN', 'PFAS_STATES', 'SHOP_SECRET']
    expect(problems.map((problem) => problem.split(':')[0]).sort()).toEqual(names.sort())
  })

  test('the stores that ask for consent: those of Canada, others, none; another name is refused', () => {
    const storesOf = (ANALYTICS_CONSENT?: string) =>
      readConfig({ DATA_DIR: folder(), ...(ANALYTICS_CONSENT ? { ANALYTICS_CONSENT } : {}) }).consentStores
    expect([storesOf(), storesOf('cb, cb2'), storesOf('none')]).toEqual([['cb-ca', 'cb2-ca'], ['cb', 'cb2'], []])
    expect(problemsOf({ ANALYTICS_CONSENT: 'canada' })).toEqual([expect.stringContaining('ANALYTICS_CONSENT')])
  })

  test('BEYOND-03: how long an order can be cancelled: half an hour, a time of the store’s own, never; anything else is refused by name', () => {
    const minutesOf = (CANCEL_MINUTES: string) => readConfig({ DATA_DIR: folder(), CANCEL_MINUTES }).cancelMinutes
    expect([minutesOf(''), minutesOf('90'), minutesOf('0')]).toEqual([30, 90, 0])
    for (const CANCEL_MINUTES of ['soon', '-1', '1.5', '1441']) {
      expect(problemsOf({ CANCEL_MINUTES })).toEqual([expect.stringContaining('CANCEL_MINUTES')])
    }
  })

  test('SCALE-01: how long things are kept: a time from the least on, 0 for ever; less is refused by name', () => {
    for (const [line, { setting, unit, usual, least }] of Object.entries(retentionTable)) {
      const kept = (time: string) => readConfig({ DATA_DIR: folder(), [setting]: time }).retention
      expect([kept(''), kept(String(least)), kept('0')]).toEqual([
        expect.objectContaining({ [line]: `${usual} ${unit}` }),
        expect.objectContaining({ [line]: `${least} ${unit}` }),
        expect.objectContaining({ [line]: null }),
      ])
      for (const time of [...(least > 1 ? [String(least - 1)] : []), '-1', '1.5', 'long', '10001']) {
        expect(problemsOf({ [setting]: time })).toEqual([expect.stringContaining(setting)])
      }
    }
    const { session, request_key, webhook_event } = retentionTable
    expect([session.least, session.unit, request_key.least, request_key.unit]).toEqual([1, 'days', 24, 'hours'])
    expect([webhook_event.least, webhook_event.unit]).toEqual([13, 'months'])
  })

  test('an empty variable counts as not set', () => {
    expect(readConfig({ DATA_DIR: folder(), PORT: '', DATABASE_URL: '' })).toMatchObject({
      port: 3000,
      databaseUrl: null,
    })
  })

  test('half of the Adyen settings are refused, and so is the live service without its prefix', () => {
    expect(problemsOf({ NODE_ENV: 'test', ADYEN_API_KEY: 'key', ADYEN_ENVIRONMENT: 'live' })).toEqual([
      expect.stringContaining('ADYEN_CLIENT_KEY'),
      expect.stringContaining('ADYEN_MERCHANT_ACCOUNT'),
      expect.stringContaining('ADYEN_HMAC_KEY'),
      expect.stringContaining('ADYEN_LIVE_PREFIX'),
      expect.stringContaining('NODE_ENV: must be production, as ADYEN_ENVIRONMENT is for real shoppers'),
    ])
  })

  test('PLAT-18: where Adyen reads the cards its own fields must be on, and the live regions need the prefix', () => {
    const set = {
      ADYEN_API_KEY: 'key',
      ADYEN_CLIENT_KEY: 'test_client',
      ADYEN_MERCHANT_ACCOUNT: 'Shop',
      ADYEN_HMAC_KEY: 'ab'.repeat(32),
    }
    expect(problemsOf(set)).toEqual([expect.stringContaining('PAYMENT_PROVIDER_ENABLE_ADYEN')])
    const on = { ...own, ...mail, ...adyen, ADYEN_ENVIRONMENT: 'live-us' }
    expect(problemsOf({ ...on, ADYEN_LIVE_PREFIX: '' })).toEqual([expect.stringContaining('ADYEN_LIVE_PREFIX')])
    const read = readConfig({ DATA_DIR: folder(), ...on })
    expect(read.adyen).toMatchObject({ clientKey: 'live_client', environment: 'live-us', livePrefix: 'abc-Shop' })
  })

  test('a mail server is an address with user and password', () => {
    const { mail } = readConfig({ DATA_DIR: folder(), SMTP_URL: 'smtps://shop:p%40ss@mail.example' })
    expect(mail).toMatchObject({
      host: 'mail.example',
      port: 465,
      user: 'shop',
      password: 'p@ss',
      isSecure: true,
      builtInPort: null,
    })
  })
})

describe('secrets (SEC-67)', () => {
  test('in development they are made once, kept in the data folder, and readable by the owner only', () => {
    const DATA_DIR = folder()
    const first = readConfig({ DATA_DIR })
    expect(readConfig({ DATA_DIR })).toMatchObject({ secret: first.secret, gateway: { apiKey: first.gateway.apiKey } })
    expect(first.secret).toMatch(/^[0-9a-f]{64}$/)
    const file = join(DATA_DIR, 'secrets.json')
    expect(readFileSync(file, 'utf8')).toContain(first.secret)
    expect(statSync(file).mode & 0o077).toBe(0)
  })

  test('OPEN-08: production asks for its own secrets and its own https hosts', () => {
    expect(namesIn(problemsOf({ NODE_ENV: 'production' }))).toEqual(
      expect.arrayContaining(['SHOP_SECRET', 'CB_ORIGIN', 'CB_CA_ORIGIN', 'CB2_ORIGIN', 'CB2_CA_ORIGIN']),
    )
    expect(problemsOf({ ...live, CB_ORIGIN: 'http://www.cb.example' })).toEqual([
      'CB_ORIGIN: must be https in production',
    ])
    expect(problemsOf({ ...live, KILL: 'k1' })).toEqual(['KILL: is for drills, not for production'])
    expect(problemsOf(live)).toEqual([])
  })

  test('in production nothing is made up and nothing is kept in the data folder', () => {
    const DATA_DIR = folder()
    readConfig({ DATA_DIR, ...live })
    expect(existsSync(join(DATA_DIR, 'secrets.json'))).toBe(false)
  })
})

describe('SAFE-04: what production needs is checked before anything starts', () => {
  test('all that is missing is named at once, together with what is wrong otherwise', () => {
    expect(
      namesIn(problemsOf({ NODE_ENV: 'production', PORT: 'eighty', SHOP_SECRET: 'short', KILL: 'k1' })).sort(),
    ).toEqual(
      [
        ...['PORT', 'SHOP_SECRET', 'DATABASE_URL', 'CB_ORIGIN', 'CB_CA_ORIGIN', 'CB2_ORIGIN', 'CB2_CA_ORIGIN'],
        ...['ADYEN_API_KEY', 'GATEWAY_API_KEY', 'GATEWAY_HMAC_KEY', 'SMTP_URL', 'MAIL_FROM', 'SELLERS', 'KILL'],
      ].sort(),
    )
  })

  const gateway = { GATEWAY_ORIGIN: 'https://pay.example', ...gatewayKeys }
  const braintree = { BRAINTREE_MERCHANT_ID: 'm', BRAINTREE_PUBLIC_KEY: 'p', BRAINTREE_PRIVATE_KEY: 'k' }
  const trial = { ADYEN_ENVIRONMENT: 'test', ADYEN_CLIENT_KEY: 'test_client' }
  test.each<[string, Record<string, string>, readonly string[]]>([
    ['Adyen and a mail server', live, []],
    ['another gateway and a mail server', { ...own, ...mail, ...gateway }, []],
    ['no card gateway', { ...own, ...mail }, ['ADYEN_API_KEY', 'GATEWAY_API_KEY', 'GATEWAY_HMAC_KEY']],
    ['no mail server', { ...own, ...adyen }, ['SMTP_URL', 'MAIL_FROM']],
    [
      'half of Adyen',
      { ...own, ...mail, ADYEN_API_KEY: 'key' },
      ['ADYEN_CLIENT_KEY', 'ADYEN_MERCHANT_ACCOUNT', 'ADYEN_HMAC_KEY', 'ADYEN_ENVIRONMENT'],
    ],
    ['Adyen where no money is real', { ...live, ...trial }, ['ADYEN_ENVIRONMENT']],
    [
      'a gateway without its keys',
      { ...own, ...mail, GATEWAY_ORIGIN: 'https://pay.example' },
      ['GATEWAY_API_KEY', 'GATEWAY_HMAC_KEY'],
    ],
    [
      'a gateway on this machine',
      { ...own, ...mail, ...gateway, GATEWAY_ORIGIN: 'https://127.0.0.1:3001' },
      ['GATEWAY_ORIGIN'],
    ],
    [
      'a gateway without https',
      { ...own, ...mail, ...gateway, GATEWAY_ORIGIN: 'http://pay.example' },
      ['GATEWAY_ORIGIN'],
    ],
    ['wallets by Braintree', { ...live, ...braintree, BRAINTREE_ENVIRONMENT: 'production' }, []],
    [
      'some of the wallets',
      { ...live, ...braintree, BRAINTREE_ENVIRONMENT: 'production', WALLETS: 'applePay, paypal' },
      [],
    ],
    ['wallets of nobody', { ...live, WALLETS: 'applePay,paypal' }, ['WALLETS']],
    ['wallets where no money is real', { ...live, ...braintree }, ['BRAINTREE_ENVIRONMENT']],
    [
      'half of Braintree',
      { ...live, BRAINTREE_MERCHANT_ID: 'm', BRAINTREE_ENVIRONMENT: 'production' },
      ['BRAINTREE_PUBLIC_KEY', 'BRAINTREE_PRIVATE_KEY'],
    ],
    ['no database of its own', { ...live, DATABASE_URL: '' }, ['DATABASE_URL']],
  ])('%s', (_name, environment, faults) => {
    expect(namesIn(problemsOf(environment)).sort()).toEqual([...faults].sort())
  })

  test('SAFE-05: stand-ins that STAND_INS names take the place of what is missing', () => {
    const played = (STAND_INS: string, more: Record<string, string> = {}) => ({
      ...own,
      ...gatewayKeys,
      ...more,
      STAND_INS,
    })
    expect(problemsOf(played('card-gateway,wallets,mail,identity,delivery'))).toEqual([])
    expect(problemsOf(played('card-gateway', mail))).toEqual([])
    expect(problemsOf(played('card-gateway,mail', { ...adyen, ...trial }))).toEqual([])
    expect(problemsOf(played('card-gateway', { ...mail, ...adyen, ...trial }))).toEqual([])
    expect(namesIn(problemsOf(played('mail')))).toEqual(['ADYEN_API_KEY'])
    expect(namesIn(problemsOf(played('postgres', live)))).toEqual(['STAND_INS'])
  })

  test('SAFE-05: one that is named although the real one is there is refused: the bar would say that nothing is sold', () => {
    const faultOf = (STAND_INS: string, more: Record<string, string> = {}) =>
      problemsOf({ ...live, ...gatewayKeys, ...more, STAND_INS })
    for (const faults of [
      faultOf('card-gateway'),
      faultOf('mail'),
      faultOf('wallets'),
      faultOf('wallets', { ...braintree, BRAINTREE_ENVIRONMENT: 'production' }),
      faultOf('delivery', { DELIVERY_POINTS: 'catalog/delivery-points.json' }),
    ]) {
      expect(namesIn(faults)).toEqual(['STAND_INS'])
    }
  })

  test('CALM-62: production asks who sells, and takes no company of the demo', () => {
    const { SELLERS: _, ...without } = live
    expect(problemsOf(without)).toEqual(['SELLERS: must be set in production: a receipt names who sold, by law'])
    expect(problemsOf({ ...live, SELLERS: 'catalog/sellers.json' })).toEqual([
      'SELLERS: names a company of the demo for cb, cb2, cb-ca, cb2-ca',
    ])
    expect(problemsOf({ ...live, SELLERS: 'package.json' })).toEqual([
      expect.stringMatching(/^SELLERS: The sellers of package.json are not good: cb: .*cb-ca: /),
    ])
  })

  test('SAFE-05, SAFE-06: production plays nothing and starts no program unless STAND_INS says so', () => {
    const read = (environment: Record<string, string>) => readConfig({ DATA_DIR: folder(), ...environment })
    expect(read(live)).toMatchObject({ sandbox: null, isTestStore: false, identity: [], deliveryPointsFile: null })
    expect([...read(live).standIns]).toEqual([])
    const staging = read({ ...own, ...gatewayKeys, STAND_INS: 'card-gateway,wallets,mail,identity,delivery' })
    expect(staging).toMatchObject({ sandbox: { port: 3001 }, isTestStore: true, mail: { builtInPort: 3025 } })
    expect(staging.identity.map(({ name }) => name)).toEqual(['Google', 'Apple'])
    expect(read({ ...live, ...trial, ...gatewayKeys, STAND_INS: 'card-gateway,identity' })).toMatchObject({
      sandbox: { port: 3001 },
      mail: { builtInPort: null },
    })
  })

  test('SAFE-08: the drill and the description of the calls are asked for in production, and are there elsewhere', () => {
    const open = (environment: Record<string, string>) => {
      const { hasFireDrill, hasOpenapi } = readConfig({ DATA_DIR: folder(), ...environment })
      return [hasFireDrill, hasOpenapi]
    }
    expect(open({})).toEqual([true, true])
    expect(open(live)).toEqual([false, false])
    expect(open({ ...live, FIRE_DRILL: 'true', OPENAPI: 'true' })).toEqual([true, true])
    expect(open({ ...live, FIRE_DRILL: 'false', OPENAPI: 'false' })).toEqual([false, false])
    // a real gateway does not play outcomes
    expect(open({ GATEWAY_ORIGIN: 'http://127.0.0.1:9' })).toEqual([false, true])
  })
})

describe('outside identity providers', () => {
  const development = { NODE_ENV: 'development', SHOP_SECRET: own.SHOP_SECRET, ...gatewayKeys }
  const read = (more: { readonly [name: string]: string }) => readConfig({ ...development, ...more }).identity
  const key = standInProvider('apple', 'http://127.0.0.1:1', 'secret').secret
  const pem = key.kind === 'appleKey' ? key.privateKey : ''

  test('OPEN-96: in development the built-in provider plays Google and Apple, and what is asked for', () => {
    expect(read({}).map(({ name, isStandIn }) => [name, isStandIn])).toEqual([
      ['Google', true],
      ['Apple', true],
    ])
    expect(read({ IDENTITY_STAND_IN: 'okta' }).map(({ issuer }) => issuer)).toEqual([
      'http://127.0.0.1:3001/identity/okta',
    ])
    expect(read({ IDENTITY_STAND_IN: 'none' })).toEqual([])
    expect(read({ GATEWAY_ORIGIN: 'http://127.0.0.1:9' })).toEqual([])
  })

  test('OPEN-96: real settings take the place of the built-in provider', () => {
    const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'word' }
    const apple = {
      APPLE_CLIENT_ID: 'a',
      APPLE_TEAM_ID: 't',
      APPLE_KEY_ID: 'k',
      APPLE_PRIVATE_KEY: pem.replaceAll('\n', '\\n'),
    }
    const okta = { OKTA_ISSUER: 'https://example.okta.com', OKTA_CLIENT_ID: 'o', OKTA_CLIENT_SECRET: 'w' }
    const found = read({ ...google, ...apple, ...okta })
    expect(found.map(({ issuer, isStandIn }) => [issuer, isStandIn])).toEqual([
      ['https://accounts.google.com', false],
      ['https://appleid.apple.com', false],
      ['https://example.okta.com', false],
    ])
    expect(found[1]?.secret).toMatchObject({ kind: 'appleKey', privateKey: pem })
  })

  test.each([
    ['half of Google', { GOOGLE_CLIENT_ID: 'id' }, 'GOOGLE_CLIENT_SECRET'],
    ['a key that is none', { APPLE_PRIVATE_KEY: 'no key' }, 'APPLE_PRIVATE_KEY'],
    ['Okta without https', { OKTA_ISSUER: 'http://example.okta.com' }, 'OKTA_ISSUER'],
    ['an unknown stand-in', { IDENTITY_STAND_IN: 'google,facebook' }, 'IDENTITY_STAND_IN'],
    ['a stand-in in production', { NODE_ENV: 'production', IDENTITY_STAND_IN: 'google' }, 'IDENTITY_STAND_IN'],
  ])('SEC-37: %s is refused by name', (_name, more, variable) => {
    expect(() => read(more)).toThrow(variable)
  })

  test('SEC-37: in production without settings there is no provider at all', () => {
    const origins = ['CB_ORIGIN', 'CB_CA_ORIGIN', 'CB2_ORIGIN', 'CB2_CA_ORIGIN']
    const https = Object.fromEntries(origins.map((name, nth) => [name, `https://s${nth}.example`]))
    expect(read({ ...live, ...https, NODE_ENV: 'production' })).toEqual([])
  })
})
