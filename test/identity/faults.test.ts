import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { identityOf } from '#server/providers/identity/claims.ts'
import type { IdentityProviderConfig } from '#server/providers/identity/settings.ts'
import { type Misdeed, startFakeProvider } from '#test/builders/fake-provider.ts'
import { pressButton } from '#test/builders/identity.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

type Fake = Awaited<ReturnType<typeof startFakeProvider>>
let fake: Fake
let world: World
beforeAll(async () => {
  fake = await startFakeProvider()
  const of = { issuer: fake.issuer, clientId: fake.clientId, isStandIn: true }
  const secret = { kind: 'shared', value: fake.clientSecret } as const
  const identity: IdentityProviderConfig[] = [
    { ...of, key: 'google', name: 'Google', secret },
    { ...of, key: 'okta', name: 'Okta', secret },
  ]
  world = await createWorld({ config: { identity } })
})
afterAll(async () => {
  await world.close()
  await fake.close()
})
beforeEach(async () => {
  fake.misbehave({})
  fake.tokenRequests.length = 0
  await world.database.count(statement('test.forget', 'delete from throttle'))
})

const members = statement<{ n: number }>(
  'test.members',
  `select (select count(*) from session where auth = 'member' and revoked_at is null)::int
        + (select count(*) from account_identity)::int as n`,
)
const countMembers = async () => (await world.database.row(members))?.n
const age = statement('test.age-flows', `update identity_flow set created_at = created_at - interval '11 minutes'`)

type Query = { readonly [name: string]: string }
const callback = '/account/auth/callback/google'

/** Presses Google's button and answers what the provider would send the browser back with. */
async function begun(shopper: TestShopper): Promise<{ readonly address: URL; readonly query: Query }> {
  const address = new URL(await pressButton(shopper, 'Google', '/checkout/cart'))
  const state = address.searchParams.get('state') ?? ''
  return { address, query: { code: fake.codeFor(address), state, iss: fake.issuer } }
}

const comeBack = (shopper: TestShopper, query: Query, path = callback) =>
  shopper.get(`${path}?${new URLSearchParams(query)}`)

/** Nobody is signed in, no identity is kept, and the sign-in page says why. */
async function expectNobody(shopper: TestShopper, before: number | undefined, location: unknown, sentence: string) {
  expect(String(location)).toMatch(/^\/account\/login/)
  const state = await shopper.page('/account/login')
  expect([state.frame.isSignedIn, state.frame.notice]).toEqual([false, sentence])
  expect(await countMembers()).toBe(before)
}

const failed = 'We could not make sure of Google’s answer, so you are not signed in. Please try again.'
const ended = 'This sign-in with Google has ended. Please begin again.'
const denied = 'You are not signed in: Google did not tell us who you are.'
const down = 'Google does not answer at the moment. Please try again later, or sign in with your password.'

test('a well-behaved answer signs in, with the secret of the client and the verifier of its challenge', async () => {
  const shopper = world.shopper()
  const { query } = await begun(shopper)
  const answer = await comeBack(shopper, query)
  expect(answer.headers.location).toBe('/account/auth/confirm?returnUrl=%2Fcheckout%2Fcart')
  expect((await shopper.page('/account')).page).toMatchObject({ firstName: 'Fay', lastName: 'Kerr' })
  expect(fake.tokenRequests[0]?.get('code_verifier')).toMatch(/^[\w-]{43}$/)
})

