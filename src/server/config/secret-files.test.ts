import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { standInProvider } from '#server/providers/identity/settings.ts'
import { createSecretRenewal } from '#server/run/secret-renewal.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { readSecrets } from './read-secrets.ts'
import { liveSecret } from './secrets.ts'
import { secretNames, settings } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'cartwright-secrets-'))
const hex = '0123456789abcdef'.repeat(4)
const apple = standInProvider('apple', 'http://127.0.0.1:1', 'secret').secret

const valueKey = { STORED_VALUE_KEY: 'key of the gift cards of a shop, long enough' }

/** A good value of each secret, and what else a start needs beside it. */
const good: {
  readonly [name: string]: { readonly value: string; readonly with?: { readonly [name: string]: string } }
} = {
  DATABASE_URL: { value: 'postgres://shop:one@db.example/shop' },
  DATABASE_DIRECT_URL: { value: 'postgres://shop:one@direct.example/shop' },
  DATABASE_REPLICA_URL: {
    value: 'postgres://shop:one@replica.example/shop',
    with: { DATABASE_URL: 'postgres://shop:one@db.example/shop' },
  },
  GATEWAY_API_KEY: { value: 'api key of a shop, long enough to be one' },
  GATEWAY_HMAC_KEY: { value: hex },
  ADYEN_API_KEY: { value: 'adyen-key', with: adyen({ ADYEN_HMAC_KEY: hex }) },
  ADYEN_HMAC_KEY: { value: hex, with: adyen({ ADYEN_API_KEY: 'key' }) },
  ADYEN_REPORT_KEY: { value: 'report-key', with: adyen({ ADYEN_API_KEY: 'key', ADYEN_HMAC_KEY: hex }) },
  PICTURES_ACCESS_KEY_ID: { value: 'pictures-id', with: pictures({ PICTURES_SECRET_ACCESS_KEY: 'key' }) },
  PICTURES_SECRET_ACCESS_KEY: { value: 'pictures-key', with: pictures({ PICTURES_ACCESS_KEY_ID: 'id' }) },
  BRAINTREE_PRIVATE_KEY: { value: 'braintree-key', with: { BRAINTREE_MERCHANT_ID: 'm', BRAINTREE_PUBLIC_KEY: 'p' } },
  ALARM_WEBHOOK_URL: {
    value: 'https://hooks.example/token',
    with: { ALARM_WEBHOOK_SECRET: `whsec_${'A'.repeat(40)}` },
  },
  ALARM_WEBHOOK_SECRET: { value: `whsec_${'B'.repeat(40)}`, with: { ALARM_WEBHOOK_URL: 'https://hooks.example' } },
  SMARTY_AUTH_TOKEN: { value: 'smarty-token', with: { SMARTY_AUTH_ID: 'i' } },
  SMTP_URL: { value: 'smtps://shop:one@mail.example' },
  GOOGLE_CLIENT_SECRET: { value: 'google-secret', with: { GOOGLE_CLIENT_ID: 'g' } },
  APPLE_PRIVATE_KEY: {
    value: apple.kind === 'appleKey' ? apple.privateKey.trim() : '',
    with: { APPLE_CLIENT_ID: 'a', APPLE_TEAM_ID: 't', APPLE_KEY_ID: 'k' },
  },
  OKTA_CLIENT_SECRET: {
    value: 'okta-secret',
    with: { OKTA_ISSUER: 'https://example.okta.com', OKTA_CLIENT_ID: 'o' },
  },
  SHOP_SECRET: { value: 'secret of a shop, long enough to be one' },
  SHOP_SECRET_OLD: {
    value: 'the secret that this shop had before it,the secret that it had before that one',
    with: valueKey,
  },
  STORED_VALUE_KEY: { value: 'key of the gift cards of a shop, long enough' },
  STORED_VALUE_KEY_OLD: { value: 'the key of the gift cards before it and long enough' },
}

function pictures(more: { readonly [name: string]: string }): { readonly [name: string]: string } {
  const place = { PICTURES_STORE: 's3://shop', PICTURES_ENDPOINT: 'https://s3.example' }
  return { ...place, PICTURES_ORIGIN: 'https://cdn.example', ...more }
}

function adyen(more: { readonly [name: string]: string }) {
  return {
    ADYEN_CLIENT_KEY: 'test_key',
    ADYEN_MERCHANT_ACCOUNT: 'Shop',
    PAYMENT_PROVIDER_ENABLE_ADYEN: 'true',
    ...more,
  }
}

