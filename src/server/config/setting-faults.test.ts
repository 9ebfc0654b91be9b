import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { standInProvider } from '#server/providers/identity/settings.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { isLoopback } from './loopback.ts'
import { settings } from './settings.ts'

type Environment = { readonly [name: string]: string }

const DATA_DIR = mkdtempSync(join(tmpdir(), 'cartwright-settings-'))
const hex = '0123456789abcdef'.repeat(4)
const apple = standInProvider('apple', 'http://127.0.0.1:1', 'secret').secret
const keys = {
  SHOP_SECRET: 'secret of a shop, long enough to be one',
  GATEWAY_API_KEY: 'api key of a shop, long enough to be one',
  GATEWAY_HMAC_KEY: hex,
  STORED_VALUE_KEY: 'key of the gift cards of a shop, long enough',
}
/** Every group of settings is whole, so that each can be changed alone. */
const whole: Environment = {
  ...{ DATA_DIR, ...keys, PAYMENT_PROVIDER_ENABLE_ADYEN: 'true' },
  ...{ ADYEN_API_KEY: 'key', ADYEN_CLIENT_KEY: 'key', ADYEN_MERCHANT_ACCOUNT: 'Shop', ADYEN_HMAC_KEY: hex },
  ...{ BRAINTREE_MERCHANT_ID: 'm', BRAINTREE_PUBLIC_KEY: 'p', BRAINTREE_PRIVATE_KEY: 'k' },
  ...{ SMARTY_AUTH_ID: 'i', SMARTY_AUTH_TOKEN: 't' },
  ...{ ALARM_WEBHOOK_URL: 'https://hooks.example', ALARM_WEBHOOK_SECRET: `whsec_${'A'.repeat(40)}` },
  ...{ GOOGLE_CLIENT_ID: 'g', GOOGLE_CLIENT_SECRET: 's' },
  ...{ APPLE_CLIENT_ID: 'a', APPLE_TEAM_ID: 't', APPLE_KEY_ID: 'k' },
  APPLE_PRIVATE_KEY: apple.kind === 'appleKey' ? apple.privateKey : '',
  ...{ OKTA_ISSUER: 'https://example.okta.com', OKTA_CLIENT_ID: 'o', OKTA_CLIENT_SECRET: 's' },
}
const production: Environment = {
  ...{ DATA_DIR, NODE_ENV: 'production', SHOP_SECRET: keys.SHOP_SECRET },
  ...{ DATABASE_URL: 'postgres://shop:secret@db.example/shop', MAIL_FROM: 'orders@cb.example' },
  ...{ SMTP_URL: 'smtps://shop:secret@mail.example' },
  SELLERS: 'test/start/sellers.json',
  ...{ CB_ORIGIN: 'https://www.cb.example', CB_CA_ORIGIN: 'https://www.cb.example.ca' },
  ...{ CB2_ORIGIN: 'https://www.cb2.example', CB2_CA_ORIGIN: 'https://www.cb2.example.ca' },
}
const adyen = {
  ...{ ADYEN_API_KEY: 'key', ADYEN_CLIENT_KEY: 'live_key', ADYEN_MERCHANT_ACCOUNT: 'Shop', ADYEN_HMAC_KEY: hex },
  ...{ ADYEN_ENVIRONMENT: 'live', ADYEN_LIVE_PREFIX: 'abc-Shop', PAYMENT_PROVIDER_ENABLE_ADYEN: 'true' },
}
const adyenTest = { ADYEN_ENVIRONMENT: 'test', ADYEN_CLIENT_KEY: 'test_key', ADYEN_LIVE_PREFIX: '' }
const braintree = { BRAINTREE_MERCHANT_ID: 'm', BRAINTREE_PUBLIC_KEY: 'p', BRAINTREE_PRIVATE_KEY: 'k' }

/** What is wrong with an environment; anything else than a list of it is thrown. */
function problemsOf(environment: Environment): readonly string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}
const namesOf = (environment: Environment) => [
  ...new Set(problemsOf(environment).map((problem) => problem.split(':')[0])),
]
const textOf = (config: Config) =>
  JSON.stringify(config, (_key, value: unknown) => (value instanceof Set ? [...value] : value))