const now = () => Math.floor(Date.now() / 1000)
describe('SEC-31 SEC-32 OPEN-96: an ID token that is not as it must be signs nobody in', () => {
  test.each<[string, () => Misdeed]>([
    ['another nonce', () => ({ claims: { nonce: 'another' } })],
    ['no nonce', () => ({ claims: { nonce: undefined } })],
    ['another issuer', () => ({ claims: { iss: 'https://accounts.evil.example' } })],
    ['another audience', () => ({ claims: { aud: 'another-client' } })],
    [
      'several audiences without an authorized party',
      () => ({ claims: { aud: ['another-client', 'client-of-a-test'] } }),
    ],
    ['the end of its time an hour ago', () => ({ claims: { exp: now() - 3600, iat: now() - 3900 } })],
    ['SAFE-54: the end of its time this very second', () => ({ claims: { exp: now() } })],
    ['SAFE-54: the end of its time 5 seconds ago', () => ({ claims: { exp: now() - 5 } })],
    ['SAFE-54: a beginning in 30 seconds', () => ({ claims: { nbf: now() + 30 } })],
    ['SAFE-54: an issue in 30 seconds', () => ({ claims: { iat: now() + 30 } })],
    ['a beginning in an hour', () => ({ claims: { nbf: now() + 3600 } })],
    ['no end', () => ({ claims: { exp: undefined } })],
    ['no subject', () => ({ claims: { sub: undefined } })],
    ['an empty subject', () => ({ claims: { sub: '' } })],
    ['alg none', () => ({ signing: 'none' })],
    ['the signature of another key', () => ({ signing: 'otherKey' })],
    ['another key, and where to fetch it', () => ({ signing: 'otherKey', header: { jku: `${fake.issuer}/own-keys` } })],
    ['a MAC by the client secret', () => ({ signing: 'clientSecret' })],
    ['a header that demands more', () => ({ header: { crit: ['b64'], b64: false } })],
    ['none at all', () => ({ hasNoIdToken: true })],
  ])('OPEN-96: %s', async (_name, misdeed) => {
    const before = await countMembers()
    const shopper = world.shopper()
    const { query } = await begun(shopper)
    fake.misbehave(misdeed())
    const answer = await comeBack(shopper, query)
    await expectNobody(shopper, before, answer.headers.location, failed)
  })
})

test('SAFE-54: clocks may differ by some seconds at the beginning of a token', async () => {
  const shopper = world.shopper()
  const { query } = await begun(shopper)
  fake.misbehave({ claims: { iat: now() + 8, nbf: now() + 8, exp: now() + 60 } })
  expect((await comeBack(shopper, query)).headers.location).toMatch(/^\/account\/auth\/confirm/)
})

const verifiedOf = statement<{ isVerified: boolean }>(
  'test.verified-of',
  'select email_verified_at is not null as "isVerified" from account where email = $1',
)
test.each([
  ['true', true, { isVerified: true }],
  // no account before the mailed link was used
  ["the text 'true'", 'true', undefined],
  ['1', 1, undefined],
  ["'TRUE' in capitals", 'TRUE', undefined],
  ['nothing', undefined, undefined],
])('SAFE-54: email_verified of Google as %s', async (name, given, account) => {
  const email = `vouched.${name.replaceAll(/\W/g, '')}@example.com`
  const shopper = world.shopper()
  const { query } = await begun(shopper)
  fake.misbehave({ claims: { email, sub: `person ${name}`, email_verified: given } })
  await comeBack(shopper, query)
  expect(await world.database.row(verifiedOf, [email])).toEqual(account)
})

test.each([
  ['apple', 'true', true],
  ['apple', true, true],
  ['apple', 'false', false],
  ['apple', 'yes', false],
  ['google', 'true', false],
  ['okta', 'true', false],
  ['okta', true, true],
] as const)('SAFE-54: of %s email_verified %j counts: %j', (key, given, isEmailVerified) => {
  const claims = { iss: 'https://issuer.example', sub: '1', email: 'a@example.com', email_verified: given }
  expect(identityOf(claims, undefined, key)).toMatchObject({ isEmailVerified })
})