/** Settings whose names sound like a secret and that are none. */
const publicNames = ['ADYEN_CLIENT_KEY', 'BRAINTREE_PUBLIC_KEY', 'APPLE_KEY_ID']

function read(environment: { readonly [name: string]: string }): Config {
  return readConfig({ NODE_ENV: 'test', DATA_DIR: folder, ...environment })
}

function problemsOf(environment: { readonly [name: string]: string }): readonly string[] {
  try {
    read(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

let files = 0
function file(text: string, mode = 0o600): string {
  files += 1
  const path = join(folder, `secret-${files}`)
  writeFileSync(path, text)
  // what a process makes has fewer rights than asked for
  chmodSync(path, mode)
  return path
}

const textOf = (config: Config) =>
  JSON.stringify(config, (_key, value: unknown) => (value instanceof Set ? [...value] : value))

describe('secrets in files', () => {
  test('every setting that sounds like a secret is marked as one, and each that is marked is tried here', () => {
    const sounding = Object.keys(settings.shape).filter((name) => /SECRET|TOKEN|PASSWORD|_KEY|_URL$/.test(name))
    expect(sounding.filter((name) => !publicNames.includes(name)).sort()).toEqual([...secretNames].sort())
    expect(Object.keys(good).sort()).toEqual([...secretNames].sort())
  })

  test.each(Object.entries(good))('%s is read from its file, with the line end of an editor', (name, each) => {
    const given = { ...each.with, [name]: each.value }
    const byFile = { ...each.with, [`${name}_FILE`]: file(`${each.value}\n`) }
    expect(textOf(read(byFile))).toBe(textOf(read(given)))
    expect(textOf(read(byFile))).not.toBe(
      textOf(read({ ...each.with, ...(each.with ? given : {}), ...changed(name, each.value) })),
    )
  })

  test.each(Object.entries(good))('OPS-24: SIGHUP reads %s anew', (name, each) => {
    const path = file(each.value)
    // gift cards have a key of their own, so that the shop's secret may change
    const environment = { NODE_ENV: 'test', DATA_DIR: folder, ...valueKey, ...each.with, [`${name}_FILE`]: path }
    if (name === 'STORED_VALUE_KEY') Reflect.deleteProperty(environment, name)
    const secret = liveSecret([each.value])
    const told: { readonly level: string; readonly facts: object }[] = []
    const tell = (level: string) => (facts: object) => void told.push({ level, facts })
    const log = { info: tell('info'), warn: tell('warn'), error: tell('error') }
    const renew = createSecretRenewal({ secret, log, read: () => readSecrets(environment) })
    renew()
    expect(told.splice(0)).toEqual([{ level: 'info', facts: { taken: [] } }])

    const next = changed(name, each.value)[name] ?? newAppleKey()
    writeFileSync(path, next)
    const isLive = name.startsWith('SHOP_SECRET')
    for (const nth of [1, 2]) {
      renew()
      expect([nth, told.splice(0)]).toEqual([
        nth,
        isLive
          ? [{ level: 'info', facts: { taken: nth === 1 ? [name] : [] } }]
          : [
              { level: 'info', facts: { taken: [] } },
              { level: 'warn', facts: { secrets: [name] } },
            ],
      ])
    }
    if (isLive) {
      const { secret: current, oldSecrets } = readConfig(environment)
      expect(secret.values()).toEqual([current, ...oldSecrets])
      expect(secret.values().join()).toContain(next)
    } else expect(secret.values()).toEqual([each.value])

    // one that is not good changes nothing, and is told of by the name of its setting and never by itself
    writeFileSync(path, '')
    const before = secret.values()
    renew()
    expect(told).toEqual([
      { level: 'error', facts: { problems: [expect.stringMatching(`^${name}_FILE: .* is empty`)] } },
    ])
    expect(secret.values()).toBe(before)
  })

  test.each(Object.entries(good))('a wrong file of %s is told by the name of its setting', (name, each) => {
    const setting = `${name}_FILE`
    const wrongs: [{ readonly [name: string]: string }, RegExp][] = [
      [{ [setting]: file(each.value), [name]: each.value }, new RegExp(`is set beside ${name}`)],
      [{ [setting]: join(folder, 'nowhere') }, /cannot be read: ENOENT/],
      [{ [setting]: file('') }, /is empty/],
      [{ [setting]: file(' \n') }, /is empty/],
      [{ [setting]: file(each.value, 0o604) }, /can be read by others: chmod o= /],
      [{ [setting]: file(each.value, 0o644) }, /can be read by others/],
      [{ [setting]: folder }, /is no file/],
      [{ [setting]: file('x'.repeat(70_000)) }, /is larger than a secret/],
    ]
    for (const [environment, why] of wrongs) {
      const problems = problemsOf({ ...each.with, ...environment })
      expect(problems).toEqual([expect.stringMatching(why)])
      expect(problems[0]).toMatch(new RegExp(`^${setting}: `))
      expect(problems[0]).not.toContain(each.value)
    }
  })

  test.each(Object.entries(good))('what is wrong with the text in a file of %s is told by its name', (name) => {
    if (name === 'ADYEN_API_KEY' || /SECRET$|TOKEN|PRIVATE_KEY/.test(name)) return
    expect(problemsOf({ [`${name}_FILE`]: file('%') })).toEqual([expect.stringMatching(new RegExp(`^${name}: `))])
  })

  test('a file is found behind a link, as clusters place it, and one for its group alone is good', () => {
    const link = join(folder, 'link')
    mkdirSync(join(folder, '..data'), { recursive: true })
    symlinkSync(file(good.SHOP_SECRET?.value ?? '', 0o440), link)
    expect(read({ SHOP_SECRET_FILE: link }).secret).toBe(good.SHOP_SECRET?.value)
  })

  test('in production a faulty file is one fault: nobody is told besides that the setting is missing', () => {
    const problems = problemsOf({ NODE_ENV: 'production', SHOP_SECRET_FILE: join(folder, 'nowhere') })
    expect(problems.filter((problem) => problem.startsWith('SHOP_SECRET'))).toEqual([
      expect.stringMatching(/^SHOP_SECRET_FILE: /),
    ])
  })

  test('OPS-25: stored value is known by keys of its own, or by the secret and those before it', () => {
    const [own, old] = [
      'key of the gift cards of a shop and long enough',
      'the key of the gift cards before it and long enough',
    ]
    const [now, past] = ['secret of a shop that is long enough to be one', 'the secret that this shop had before it']
    const keysOf = (environment: { readonly [name: string]: string }) =>
      read({ SHOP_SECRET: now, ...environment }).storedValueKeys
    expect(keysOf({})).toEqual([now])
    // asks for no other setting
    expect(keysOf({ SHOP_SECRET_OLD: past })).toEqual([now, past])
    expect(keysOf({ STORED_VALUE_KEY_OLD: old })).toEqual([now, old])
    expect(keysOf({ SHOP_SECRET_OLD: past, STORED_VALUE_KEY: own })).toEqual([own])
    expect(keysOf({ STORED_VALUE_KEY: own, STORED_VALUE_KEY_OLD: `${old},${now}` })).toEqual([own, old, now])
  })

  test('of the secrets before there are three at most, each as long as one has to be', () => {
    const one = 'a secret that is long enough to be one'
    expect(read({ ...valueKey, SHOP_SECRET_OLD: `${one}1, ${one}2` }).oldSecrets).toEqual([`${one}1`, `${one}2`])
    expect(problemsOf({ SHOP_SECRET_OLD: [1, 2, 3, 4].map((nth) => `${one}${nth}`).join(',') })).toEqual([
      expect.stringMatching(/^SHOP_SECRET_OLD: at most three/),
    ])
    expect(problemsOf({ SHOP_SECRET_OLD: `${one},short` })).toEqual([expect.stringMatching(/^SHOP_SECRET_OLD: /)])
    // a file with one secret a line
    expect(problemsOf({ ...valueKey, SHOP_SECRET_OLD: `${one}1\n${one}2` })).toEqual([
      expect.stringMatching(/^SHOP_SECRET_OLD: .*end of a line/),
    ])
  })
})

/** The same setting with another good value. */
function changed(name: string, value: string): { readonly [name: string]: string } {
  if (name === 'APPLE_PRIVATE_KEY') return { APPLE_CLIENT_ID: 'another' }
  return { [name]: value.replace(/[a-z\d](?=[^a-z\d]*$)/i, (last) => (last === '1' ? '2' : last === 'f' ? 'e' : 'x')) }
}

function newAppleKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}