const long = 'x'.repeat(100_000)
const nonsense = ['abc', '-1', '1e99', 'NaN', long, 'true ', '%', '<value>', 'ключ'] as const
type Nonsense = (typeof nonsense)[number]
const asWord: readonly Nonsense[] = ['abc', '-1', '1e99', 'NaN', 'true ', '%']
const asText: readonly Nonsense[] = [...asWord, 'ключ']
const asFlag: readonly Nonsense[] = ['true ']
/** What of the nonsense is a good value of a setting; a setting that is not listed takes none of it. */
const taken: { readonly [name: string]: readonly Nonsense[] } = {
  ...Object.fromEntries(
    [
      ...['ADYEN_API_KEY', 'ADYEN_CLIENT_KEY', 'ADYEN_MERCHANT_ACCOUNT', 'GATEWAY_MERCHANT_ACCOUNT'],
      'ADYEN_REPORT_KEY',
      ...['BRAINTREE_MERCHANT_ID', 'BRAINTREE_PUBLIC_KEY', 'BRAINTREE_PRIVATE_KEY'],
      ...['BRAINTREE_ACCOUNT_USD', 'BRAINTREE_ACCOUNT_CAD', 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
      ...['SMARTY_AUTH_ID', 'SMARTY_AUTH_TOKEN'],
      ...['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'OKTA_CLIENT_ID', 'OKTA_CLIENT_SECRET'],
    ].map((name) => [name, asWord]),
  ),
  ...Object.fromEntries(
    ['HOLD', 'PAYMENT_PROVIDER_ENABLE_ADYEN', 'CBHCC_ENABLE_CBHCC', 'OMS_USE_SHARED_ENGINE', 'REGISTRY_CHECKLIST']
      .concat('FIRE_DRILL', 'OPENAPI', 'MIGRATE_ON_START', 'CDN')
      .map((name) => [name, asFlag]),
  ),
  ALARM_GUIDE: asWord,
  DATA_DIR: asText,
  PICTURES_DIR: asText,
  PERSONALIZATION_REFUSED_WORDS: [...asText, long],
  PERSONALIZATION_ALLOWED_WORDS: [...asText, long],
  SHOP_SECRET: [long],
  SHOP_SECRET_OLD: [long],
  STORED_VALUE_KEY: [long],
  STORED_VALUE_KEY_OLD: [long],
  INSTANCE_NAME: ['abc', '-1', '1e99', 'NaN', 'true '],
  ADYEN_LIVE_PREFIX: ['abc', '1e99', 'NaN', 'true '],
}

describe('each setting, given nonsense', () => {
  test.each(Object.keys(settings.shape))('SAFE-04: %s ends in a right value or in a fault that names it', (name) => {
    const { [name]: _, ...others } = whole
    for (const blank of ['', ' ', '\t\n']) {
      // of a group that is whole without it the others say so
      expect([blank, problemsOf({ ...others, [name]: blank })]).toEqual([blank, problemsOf(others)])
    }
    for (const value of nonsense) {
      const environment = { ...whole, [name]: value }
      const isTaken = taken[name]?.includes(value) ?? false
      expect([value.slice(0, 20), namesOf(environment)]).toEqual([value.slice(0, 20), isTaken ? [] : [name]])
      if (isTaken) expect(textOf(readConfig(environment))).toContain(value.trim())
    }
  })

  test('SCALE-12: a replica of the private database is one of another shop', () => {
    const alone = {
      DATA_DIR: whole.DATA_DIR ?? '',
      DATABASE_REPLICA_URL: 'postgres://shop:secret@replica.example/shop',
    }
    expect(namesOf(alone)).toEqual(['DATABASE_REPLICA_URL'])
    expect(namesOf({ ...alone, DATABASE_URL: 'postgres://shop:secret@db.example/shop' })).toEqual([])
  })

  test('SAFE-04: blanks around a value are nothing of it', () => {
    const read = readConfig({ ...whole, PORT: ' 4000 ', CBHCC_ENABLE_CBHCC: 'true ', CB_ORIGIN: ' http://shop.test\n' })
    expect(read).toMatchObject({ port: 4000, flags: { cbhcc_EnableCbhcc: true }, origins: { cb: 'http://shop.test' } })
  })

  test.each([
    ['PORT', ['0x10', '1e3', '3000.0', '+1', '65536', '0080']],
    ['DATABASE_POOL', ['1', '201', '1e1']],
    ['WEB_PROCESSES', ['0', '-1', '1.5', 'x', '257', '1e2', 'AUTO']],
    ['CANCEL_MINUTES', ['1_0', '1441']],
    ['REQUESTS_PER_SECOND', ['1e3', '1000001']],
    ['HOST', ['shop.example', '127.0.0.1:3000', '300.1.1.1']],
    ['DATABASE_URL', ['postgres://', 'postgres://db.example', 'postgres:///shop', 'postgres://db.example:99999/shop']],
    ['DATABASE_URL', ['postgres://shop:se#cret@db.example/shop', 'postgres://shop:se/cret@db.example/shop', 'db/shop']],
    ['DATABASE_REPLICA_URL', ['replica.example', 'postgres://a,b/shop?target_session_attrs=read-write']],
    [
      'SMTP_URL',
      ['smtps://shop:100%@mail.example', 'smtp://shop:1%zz@mail.example', 'smtp://mail.example:0', 'smtp://'],
    ],
    ['SMTP_URL', ['smtp://shop:12#3@mail.example', 'smtp://shop:12/3@mail.example', 'smtp://mail.example?x']],
    [
      'TRUSTED_PROXIES',
      ['abc', '10.0.0.0/99', '10.0.0.0/0', '::/0', '10.0.0.0/', '10.0.0.0/8/8', '1.2.3', '::1%lo', ','],
    ],
    ['CB_ORIGIN', ['https://www.cb.example/', 'https://www.cb.example:443', 'www.cb.example', 'ftp://cb.example']],
    ['GATEWAY_ORIGIN', ['https://pay.example/v1', 'https://user@pay.example']],
    ['PFAS_STATES', ['XX', 'mn', 'MN,none', ',']],
    ['ANALYTICS_CONSENT', ['none,cb', ',', 'cb3']],
    ['IDENTITY_STAND_IN', ['none,google', ',']],
    ['STAND_INS', [',', 'mail,post', 'mail']],
    ['WALLETS', [',', 'venmo,googlePay', 'PayPal', 'none']],
    ['ADYEN_LIVE_PREFIX', ['pay.example/', 'a b', `a${'b'.repeat(49)}`]],
    ['ADYEN_CLIENT_KEY', ['live_key']],
    ['OKTA_ISSUER', ['https://okta.example/?x', 'https://okta.example/#x', 'https://me@okta.example']],
    ['DELIVERY_POINTS', ['no-such-file.json', 'README.md', 'package.json', '.']],
    ['ADDRESS_PLACES', ['no-such-file.csv', 'README.md', 'package.json', '.']],
    ['SELLERS', ['no-such-file.json', 'README.md', 'package.json', '.']],
    ['DATA_DIR', ['package.json', 'package.json/data']],
    ['PICTURES_DIR', ['package.json']],
    ['MAIL_FROM', ['CB <orders@cb.example>', `${'x'.repeat(250)}@cb.example`]],
    ['NODE_ENV', ['prod', 'Production']],
  ])('SAFE-04: %s is not %j', (name, values) => {
    for (const value of values) {
      expect([value, namesOf({ ...whole, [name]: value })]).toEqual([value, [name]])
    }
  })

  test.each<[string, string, Partial<Config>]>([
    ['PFAS_STATES', 'none', { pfasStates: [] }],
    ['ANALYTICS_CONSENT', 'none', { consentStores: [] }],
    ['TRUSTED_PROXIES', '10.0.0.0/8, ::1', { trustedProxies: ['10.0.0.0/8', '::1'] }],
    ['HOST', '::', { host: '::' }],
    ['DATABASE_URL', 'postgres:///shop?host=/run/postgresql', { databaseUrl: 'postgres:///shop?host=/run/postgresql' }],
    ['DATABASE_URL', 'postgres://a:50%25@db/shop', { databaseUrl: 'postgres://a:50%25@db/shop' }],
  ])('SAFE-04: %s may be %s', (name, value, expected) => {
    expect(readConfig({ ...whole, [name]: value })).toMatchObject(expected)
  })

  test('SAFE-04: a mail server may be an address of IPv6, its password anything that is written for an address', () => {
    const { host, password } = readConfig({ ...whole, SMTP_URL: 'smtp://shop:100%25%23@[::1]:25' }).mail
    expect([host, password]).toEqual(['::1', '100%#'])
  })

  test('SAFE-04: a flag that is set by both of its names is set to one thing', () => {
    expect(namesOf({ ...whole, cbhcc_EnableCbhcc: 'true', CBHCC_ENABLE_CBHCC: 'false' })).toEqual([
      'CBHCC_ENABLE_CBHCC',
    ])
    expect(namesOf({ ...whole, cbhcc_EnableCbhcc: 'true', CBHCC_ENABLE_CBHCC: 'true' })).toEqual([])
  })

  test('SAFE-04: secrets that cannot be kept or read name their folder', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cartwright-broken-'))
    writeFileSync(join(folder, 'secrets.json'), '{ "shop": ')
    expect(namesOf({ DATA_DIR: folder })).toEqual(['DATA_DIR'])
  })
})

describe('OPS-43: an object store for pictures', () => {
  const pictures = {
    ...{ PICTURES_STORE: 's3://shop-pictures/cb/pictures', PICTURES_ENDPOINT: 'https://s3.us-east-1.amazonaws.com' },
    ...{ PICTURES_ACCESS_KEY_ID: 'AKIA', PICTURES_SECRET_ACCESS_KEY: 'key+/=', PICTURES_ORIGIN: 'https://cdn.example' },
  }

  test('is a bucket and the beginning of its keys, served by the CDN', () => {
    expect(readConfig({ ...whole, ...pictures }).pictureStore).toEqual({
      ...{ bucket: 'shop-pictures', prefix: 'cb/pictures', region: 'us-east-1', accessKeyId: 'AKIA' },
      ...{ endpoint: 'https://s3.us-east-1.amazonaws.com', secretAccessKey: 'key+/=', origin: 'https://cdn.example' },
    })
    expect(readConfig({ ...whole, ...pictures, PICTURES_STORE: 's3://shop' }).pictureStore?.prefix).toBe('')
    expect(readConfig(whole).pictureStore).toBeNull()
  })

  test('its keys may be given by files', () => {
    const file = join(DATA_DIR, 'pictures-key')
    writeFileSync(file, 'key of a file\n'.replaceAll(' ', '-'), { mode: 0o600 })
    const { PICTURES_SECRET_ACCESS_KEY: _, ...others } = pictures
    const read = readConfig({ ...whole, ...others, PICTURES_SECRET_ACCESS_KEY_FILE: file })
    expect(read.pictureStore?.secretAccessKey).toBe('key-of-a-file')
  })

  test.each(['PICTURES_ENDPOINT', 'PICTURES_ACCESS_KEY_ID', 'PICTURES_SECRET_ACCESS_KEY', 'PICTURES_ORIGIN'])(
    'and %s belong together',
    (name) => {
      expect(problemsOf({ ...whole, ...pictures, [name]: '' })).toEqual([`${name}: needed as PICTURES_STORE is set`])
      expect(problemsOf({ ...whole, [name]: 'https://s3.example' })).toEqual([
        `${name}: is set, but PICTURES_STORE is not`,
      ])
    },
  )

  test('is no folder: the two settings contradict each other', () => {
    expect(problemsOf({ ...whole, ...pictures, PICTURES_DIR: DATA_DIR })).toEqual([
      'PICTURES_DIR: is set beside PICTURES_STORE: leave one of them out',
    ])
  })

  test.each([
    [
      'PICTURES_STORE',
      ['s3://', 's3://Shop', 'https://shop', 's3://shop/', 's3://shop/a/../b', 's3://shop/a b', 'shop'],
    ],
    [
      'PICTURES_ENDPOINT',
      ['s3.example', 'https://s3.example/', 'ftp://s3.example', 'https://s3.example/?x', 'https://a:b@s3.example'],
    ],
    ['PICTURES_REGION', ['US', 'us east', '<region>']],
    ['PICTURES_ORIGIN', ['https://cdn.example/pictures', 'cdn.example', 'https://cdn.example/']],
  ])('has no %s like %j', (name, values) => {
    for (const value of values) {
      expect([value, namesOf({ ...whole, ...pictures, [name]: value })]).toEqual([value, [name]])
    }
  })

  test.each(['http://s3.example', 'https://127.0.0.1:3001', 'http://127.0.0.1:3001'])(
    'is not at %s in production, nor its CDN: what plays is this machine',
    (address) => {
      const live = { ...production, ...adyen, ...pictures }
      expect(namesOf(live)).toEqual([])
      const fault = 'must be https and not this machine in production'
      expect(problemsOf({ ...live, PICTURES_ENDPOINT: address })).toEqual([`PICTURES_ENDPOINT: ${fault}`])
      expect(problemsOf({ ...live, PICTURES_ORIGIN: address })).toEqual([`PICTURES_ORIGIN: ${fault}`])
    },
  )
})

describe('settings of production', () => {
  const live = { ...production, ...adyen }
  const gateway = { GATEWAY_API_KEY: keys.GATEWAY_API_KEY, GATEWAY_HMAC_KEY: hex }

  test('SAFE-04: every placeholder of the guide is refused by the name of its setting', () => {
    expect(namesOf(live)).toEqual([])
    const guide = readFileSync('docs/how-to/run-in-production.md', 'utf8')
    const written = [...guide.matchAll(/^ {4}([A-Z_]+)='?([^'\n]*<[^'\n]*)'?$/gm)]
    expect(written.length).toBeGreaterThan(7)
    for (const [, name = '', value = ''] of written) {
      const needed = name.startsWith('GATEWAY') ? { ...live, ...gateway } : live
      expect([value, namesOf({ ...needed, [name]: value })]).toEqual([value, [name]])
    }
    // as it was copied, with nothing put in: the placeholders and nothing else
    const [, copied = ''] = /single quotes[^\n]*\n\n((?: {4}[^\n]*\n)+)/.exec(guide) ?? []
    const lines = [...copied.matchAll(/^ {4}([A-Z\d_]+)='?([^'\n]*)'?$/gm)].map(
      ([, name, value]) => [name, value] as const,
    )
    const left = lines.filter(([, value]) => value?.includes('<')).map(([name]) => name)
    expect(lines.length).toBeGreaterThan(15)
    expect(namesOf({ DATA_DIR, ...Object.fromEntries(lines) }).sort()).toEqual(left.sort())
    // keys of Adyen have any sign in them
    expect(namesOf({ ...live, ADYEN_API_KEY: 'AQE{x<y>z}^(&' })).toEqual([])
  })

  test.each([
    ['SHOP_SECRET', 'a'.repeat(64)],
    ['SHOP_SECRET', 'abcabc '.repeat(10)],
    ['GATEWAY_API_KEY', '12'.repeat(32)],
    ['GATEWAY_HMAC_KEY', '0'.repeat(64)],
    ['ADYEN_HMAC_KEY', 'Aa'.repeat(32)],
  ])('SAFE-04: %s is not %s', (name, value) => {
    expect(namesOf({ ...live, ...gateway, [name]: value })).toEqual([name])
  })

  test.each<[string, Environment, readonly string[]]>([
    ['two stores share an origin', { CB2_ORIGIN: 'https://www.cb.example' }, ['CB2_ORIGIN: has the host of CB_ORIGIN']],
    [
      'all four share one',
      Object.fromEntries(['CB', 'CB_CA', 'CB2', 'CB2_CA'].map((name) => [`${name}_ORIGIN`, 'https://shop.example'])),
      [
        ...['CB_CA_ORIGIN: has the host of CB_ORIGIN', 'CB2_ORIGIN: has the host of CB_ORIGIN'],
        'CB2_CA_ORIGIN: has the host of CB_ORIGIN',
      ],
    ],
    [
      'one is what another is in development',
      { NODE_ENV: 'development', ...adyenTest, CB_ORIGIN: 'http://cb2.localhost:3000', CB2_ORIGIN: '' },
      ['CB2_ORIGIN: has the host of CB_ORIGIN'],
    ],
  ])('SAFE-04: %s: the two settings are named', (_name, more, faults) => {
    const http = { CB_CA_ORIGIN: 'http://ca.test', CB2_CA_ORIGIN: 'http://ca2.test' }
    const base = more.NODE_ENV === undefined ? live : { ...live, ...http }
    expect(problemsOf({ ...base, ...more }).map((problem) => problem.split(';')[0])).toEqual(faults)
  })

  test.each([
    ...[
      'https://localhost',
      'https://localhost.',
      'https://pay.localhost',
      'https://pay.localhost.',
      'https://LOCALHOST',
    ],
    ...['https://127.0.0.1', 'https://127.1', 'https://127.9.9.9:3001', 'https://2130706433', 'https://0x7f000001'],
    ...['https://0.0.0.0', 'https://0', 'https://[::1]', 'https://[::]', 'https://[0:0:0:0:0:0:0:1]'],
    ...[
      'https://[::ffff:127.0.0.1]',
      'https://[::ffff:7f00:1]',
      'https://[::ffff:0:0]',
      'https://localhost.localdomain',
    ],
  ])('SAFE-04: %s is no gateway of a production shop', (GATEWAY_ORIGIN) => {
    expect(isLoopback(GATEWAY_ORIGIN)).toBe(true)
    expect(namesOf({ ...production, ...gateway, GATEWAY_ORIGIN })).toContain('GATEWAY_ORIGIN')
  })

  test.each(['https://pay.example', 'https://128.0.0.1', 'https://localhost.example', 'https://[2001:db8::1]'])(
    'SAFE-04: %s may be one',
    (GATEWAY_ORIGIN) => {
      expect(namesOf({ ...production, ...gateway, GATEWAY_ORIGIN })).toEqual([])
    },
  )

  const realGateway = { ...gateway, GATEWAY_ORIGIN: 'https://pay.example' }
  test.each<[string, string, Environment, readonly string[]]>([
    ['mail', 'Adyen that is live', { ...adyen, SMTP_URL: '' }, ['STAND_INS']],
    ['identity', 'Adyen that is live', { ...adyen, ...gateway }, ['STAND_INS']],
    ['delivery', 'a gateway elsewhere', realGateway, ['STAND_INS']],
    [
      'card-gateway',
      'wallets that are live',
      { ...gateway, ...braintree, BRAINTREE_ENVIRONMENT: 'production' },
      ['STAND_INS'],
    ],
    ['card-gateway,mail', 'Adyen to try out', { ...adyen, ...adyenTest, SMTP_URL: '' }, []],
    ['card-gateway,identity', 'a gateway that is said to be played', realGateway, []],
    ['card-gateway,wallets', 'Braintree’s sandbox', { ...gateway, ...braintree }, []],
  ])('SAFE-05: %s is played beside %s or refused', (STAND_INS, _beside, more, faults) => {
    const environment = { ...production, ...gateway, ...more, STAND_INS }
    expect(namesOf(environment)).toEqual(faults)
    if (faults.length > 0) expect(problemsOf(environment)[0]).toContain('real money')
  })
})