describe('SEC-31 OPEN-96: an answer that is not the one to this browser’s question', () => {
  const cases: readonly [string, (query: Query) => Query, string][] = [
    ['another state', (query) => ({ ...query, state: 'x'.repeat(43) }), ended],
    ['no state', ({ code = '', iss = '' }) => ({ code, iss }), ended],
    ['another issuer', (query) => ({ ...query, iss: 'https://accounts.evil.example' }), failed],
    ['no issuer', ({ code = '', state = '' }) => ({ code, state }), failed],
    ['no code', ({ state = '', iss = '' }) => ({ state, iss }), failed],
    ['an unknown code', (query) => ({ ...query, code: 'guessed' }), failed],
    ['error=access_denied', ({ state = '', iss = '' }) => ({ state, iss, error: 'access_denied' }), denied],
    ['error=server_error', ({ state = '', iss = '' }) => ({ state, iss, error: 'server_error' }), down],
    ['error=invalid_request', ({ state = '', iss = '' }) => ({ state, iss, error: 'invalid_request' }), failed],
  ]
  test.each(cases)('OPEN-96: %s', async (_name, change, sentence) => {
    const before = await countMembers()
    const shopper = world.shopper()
    const { query } = await begun(shopper)
    const answer = await comeBack(shopper, change(query))
    await expectNobody(shopper, before, answer.headers.location, sentence)
  })

  test('a code sent twice in one address', async () => {
    const before = await countMembers()
    const shopper = world.shopper()
    const { query } = await begun(shopper)
    const answer = await shopper.get(`${callback}?${new URLSearchParams(query)}&code=another`)
    await expectNobody(shopper, before, answer.headers.location, failed)
  })

  test('a code that was given for another’s question has another challenge', async () => {
    const before = await countMembers()
    const [thief, victim] = [world.shopper(), world.shopper()]
    const { query: stolen } = await begun(victim)
    const { query } = await begun(thief)
    const answer = await comeBack(thief, { ...query, code: stolen.code ?? '' })
    await expectNobody(thief, before, answer.headers.location, failed)
  })

  test('another browser, with or without a session of its own; the right one may still come', async () => {
    const before = await countMembers()
    const shopper = world.shopper()
    const { query } = await begun(shopper)
    const visited = world.shopper()
    await visited.get('/session')
    for (const other of [world.shopper(), visited]) {
      const answer = await comeBack(other, query)
      expect(answer.cookies.map(({ name }) => name)).not.toContain('account')
      await expectNobody(other, before, answer.headers.location, ended)
    }
    expect((await comeBack(shopper, query)).headers.location).toContain('/account/auth/confirm')
  })

  test('the same answer a second time, in a browser that is a guest again', async () => {
    const shopper = world.shopper()
    const { query } = await begun(shopper)
    await comeBack(shopper, query)
    await shopper.get('/session')
    await shopper.submit('/account/sign-out', {})
    const before = await countMembers()
    const answer = await comeBack(shopper, query)
    await expectNobody(shopper, before, answer.headers.location, ended)
    expect(fake.tokenRequests).toHaveLength(1)
  })

  test('the state of one provider at the address of another', async () => {
    const before = await countMembers()
    const shopper = world.shopper()
    const { query } = await begun(shopper)
    const answer = await comeBack(shopper, query, '/account/auth/callback/okta')
    await expectNobody(shopper, before, answer.headers.location, ended.replace('Google', 'Okta'))
  })

  test('an answer after ten minutes', async () => {
    const before = await countMembers()
    const shopper = world.shopper()
    const { query } = await begun(shopper)
    await world.database.count(age)
    const answer = await comeBack(shopper, query)
    await expectNobody(shopper, before, answer.headers.location, ended)
    expect(fake.tokenRequests).toEqual([])
  })

  test('a look at the address by HEAD, or by a post that only Apple may make, uses nothing up', async () => {
    const shopper = world.shopper()
    const { query } = await begun(shopper)
    const url = `${callback}?${new URLSearchParams(query)}`
    const cookie = `sid=${shopper.cookies.get('sid')}`
    const head = await world.shop.app.http.inject({
      method: 'HEAD',
      url,
      headers: { host: 'cb.localhost:3000', cookie },
    })
    expect(head.statusCode).toBe(404)
    expect((await shopper.submit(url, query)).statusCode).toBe(405)
    expect((await comeBack(shopper, query)).headers.location).toContain('/account/auth/confirm')
  })
})

