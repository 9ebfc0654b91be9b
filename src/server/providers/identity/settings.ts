import { createECDH, createHmac, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { isSecret, list, word } from '#server/config/setting-shapes.ts'

export type IdentityKey = 'google' | 'apple' | 'okta'

/** An outside identity provider as configured: its issuer, and how we show it who we are. */
export type IdentityProviderConfig = {
  readonly key: IdentityKey
  /** The value of `idp` in addresses (OPEN-96) and the word on its button. */
  readonly name: 'Google' | 'Apple' | 'Okta'
  readonly issuer: string
  readonly clientId: string
  readonly secret:
    | { readonly kind: 'shared'; readonly value: string }
    /** Apple takes a JWT signed with the team's key; `privateKey` is PEM, P-256. */
    | { readonly kind: 'appleKey'; readonly teamId: string; readonly keyId: string; readonly privateKey: string }
  /** The built-in provider plays it; in production only in a test store. */
  readonly isStandIn: boolean
}

export const identityKeys = ['google', 'apple', 'okta'] as const satisfies readonly IdentityKey[]
const names = { google: 'Google', apple: 'Apple', okta: 'Okta' } as const

const whoMayBePlayed = "'none', or some of google, apple, okta"
const standIns = list
  .pipe(z.array(z.enum(['none', ...identityKeys], whoMayBePlayed)))
  .refine((each) => each.length === 1 || !each.includes('none'), whoMayBePlayed)

/** The settings of outside identity providers. */
export const identitySettings = {
  GOOGLE_CLIENT_ID: word.optional(),
  GOOGLE_CLIENT_SECRET: isSecret(word.optional()),
  APPLE_CLIENT_ID: word.optional(),
  APPLE_TEAM_ID: word.optional(),
  APPLE_KEY_ID: word.optional(),
  APPLE_PRIVATE_KEY: isSecret(
    z
      .string()
      .transform((text) => text.replaceAll('\\n', '\n'))
      .refine(isP256Key, 'the text of the .p8 file: a private key of the curve P-256 in PEM')
      .optional(),
  ),
  OKTA_ISSUER: z.string().refine(isIssuer, 'an https address, as in https://example.okta.com').optional(),
  OKTA_CLIENT_ID: word.optional(),
  OKTA_CLIENT_SECRET: isSecret(word.optional()),
  IDENTITY_STAND_IN: standIns.optional(),
}

type IdentityInput = z.output<z.ZodObject<typeof identitySettings>>

const groups = {
  google: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  apple: ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'],
  okta: ['OKTA_ISSUER', 'OKTA_CLIENT_ID', 'OKTA_CLIENT_SECRET'],
} as const satisfies { readonly [Key in IdentityKey]: readonly (keyof IdentityInput)[] }

/** What of the settings does not go together, as sentences. */
export function identityContradictions(input: IdentityInput): string[] {
  const problems: string[] = []
  for (const key of identityKeys) {
    const missing = groups[key].filter((name) => input[name] === undefined)
    if (missing.length > 0 && missing.length < groups[key].length) {
      problems.push(...missing.map((name) => `${name}: needed as other settings of ${names[key]} are set`))
    }
  }
  return problems
}

/** The providers of an installation: those whose settings are there, and those that the built-in one plays. */
export function identityProviders(
  input: IdentityInput,
  standIn: { readonly wanted: readonly IdentityKey[]; readonly origin: string; readonly secret: string },
): IdentityProviderConfig[] {
  return identityKeys.flatMap((key) => {
    const real = realProvider(input, key)
    if (real !== null) return [real]
    return standIn.wanted.includes(key) ? [standInProvider(key, standIn.origin, standIn.secret)] : []
  })
}

function realProvider(input: IdentityInput, key: IdentityKey): IdentityProviderConfig | null {
  const of = { key, name: names[key], isStandIn: false }
  if (key === 'google') {
    const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: value } = input
    if (clientId === undefined || value === undefined) return null
    return { ...of, issuer: 'https://accounts.google.com', clientId, secret: { kind: 'shared', value } }
  }
  if (key === 'okta') {
    const { OKTA_ISSUER: issuer, OKTA_CLIENT_ID: clientId, OKTA_CLIENT_SECRET: value } = input
    if (issuer === undefined || clientId === undefined || value === undefined) return null
    return { ...of, issuer, clientId, secret: { kind: 'shared', value } }
  }
  const { APPLE_CLIENT_ID: clientId, APPLE_TEAM_ID: teamId, APPLE_KEY_ID: keyId, APPLE_PRIVATE_KEY: privateKey } = input
  if (clientId === undefined || teamId === undefined || keyId === undefined || privateKey === undefined) return null
  return {
    ...of,
    issuer: 'https://appleid.apple.com',
    clientId,
    secret: { kind: 'appleKey', teamId, keyId, privateKey },
  }
}

/** A provider played by the program at `origin`; its secrets come of one that both programs know. */
export function standInProvider(key: IdentityKey, origin: string, secret: string): IdentityProviderConfig {
  const seed = createHmac('sha256', secret).update(`identity ${key}`).digest()
  return {
    key,
    name: names[key],
    issuer: `${origin}/identity/${key}`,
    clientId: `cartwright-${key}`,
    secret:
      key === 'apple'
        ? { kind: 'appleKey', teamId: 'STANDINTEAM', keyId: 'STANDINKEY', privateKey: pem(keyOfSeed(seed)) }
        : { kind: 'shared', value: seed.toString('base64url') },
    isStandIn: true,
  }
}

/** What the program that plays a provider must know of us. */
export type StandInClient =
  | { readonly key: 'google' | 'okta'; readonly clientId: string; readonly clientSecret: string }
  | {
      readonly key: 'apple'
      readonly clientId: string
      readonly teamId: string
      readonly keyId: string
      readonly publicKey: string
    }

export function standInClient({ key, clientId, secret }: IdentityProviderConfig): StandInClient {
  if (key !== 'apple') return { key, clientId, clientSecret: secret.kind === 'shared' ? secret.value : '' }
  if (secret.kind === 'shared') throw new Error('Apple takes a key, not a secret')
  const { teamId, keyId, privateKey } = secret
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString()
  return { key, clientId, teamId, keyId, publicKey }
}

function keyOfSeed(seed: Buffer): KeyObject {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(seed)
  const point = curve.getPublicKey()
  const text = (bytes: Buffer) => bytes.toString('base64url')
  const jwk = { kty: 'EC', crv: 'P-256', d: text(seed), x: text(point.subarray(1, 33)), y: text(point.subarray(33)) }
  return createPrivateKey({ key: jwk, format: 'jwk' })
}

function pem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}

function isIssuer(text: string): boolean {
  const url = URL.parse(text)
  const isPlain = url !== null && url.search === '' && url.hash === '' && url.username === ''
  return isPlain && url.protocol === 'https:' && url.hostname.length <= 253 && text.length <= 1_000
}

function isP256Key(text: string): boolean {
  try {
    return createPrivateKey(text).asymmetricKeyDetails?.namedCurve === 'prime256v1'
  } catch {
    return false
  }
}
