import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { variants } from '#domain/variant.ts'
import { createSessionService } from '#server/account/sessions/session-service.ts'
import { signedGuestSessions } from '#server/account/sessions/signed-guest-session.ts'
import { signedMemberTokens } from '#server/account/sessions/signed-member-token.ts'
import { statement } from '#server/db/database.ts'
import { countingDatabase } from '#test/builders/context.ts'
import { makeAccount, newMember, signInBy } from '#test/builders/member.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { mailedTo } from '#test/order/deliveries.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const cookieOf = (shopper: TestShopper) => shopper.cookies.get('sid') ?? ''
const accountOf = async (shopper: TestShopper) => (await shopper.page('/account')).page.name
const shopperOf = statement<{ id: string }>('test.member', 'select shopper_id as id from shop.account where email = $1')
const insertOld = statement(
  'test.old-session',
  `insert into shop.session (token_sha256, shopper_id, csrf_secret, brand, country, is_app, auth, signed_in_at, ends_at)
   values ($1, $2, $3, 'CB', 'US', false, 'member', now(), now() + $4::interval)`,
)

const idOf = async (email: string) => (await world.database.row(shopperOf, [email]))?.id ?? ''

/** A browser with a member's cookie from before they were signed. */
async function withOldCookie(email: string, endsIn = '30 days'): Promise<TestShopper> {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest()
  await world.database.count(insertOld, [hash, await idOf(email), randomBytes(32), endsIn])
  const shopper = world.shopper()
  shopper.cookies.set('sid', token)
  return shopper
}

describe('SPEED-04: the cookie of a member', () => {
  test('SPEED-04: tells her id, is signed by a key of its own, and is told apart from a guest’s', async () => {
    const { shopper, email } = await newMember(world)
    const token = cookieOf(shopper)
    const tokens = signedMemberTokens(world.config.secret)
    expect(token).toMatch(/^m\.[\w-]{22}\.[\w-]{43}\.[\w-]{43}$/)
    expect(tokens.read(token)).toBe(await idOf(email))
    const guests = signedGuestSessions(world.config.secret)
    const now = world.clock.now()
    expect(guests.read(token, now)).toBeNull()
    expect(tokens.read(guests.open(variants.cb, false, now))).toBeNull()
    expect(await accountOf(shopper)).toBe('account')
  })

  test('SPEED-04: one that was not made here, or was changed, asks the database nothing', async () => {
    const { shopper } = await newMember(world)
    const token = cookieOf(shopper)
    const [, id = '', random = '', signature = ''] = token.split('.')
    const stranger = Buffer.from(randomUUID().replaceAll('-', ''), 'hex').toString('base64url')
    const { database, names } = countingDatabase(world.database)
    const sessions = createSessionService({ database, secret: world.config.secret })
    const forged = [
      `m.${stranger}.${random}.${signature}`,
      `m.${id}.${'A'.repeat(43)}.${signature}`,
      `m.${id}.${random}.${'A'.repeat(43)}`,
      `m.${id}.${random}`,
      `${token}=`,
      token.slice(1),
      token.slice(0, -1),
      signedMemberTokens('the secret of another installation, long').open(randomUUID()),
      'm...',
    ]
    for (const one of forged) expect([one, await sessions.find(one)]).toEqual([one, null])
    expect(names).toEqual([])
    expect((await sessions.find(token))?.auth).toBe('member')
    expect(names).toEqual(['session.find'])
  })

  test('SPEED-04: one that is signed and was never written, or is another’s row, is nobody', async () => {
    const { email } = await newMember(world)
    const sessions = createSessionService({ database: world.database, secret: world.config.secret })
    const token = signedMemberTokens(world.config.secret).open(randomUUID())
    expect(await sessions.find(token)).toBeNull()
    const hash = createHash('sha256').update(token).digest()
    await world.database.count(insertOld, [hash, await idOf(email), randomBytes(32), '30 days'])
    expect(await sessions.find(token)).toBeNull()
  })

  test('SPEED-04: one of 43 characters from before works until it ends', async () => {
    const { email } = await newMember(world)
    const old = await withOldCookie(email)
    expect(await accountOf(old)).toBe('account')
    expect(cookieOf(old)).toMatch(/^[\w-]{43}$/)
    expect(await accountOf(await withOldCookie(email, '-1 minute'))).toBe('login')
  })

  test('SPEED-04: signing out ends each kind, alone and everywhere; a new password ends both', async () => {
    const email = 'both.kinds@example.com'
    await makeAccount(world, { email })
    const fresh = async () => {
      const shopper = world.shopper()
      await signInBy(shopper, email)
      return shopper
    }
    for (const make of [fresh, () => withOldCookie(email)]) {
      const [leaving, staying] = [await make(), await make()]
      const before = new Map(leaving.cookies)
      await accountOf(leaving)
      await leaving.submit('/account/sign-out', {})
      expect(await accountOf(leaving)).toBe('login')
      leaving.cookies.set('sid', before.get('sid') ?? '')
      expect(await accountOf(leaving)).toBe('login')
      expect(await accountOf(staying)).toBe('account')
    }
    const kinds = [await fresh(), await withOldCookie(email)]
    const leaving = await fresh()
    await accountOf(leaving)
    await leaving.submit('/account/sign-out-everywhere', {})
    for (const each of kinds) expect(await accountOf(each)).toBe('login')

    const others = [await fresh(), await withOldCookie(email)]
    const forgetful = world.shopper()
    const { requestToken } = await forgetful.call('account', 'getRequestVerificationToken', {})
    await forgetful.call('account', 'requestPasswordReset', { accountEmail: email, token: requestToken })
    const [mail] = await mailedTo(world, email, ['mail.reset-password'])
    const link = /\/account\/reset-password\?token=([\w-]{43})/.exec(mail?.text ?? '')
    await forgetful.get(link?.[0] ?? '')
    const changed = await forgetful.submit('/account/reset-password', {
      token: link?.[1] ?? '',
      password: 'a better battery',
    })
    expect(changed.headers.location).toBe('/account/login')
    for (const each of others) expect(await accountOf(each)).toBe('login')
  })
})