describe('a provider that does not answer', () => {
  test.each<[string, Misdeed]>([
    ['the code is answered with 500', { token: 'down' }],
    ['the code is never answered', { token: 'hangs' }],
  ])('%s: the sign-in page says so', async (_name, misdeed) => {
    const before = await countMembers()
    const shopper = world.shopper()
    const { query } = await begun(shopper)
    fake.misbehave(misdeed)
    const answer = await comeBack(shopper, query)
    await expectNobody(shopper, before, answer.headers.location, down)
  })

  test.each<[string, Misdeed]>([
    ['leads the code elsewhere', { token: 'redirects' }],
    ['answers no JSON', { token: 'notJson' }],
  ])('one that %s is not followed', async (_name, misdeed) => {
    const before = await countMembers()
    const shopper = world.shopper()
    const { query } = await begun(shopper)
    fake.misbehave(misdeed)
    await expectNobody(shopper, before, (await comeBack(shopper, query)).headers.location, failed)
  })

  test('no email address: the shopper is told to make an account', async () => {
    const before = await countMembers()
    const shopper = world.shopper()
    const { query } = await begun(shopper)
    fake.misbehave({ claims: { email: undefined, sub: 'without-address' } })
    const answer = await comeBack(shopper, query)
    const told = 'Google did not tell us your email address. Please create an account, or sign in with your password.'
    await expectNobody(shopper, before, answer.headers.location, told)
  })
})

describe('a provider that cannot be asked where to go', () => {
  test.each<Misdeed['discovery'] & string>(['down', 'hangs', 'redirects', 'otherIssuer'])(
    'OPEN-96: %s: the button leads back to the sign-in page, which says so and keeps the way; nothing is kept of it',
    async (discovery) => {
      const own = await startFakeProvider()
      const { issuer, clientId, clientSecret } = own
      const secret = { kind: 'shared', value: clientSecret } as const
      const other = await createWorld({
        config: { identity: [{ key: 'google', name: 'Google', issuer, clientId, isStandIn: true, secret }] },
      })
      try {
        own.misbehave({ discovery })
        const shopper = other.shopper()
        const location = await pressButton(shopper, 'Google', '/checkout/cart')
        expect(location).toBe('/account/login?returnUrl=%2Fcheckout%2Fcart')
        expect((await shopper.page(location)).frame.notice).toBe(down)
        // a failure is not kept: the next press finds it well again
        own.misbehave({})
        expect(await pressButton(shopper, 'Google')).toContain(`${issuer}/authorize?`)
      } finally {
        await other.close()
        await own.close()
      }
    },
  )

  test('SEC-65: one whose token address is another host gets no code', async () => {
    const own = await startFakeProvider()
    own.misbehave({ discovery: 'otherTokenHost' })
    const { issuer, clientId, clientSecret } = own
    const secret = { kind: 'shared', value: clientSecret } as const
    const other = await createWorld({
      config: { identity: [{ key: 'google', name: 'Google', issuer, clientId, isStandIn: true, secret }] },
    })
    try {
      const shopper = other.shopper()
      const address = new URL(await pressButton(shopper, 'Google'))
      const query = { code: 'code', state: address.searchParams.get('state') ?? '', iss: issuer }
      await comeBack(shopper, query)
      const state = await shopper.page('/account/login')
      expect([state.frame.isSignedIn, state.frame.notice]).toEqual([false, down])
    } finally {
      await other.close()
      await own.close()
    }
  })
})

test('CALL-90: after sixty beginnings in a quarter of an hour an address must wait', async () => {
  const shopper = world.shopper()
  const to: string[] = []
  for (let nth = 0; nth < 61; nth += 1) to.push(await pressButton(shopper, 'Google'))
  expect(to.slice(0, 60).every((location) => location.startsWith(fake.issuer))).toBe(true)
  expect(to[60]).toBe('/account/login?returnUrl=%2Fcheckout%2Fcart')
})