describe('settings of a start whose NODE_ENV was forgotten', () => {
  const forgotten: Environment = { DATA_DIR, ...keys }

  test.each<[string, Environment, readonly string[]]>([
    ['Adyen that is live', adyen, ['ADYEN_ENVIRONMENT']],
    ['wallets that are live', { ...braintree, BRAINTREE_ENVIRONMENT: 'production' }, ['BRAINTREE_ENVIRONMENT']],
    ['a gateway elsewhere', { GATEWAY_ORIGIN: 'https://pay.example' }, ['GATEWAY_ORIGIN']],
    ['stores of the internet', { CB2_CA_ORIGIN: 'https://www.cb2.example.ca' }, ['CB2_CA_ORIGIN']],
    [
      'all that production has',
      { ...production, ...adyen },
      ['ADYEN_ENVIRONMENT', 'CB_ORIGIN', 'CB_CA_ORIGIN', 'CB2_ORIGIN', 'CB2_CA_ORIGIN'],
    ],
  ])('SAFE-04: %s: it ends, and says what to set', (_name, more, real) => {
    for (const NODE_ENV of ['', ' ', 'development', 'test']) {
      const [problem = '', ...others] = problemsOf({ ...forgotten, ...more, NODE_ENV })
      expect(others).toEqual([])
      expect(problem).toMatch(/^NODE_ENV: must be production, as .* for a test store set STAND_INS too$/)
      for (const name of real) expect(problem).toContain(name)
    }
  })

  test('SAFE-04: STAND_INS without production plays nothing more, and is said so', () => {
    expect(problemsOf({ ...forgotten, STAND_INS: 'mail' })).toEqual([
      'STAND_INS: is for production: set NODE_ENV=production, or leave it out',
    ])
  })

  test.each<[string, Environment]>([
    ['nothing', {}],
    ['keys of Adyen to try out', { ...adyen, ...adyenTest }],
    ['Braintree’s sandbox', braintree],
    ['a gateway on this machine', { GATEWAY_ORIGIN: 'http://127.0.0.1:9000' }],
    ['a gateway in this house', { GATEWAY_ORIGIN: 'http://gateway.test:9000' }],
    ['stores that a telephone in this house can reach', { CB_ORIGIN: 'http://192.168.1.5:3000' }],
    ['stores of this machine by https', { CB_ORIGIN: 'https://cb.localhost:8443', CB2_ORIGIN: 'https://localhost' }],
    [
      'a database and a mail server',
      { DATABASE_URL: production.DATABASE_URL ?? '', SMTP_URL: production.SMTP_URL ?? '' },
    ],
  ])('a developer starts it with %s', (_name, more) => {
    expect(problemsOf({ ...forgotten, ...more })).toEqual([])
  })
})
