import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allCalls } from '#contracts/table.ts'
import { variants } from '#domain/variant.ts'
import { signedGuestSessions } from '#server/account/sessions/signed-guest-session.ts'
import { signedMemberTokens } from '#server/account/sessions/signed-member-token.ts'
import { statement } from '#server/db/database.ts'
import { maskToken } from '#server/http/guards/anti-forgery.ts'
import { add, item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { newMember } from '#test/builders/member.ts'
import { type Opened, openAndNote } from '#test/builders/socket-writes.ts'
import { contents } from '#test/contents.ts'
import { bodyOf, query } from '#test/suites/call-bodies.ts'
import { createWorld, type World } from '#test/world.ts'

/** What a browser sends that is refused. */
type Refused = { readonly cookie: string; readonly token: string; readonly host?: string }

/** What is refused says why in nothing: each is answered like this, with 200. */
const recorded = '{"IsReset":true}'
const elsewhere = 'cb2-ca.localhost:3000'

let world: World
let writes: Opened['writes']
let wire: Opened['wire']
beforeAll(async () => {
  world = await createWorld()
  ;({ wire, writes } = await openAndNote(world))
})
afterAll(async () => {
  writes.end()
  await world.close()
})

const hashOf = (cookie: string) => createHash('sha256').update(cookie).digest()
const sessionsOf = (what: string) =>
  statement(`test.${what}`, `update shop.session set ${what} where token_sha256 = $1`)
const idOfMember = statement<{ id: string }>(
  'test.member-id',
  'select shopper_id as id from shop.account where email = $1',
)
const insertSession = statement(
  'test.insert-session',
  `insert into shop.session (token_sha256, shopper_id, csrf_secret, brand, country, is_app, auth, signed_in_at, ends_at)
   values ($1, $2, $3, 'CB', 'US', false, 'member', now(), now() + interval '1 day')`,
)

/** A live session with a cart, what it would send, and whose it is. */
async function live(kind: 'guest' | 'member'): Promise<Refused & { readonly shopperId: string }> {
  const { shopper, email } = kind === 'member' ? await newMember(world) : { shopper: world.shopper(), email: '' }
  await add(shopper, item(sku.mug))
  const cookie = shopper.cookies.get('sid') ?? ''
  const session = await world.shop.sessions.find(cookie)
  const member = kind === 'member' ? await world.database.row(idOfMember, [email]) : undefined
  return { cookie, token: shopper.token(), shopperId: member?.id ?? session?.shopperId ?? '' }
}

const after = (kind: 'guest' | 'member', what: string) => async (): Promise<Refused> => {
  const sent = await live(kind)
  expect(await world.database.count(sessionsOf(what), [hashOf(sent.cookie)])).toBe(1)
  return sent
}
const inAnotherStore = (kind: 'guest' | 'member') => async () => ({ ...(await live(kind)), host: elsewhere })
const withCookie = (make: (of: Awaited<ReturnType<typeof live>>) => string | Promise<string>) => async () => {
  const sent = await live('member')
  return { ...sent, cookie: await make(sent) }
}
const tokenOfAnother = () => maskToken(world.shop.sessions.openGuest(variants.cb, false).session.csrfSecret)
const withToken = (kind: 'guest' | 'member', token: () => string) => async () => ({
  ...(await live(kind)),
  token: token(),
})
const own = () => signedMemberTokens(world.config.secret)

/** Sessions that are known only by asking: one round trip. */
const asked = {
  'a guest whose session has ended': after('guest', "ends_at = now() - interval '1 second'"),
  'a guest whose session was revoked': after('guest', 'revoked_at = now()'),
  'a member whose session has ended': after('member', "ends_at = now() - interval '1 second'"),
  'a member who rested for twelve hours': after('member', "seen_at = now() - interval '12 hours'"),
  'a member whose session was revoked': after('member', 'revoked_at = now()'),
  'a guest of another store': inAnotherStore('guest'),
  'a member of another store': inAnotherStore('member'),
  'a cookie from before they told an id, unknown': withCookie(() => randomBytes(32).toString('base64url')),
  'a signed cookie that was never written': withCookie(({ shopperId }) => own().open(shopperId)),
  "a signed cookie whose row is another shopper's": withCookie(async ({ shopperId }) => {
    const cookie = own().open(randomUUID())
    await world.database.count(insertSession, [hashOf(cookie), shopperId, randomBytes(32)])
    return cookie
  }),
} as const

const strangers = signedGuestSessions('the secret of another installation, long')
/** Cookies that are not signed by us: nobody is asked. */
const forged = {
  "another shopper's id with one's own random part": withCookie(async ({ cookie }) => {
    const [, id] = cookie.split('.')
    const [, , random, signature] = (await live('member')).cookie.split('.')
    return `m.${id}.${random}.${signature}`
  }),
  'a member’s cookie that was changed': withCookie(
    ({ cookie }) => `${cookie.slice(0, -2)}${cookie.endsWith('AA') ? 'BB' : 'AA'}`,
  ),
  'a guest’s cookie that was changed': withCookie(async () => (await live('guest')).cookie.replace('.cb.0.', '.cb.1.')),
  'a member’s cookie of another installation': withCookie(({ shopperId }) =>
    signedMemberTokens('the secret of another installation, long').open(shopperId),
  ),
  'a guest’s cookie of another installation': withCookie(() => strangers.open(variants.cb, false, world.clock.now())),
  'no cookie': withCookie(() => ''),
} as const

const unproven = {
  'a guest who only passes by, with a wrong token': async () => {
    const { token: cookie } = world.shop.sessions.openGuest(variants.cb, false)
    return { cookie, token: 'wrong' }
  },
  'a guest without a token': withToken('guest', () => ''),
  'a guest with a wrong token': withToken('guest', () => 'wrong'),
  'a guest with the token of another session': withToken('guest', tokenOfAnother),
  'a member without a token': withToken('member', () => ''),
  'a member with a wrong token': withToken('member', () => 'wrong'),
  'a member with the token of another session': withToken('member', tokenOfAnother),
} as const

const calls = allCalls().map(({ call }) => call)
const ofSession = calls.filter(({ rules }) => rules.session === 'required')
const ofToken = calls.filter(({ rules }) => rules.token)
type Made = () => Promise<Refused>
const kinds: readonly (readonly [string, Made, typeof calls, number])[] = [
  ...Object.entries(asked).map(([kind, make]) => [kind, make, ofSession, 1] as const),
  ...Object.entries(forged).map(([kind, make]) => [kind, make, ofSession, 0] as const),
  ...Object.entries(unproven).map(([kind, make]) => [kind, make, ofToken, 1] as const),
]

let keys = 0
async function send({ route }: (typeof calls)[number], { cookie, token, host = 'cb.localhost:3000' }: Refused) {
  keys += 1
  const headers = {
    ...{ host, requestverificationtoken: token, 'idempotency-key': `refused-key-${keys}` },
    ...(cookie === '' ? {} : { cookie: `sid=${cookie}` }),
    'content-type': 'application/json',
  }
  const payload = route.method === 'POST' ? { payload: JSON.stringify(bodyOf(route.path)) } : {}
  const url = `${route.path}${query[route.path] ?? ''}`
  return wire.inject({ method: route.method, url, headers, ...payload } as InjectOptions)
}

describe('SPEED-03: who is refused is refused before anything is written', () => {
  test.each(kinds)('SPEED-03: %s, by every call', async (_kind, make, of, groups) => {
    const refused = await make()
    const before = await contents(world.database)
    for (const call of of) {
      writes.clear()
      const answer = await send(call, refused)
      const { path } = call.route
      expect([path, answer.statusCode, answer.body]).toEqual([path, 200, recorded])
      expect([path, answer.headers['set-cookie']]).toEqual([path, undefined])
      const [first = '', ...rest] = writes.database.filter((each) => each !== 'catalog.latest-version')
      // a change has begun with the check of its session: it is rolled back; all else is that check alone
      const hasBegun = first.startsWith('begin, session.find')
      expect([path, rest]).toEqual([path, hasBegun ? ['rollback'] : []])
      if (!hasBegun)
        expect([path, first]).toEqual([path, groups === 0 ? '' : expect.stringMatching(/^session\.find[^,]*$/)])
      if (groups === 0) expect(hasBegun).toBe(false)
    }
    expect(await contents(world.database)).toEqual(before)
    expect(of.length).toBeGreaterThan(60)
  })
})
