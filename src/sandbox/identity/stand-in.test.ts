import { createHash, generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGateway, type Gateway } from '#sandbox/card-gateway/gateway.ts'
import { isAppleClientSecret } from '#sandbox/identity/apple.ts'
import { appleClientSecret } from '#server/providers/identity/apple-secret.ts'
import { standInClient, standInProvider } from '#server/providers/identity/settings.ts'
import { standInBrowser } from '#test/builders/identity.ts'

const apiKey = 'api key of a test, long enough to be one'
const store = 'http://cb.localhost:3000'
const options = {
  storePath: ':memory:',
  now: () => new Date(),
  apiKey,
  hmacKey: '0f'.repeat(32),
  merchantAccount: 'Cartwright',
  storeOrigins: [store],
  webhookUrl: null,
  webhookRetryMs: 1_000,
  publicOrigin: null,
  smtpPort: null,
}
let gateway: Gateway
let origin = ''
beforeAll(async () => {
  const clients = (['google', 'apple'] as const).map((key) => standInClient(standInProvider(key, '', apiKey)))
  gateway = createGateway({ ...options, identityClients: clients })
  origin = await gateway.listen(0)
})
afterAll(() => gateway.close())

const verifier = 'v'.repeat(43)
const asked = {
  client_id: 'cartwright-google',
  response_type: 'code',
  scope: 'openid email profile',
  redirect_uri: `${store}/account/auth/callback/google`,
  state: 'state',
  nonce: 'nonce',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
}
const address = (patch: object = {}, key = 'google') => {
  const query = Object.entries({ ...asked, ...patch }).filter(([, value]) => value !== undefined)
  return `${origin}/identity/${key}/auth?${new URLSearchParams(query as [string, string][])}`
}
/** What the store is told in place of a code; null when the store is told nothing. */
async function refusal(patch: object): Promise<string | null> {
  const answer = await fetch(address(patch), { redirect: 'manual' })
  const to = answer.headers.get('location')
  const url = to === null || !to.startsWith(store) ? null : new URL(to)
  return url === null ? null : (new URLSearchParams(url.hash.slice(1)).get('error') ?? url.searchParams.get('error'))
}
const secretOf = (key: 'google' | 'apple') => standInProvider(key, origin, apiKey)
function token(fields: Record<string, string>, password?: string): Promise<Response> {
  const { clientId, secret } = secretOf('google')
  const known = secret.kind === 'shared' ? secret.value : ''
  const basic = Buffer.from(`${clientId}:${encodeURIComponent(password ?? known)}`).toString('base64')
  const headers = { authorization: `Basic ${basic}` }
  return fetch(`${origin}/identity/google/token`, { method: 'POST', headers, body: new URLSearchParams(fields) })
}

describe('SEC-37: the provider that stands in is as strict as a real one', () => {
  test.each([
    ['another path', `${store}/account/auth/callback/google/`],
    ['another query', `${store}/account/auth/callback/google?next=/`],
    ['another host', 'https://evil.example/account/auth/callback/google'],
  ])('SEC-37: a redirect address with %s is sent nowhere', async (_name, redirect_uri) => {
    const answer = await fetch(address({ redirect_uri }), { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
    expect(await answer.text()).toContain('This sign-in is not possible')
  })

  test.each([
    ['implicit', { response_type: 'id_token' }, 'unsupported_response_type'],
    ['hybrid', { response_type: 'code id_token' }, 'unsupported_response_type'],
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
  ])('SEC-37: %s is refused', async (_name, patch, error) => {
    expect(await refusal(patch)).toBe(error)
  })

  test('SEC-37: no grant by password, and no token with a wrong secret', async () => {
    const byPassword = await token({ grant_type: 'password', username: 'ada', password: 'x' })
    expect([byPassword.status, await byPassword.json()]).toMatchObject([400, { error: 'unsupported_grant_type' }])
    const wrong = await token({ grant_type: 'authorization_code', code: 'x' }, 'wrong')
    expect([wrong.status, await wrong.json()]).toMatchObject([401, { error: 'invalid_client' }])
  })

  test('SEC-37: a code is good once, and only with the verifier of its challenge', async () => {
    const give = async () => {
      const back = await standInBrowser().signInAt(address(), { person: 'ada.lovelace@example.com' })
      const { code = '', state } = back.fields
      expect(state).toBe('state')
      return { grant_type: 'authorization_code', redirect_uri: asked.redirect_uri, code }
    }
    const first = await give()
    expect((await token({ ...first, code_verifier: verifier })).status).toBe(200)
    expect((await token({ ...first, code_verifier: verifier })).status).toBe(400)
    expect((await token({ ...(await give()), code_verifier: 'w'.repeat(43) })).status).toBe(400)
  })

  test('who turns back is told to the store as access_denied', async () => {
    const back = await standInBrowser().signInAt(address(), { cancel: true })
    expect(back.fields).toMatchObject({ error: 'access_denied', state: 'state' })
  })

  test('a provider that is not played is not there, and none is unless it is asked for', async () => {
    expect((await fetch(address({}, 'okta'))).status).toBe(404)
    const bare = createGateway(options)
    const at = await bare.listen(0)
    expect((await fetch(`${at}/identity/google/.well-known/openid-configuration`)).status).toBe(404)
    await bare.close()
  })
})

describe('what Apple takes in place of a client secret', () => {
  const { secret } = standInProvider('apple', '', apiKey)
  if (secret.kind !== 'appleKey') throw new Error('Apple has a key')
  const known = standInClient(standInProvider('apple', '', apiKey))
  if (known.key !== 'apple') throw new Error('Apple is Apple')
  const issuer = 'https://appleid.apple.com'
  const now = new Date('2026-03-02T15:00:00Z')
  const made = appleClientSecret(secret, known.clientId, issuer, now)
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1000)

  test('ours is taken, for five minutes', () => {
    expect(isAppleClientSecret(made, known, issuer, at(299))).toBe(true)
    expect(isAppleClientSecret(made, known, issuer, at(301))).toBe(false)
    expect(isAppleClientSecret(made, known, issuer, at(-120))).toBe(false)
  })

  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' })
  test.each([
    ['of another key', appleClientSecret({ ...secret, privateKey: other.toString() }, known.clientId, issuer, now)],
    ['of another key id', appleClientSecret({ ...secret, keyId: 'OTHER' }, known.clientId, issuer, now)],
    ['of another team', appleClientSecret({ ...secret, teamId: 'OTHER' }, known.clientId, issuer, now)],
    ['of another client', appleClientSecret(secret, 'other', issuer, now)],
    ['for another issuer', appleClientSecret(secret, known.clientId, 'https://evil.example', now)],
    ['without a signature', made.slice(0, made.lastIndexOf('.') + 1)],
    ['that is none', 'secret'],
  ])('one %s is refused', (_name, given) => {
    expect(isAppleClientSecret(given, known, issuer, now)).toBe(false)
  })
})
