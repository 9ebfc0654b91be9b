import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { sku } from '#test/builders/catalog.ts'
import { comeBack, pressButton, signInWith, standInBrowser } from '#test/builders/identity.ts'
import { mailedLinks, makeAccount, useLink } from '#test/builders/member.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { statementsOf } from '#test/builders/statements.ts'
import { mailedTo } from '#test/order/deliveries.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
const lines: string[] = []
beforeAll(async () => {
  world = await createWorld({ identity: ['google', 'apple', 'okta'], logLine: (line) => lines.push(line) })
  // built when it is first asked, which a sign-in waits for only so long
  await fetch(`${world.gatewayOrigin}/identity/google/.well-known/openid-configuration`)
})
afterAll(() => world.close())
beforeEach(() => world.database.count(statement('test.forget', 'delete from throttle')).then(() => undefined))

const identities = statement<{ issuer: string; email: string; isVerified: boolean; hasPassword: boolean }>(
  'test.identities',
  `select replace(issuer, $2, '') as issuer, email, email_verified_at is not null as "isVerified",
     password_hash is not null as "hasPassword"
   from account_identity join account using (shopper_id) where email = $1 order by issuer`,
)
const identitiesOf = (email: string) => world.database.rows(identities, [email, world.gatewayOrigin])
const flows = statement<{ n: number }>('test.flows', 'select count(*)::int as n from identity_flow')
const verify = statement('test.verify-address', 'update account set email_verified_at = now() where email = $1')
const join = statement(
  'test.join',
  'insert into account_identity (issuer, subject, shopper_id) select $2, $3, shopper_id from account where email = $1',
)
const mailedLink = statement(
  'test.mailed-link',
  `insert into password_reset (token_sha256, shopper_id)
   select sha256($2::text::bytea), shopper_id from account where email = $1`,
)
const password = 'correct horse battery'

const isSignedIn = async (shopper: TestShopper) => (await shopper.page('/')).frame.isSignedIn
const confirm = (path: string) => `/account/auth/confirm?returnUrl=${encodeURIComponent(path)}`

const passwordAccount = (email: string) =>
  makeAccount(world, { email, password, firstName: 'Pat', lastName: 'Word', isVerified: false })

async function signInByPassword(shopper: TestShopper, email: string) {
  const { sessionToken } = await shopper.call('account', 'authenticate', { username: email, password })
  return shopper.submit('/account/auth', { sessionToken, redirectUrl: '/account' })
}

describe('OPEN-96, ROUTE-22, CALL-90: the way to a provider and back', () => {
  test('CALL-90, OPEN-96: the call leads to the provider with PKCE, state and nonce, and keeps them for this browser', async () => {
    const before = (await world.database.row(flows))?.n ?? 0
    const address = new URL(await pressButton(world.shopper(), 'Google'))
    expect(`${address.origin}${address.pathname}`).toBe(`${world.gatewayOrigin}/identity/google/auth`)
    const query = Object.fromEntries(address.searchParams)
    expect(query).toMatchObject({
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: 'http://cb.localhost:3000/account/auth/callback/google',
      code_challenge_method: 'S256',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(query[name]).toMatch(/^[\w-]{43}$/)
    expect((await world.database.row(flows))?.n).toBe(before + 1)
    const posted = await world.shopper().submit('/account/auth/loginwithidp', {})
    expect([posted.statusCode, posted.headers.allow]).toEqual([405, 'GET, HEAD'])
  })

  test.each([
    ['Google', 'ada.lovelace@example.com', 'Ada'],
    ['Apple', 'grace.hopper@example.com', 'Grace'],
    ['Okta', 'zoe.mueller@example.com', 'Zoë'],
  ])(
    'OPEN-96, ROUTE-22, LOGIN-21: %s signs a person in, who has an account from the first time on',
    async (idp, email, firstName) => {
      const first = world.shopper()
      await first.get('/session')
      const before = first.cookies.get('sid')
      const answer = await signInWith(first, idp, { person: email }, '/checkout/cart')
      expect([answer.statusCode, answer.headers.location]).toEqual([303, confirm('/checkout/cart')])
      expect(answer.headers['referrer-policy']).toBe('no-referrer')
      expect(first.cookies.get('sid')).not.toBe(before)
      expect(await world.shop.sessions.find(before)).toBeNull()
      expect((await first.page('/account')).page).toMatchObject({ name: 'account', firstName, email })

      const second = world.shopper()
      await signInWith(second, idp, { person: email })
      expect((await second.page('/account')).page).toMatchObject({ name: 'account', firstName, email })
      expect(await identitiesOf(email)).toEqual([
        { issuer: `/identity/${idp.toLowerCase()}`, email, isVerified: true, hasPassword: false },
      ])
    },
  )

  test('LOGIN-09, SCENE-09: the lines of the guest come along once, though the answer comes twice', async () => {
    const who = { email: 'merge@example.com' }
    const home = world.shopper()
    await signInWith(home, 'Google', who)
    await home.get('/session')
    await home.call('cart', 'addItems', { items: [{ Sku: sku.mug, Quantity: 1 }] })
    const guest = world.shopper()
    await guest.call('cart', 'addItems', {
      items: [
        { Sku: sku.mug, Quantity: 2 },
        { Sku: sku.lastVase, Quantity: 1 },
      ],
    })
    const back = await standInBrowser().signInAt(await pressButton(guest, 'Google'), who)
    await comeBack(guest, back)
    const twice = await comeBack(guest, back)
    expect(twice.headers.location).toBe('/account/login')
    await guest.get('/session')
    const { lineItems, isGuest } = await guest.call('cart', 'getCartJsx', {})
    expect(lineItems.map((line) => [line.sku, line.quantity])).toEqual([
      [sku.mug, 3],
      [sku.lastVase, 1],
    ])
    expect(isGuest).toBe(false)
  })

  test('CALL-84, OPEN-93, LOGIN-08: the configuration names the providers there are, to guests and members', async () => {
    const shopper = world.shopper()
    const settings = {
      baseUrl: `${world.gatewayOrigin}/identity/okta`,
      clientId: 'cartwright-okta',
      isGoogleEnabled: true,
      isAppleEnabled: true,
    }
    const ask = () => shopper.call('account', 'getSignInConfiguration', { returnUrl: '/checkout/cart' })
    expect(await ask()).toMatchObject({ isLoggedIn: false, returnUrl: '/checkout/cart', oktaConfigurations: settings })
    await signInWith(shopper, 'Google', { email: 'configured@example.com' })
    expect(await ask()).toMatchObject({ isLoggedIn: true, oktaConfigurations: settings })
  })

  test('a member who presses a button is led on at once', async () => {
    const shopper = world.shopper()
    await signInWith(shopper, 'Google', { email: 'member.again@example.com' })
    expect(await pressButton(shopper, 'Google', '/checkout/cart')).toBe('/checkout/cart')
  })

  test.each(['https://evil.example/', '//evil.example', '/.//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'ROUTE-23: redirectUrl %s ends on the account page',
    async (redirectUrl) => {
      const shopper = world.shopper()
      const answer = await signInWith(shopper, 'Google', { email: 'redirected@example.com' }, redirectUrl)
      expect(answer.headers.location).toBe(confirm('/account'))
    },
  )

  test('a store called by another of its names leads to its own first, because the answer comes there', async () => {
    const answer = await world.shop.app.http.inject({
      url: '/account/auth/loginwithidp?idp=Google&redirectUrl=%2Faccount',
      headers: { host: 'localhost:3000' },
    })
    expect(answer.headers.location).toBe(
      'http://cb.localhost:3000/account/auth/loginwithidp?idp=Google&redirectUrl=%2Faccount',
    )
  })

  test('SEC-62: a sign-in makes one security event, and the log holds no address, name or code', async () => {
    lines.length = 0
    await signInWith(world.shopper(), 'Apple', { email: 'silent@example.com', firstName: 'Silvester' })
    const events = lines.map((line) => JSON.parse(line)).filter((line) => line.security !== undefined)
    expect(events.map(({ security }) => security)).toEqual(['signed-in'])
    expect(lines.join('')).not.toMatch(/silent@|Silvester|[?&"]code/)
  })
})

describe('Apple', () => {
  test('the answer is posted by another site, without cookies, and waits for the browser that began', async () => {
    const shopper = world.shopper()
    const back = await standInBrowser().signInAt(await pressButton(shopper, 'Apple'), { email: 'posted@example.com' })
    expect([back.method, Object.keys(back.fields).sort()]).toEqual(['POST', ['code', 'iss', 'state', 'user']])
    const cookies = [...shopper.cookies]
    shopper.cookies.clear()
    const posted = await shopper.submit(back.url.pathname, back.fields)
    expect([posted.statusCode, posted.cookies]).toEqual([303, []])
    expect(posted.headers.location).toBe(`/account/auth/callback/apple?state=${back.fields.state}`)
    expect(posted.headers.location).not.toContain('posted')
    for (const [name, value] of cookies) shopper.cookies.set(name, value)
    await shopper.get(String(posted.headers.location))
    expect(await isSignedIn(shopper)).toBe(true)
  })

  test('the name comes at the first consent only, and stays', async () => {
    const who = { email: 'once@example.com', firstName: 'Olga', lastName: 'Once' }
    const browser = standInBrowser()
    const first = world.shopper()
    await comeBack(first, await browser.signInAt(await pressButton(first, 'Apple'), who))
    const second = world.shopper()
    const back = await browser.signInAt(await pressButton(second, 'Apple'), who)
    expect(Object.keys(back.fields)).not.toContain('user')
    await comeBack(second, back)
    expect((await second.page('/account')).page).toMatchObject({ firstName: 'Olga', lastName: 'Once' })
  })

  test('an answer that nobody waits for is kept for nobody', async () => {
    const shopper = world.shopper()
    const answer = await shopper.submit('/account/auth/callback/apple', { state: 'x'.repeat(43), code: 'y' })
    expect(answer.headers.location).toBe('/account/auth/callback/apple')
    expect((await shopper.get('/account/auth/callback/apple')).headers.location).toBe('/account/login')
  })
})

describe('OPEN-96: whose account it becomes', () => {
  test('an account whose address we verified is joined when the provider vouches for the address, password and all', async () => {
    const email = 'joined@example.com'
    await passwordAccount(email)
    await world.database.count(verify, [email])
    const shopper = world.shopper()
    await signInWith(shopper, 'Google', { email: 'Joined@Example.com' })
    expect((await shopper.page('/account')).page).toMatchObject({ firstName: 'Pat', email })
    expect(await identitiesOf(email)).toEqual([
      { issuer: '/identity/google', email, isVerified: true, hasPassword: true },
    ])
  })

  test('an address nobody verified: its password, sessions and other identities are dropped at joining', async () => {
    const email = 'hijacked@example.com'
    await passwordAccount(email)
    const squatter = world.shopper()
    await signInByPassword(squatter, email)
    const token = await (async () => {
      const other = world.shopper()
      const answer = await other.call('account', 'authenticate', { username: email, password })
      return { other, ...answer }
    })()
    const owner = world.shopper()
    await signInWith(owner, 'Google', { email })
    expect(await isSignedIn(owner)).toBe(true)
    expect(await isSignedIn(squatter)).toBe(false)
    await token.other.submit('/account/auth', { sessionToken: token.sessionToken, redirectUrl: '/' })
    expect(await isSignedIn(token.other)).toBe(false)
    const again = await world.shopper().call('account', 'authenticate', { username: email, password })
    expect(again.status).toBe('FAILED')
    expect(await identitiesOf(email)).toEqual([
      { issuer: '/identity/google', email, isVerified: true, hasPassword: false },
    ])
  })

  test.each([
    ['no account', async () => undefined],
    ['an account whose address is proven', (email: string) => makeAccount(world, { email, password })],
    ['an account that nobody has proven', passwordAccount],
  ])(
    'SAFE-50, OPEN-96: an address the provider does not vouch for, %s: a mailed link is waited for',
    async (had, make) => {
      const email = `unvouched.${had.replaceAll(' ', '.')}@example.com`
      await make(email)
      const shopper = world.shopper()
      await shopper.call('cart', 'addItems', { items: [{ Sku: sku.mug, Quantity: 2 }] })
      const answer = await signInWith(
        shopper,
        'Okta',
        { email, isEmailVerified: false, firstName: 'Zoë' },
        '/checkout/cart',
      )
      expect([answer.statusCode, answer.headers.location]).toEqual([303, '/account/check-mail'])
      const { page } = await shopper.page('/account')
      expect(page).toEqual({ name: 'checkMail', email, orderNumber: '', provider: 'Okta' })
      expect([await isSignedIn(shopper), await identitiesOf(email)]).toEqual([false, []])

      const [link = ''] = await mailedLinks(world, email)
      expect((await shopper.page(link)).page).toMatchObject({
        name: 'confirmAddress',
        needs: 'press',
        provider: 'Okta',
      })
      expect((await useLink(shopper, link)).headers.location).toBe(confirm('/checkout/cart'))
      await shopper.get('/session')
      const { lineItems, isGuest } = await shopper.call('cart', 'getCartJsx', {})
      expect([isGuest, lineItems.map((line) => [line.sku, line.quantity])]).toEqual([false, [[sku.mug, 2]]])
      const hasPassword = had === 'an account whose address is proven'
      expect(await identitiesOf(email)).toEqual([{ issuer: '/identity/okta', email, isVerified: true, hasPassword }])
      const later = world.shopper()
      await signInWith(later, 'Okta', { email, isEmailVerified: false })
      expect((await later.page('/account')).page).toMatchObject({ email, firstName: hasPassword ? 'Ada' : 'Zoë' })
    },
  )

  test('SAFE-50: whether an address has an account is told by no answer of a provider’s sign-in, nor by its work', async () => {
    const seen = []
    for (const email of ['okta.used@example.com', 'okta.new1@example.com']) {
      if (email.includes('used')) await makeAccount(world, { email, password })
      const shopper = world.shopper()
      const back = await standInBrowser().signInAt(await pressButton(shopper, 'Okta'), {
        email,
        isEmailVerified: false,
      })
      let answer = await shopper.get('/session')
      const statements = await statementsOf(world.database, async () => {
        answer = await comeBack(shopper, back)
      })
      const cookies = answer.cookies.map(({ name }) => name)
      const page = (await shopper.page('/account/check-mail')).page
      const mails = await mailedTo(world, email, ['mail.create-account'])
      const text = mails.map((mail) => mail.text.replace(/token=[\w-]+/, ''))
      const shown = JSON.stringify([page, text]).replaceAll(email, '<email>')
      seen.push({ status: answer.statusCode, to: answer.headers.location, cookies, shown, statements })
    }
    expect(seen[1]).toEqual(seen[0])
    expect(seen[0]?.shown).toContain('Okta signs you in')
    expect(seen[0]?.statements).toContain('account.insert-registration')
  })

  test('OPEN-96: the link that a stranger had sent joins his identity in no browser but his, and his shows no mail', async () => {
    const email = 'not.joined@example.com'
    await makeAccount(world, { email, password })
    const thief = world.shopper()
    await signInWith(thief, 'Okta', { email, isEmailVerified: false })
    const [link = ''] = await mailedLinks(world, email)
    const owner = world.shopper()
    expect((await owner.page(link)).page).toMatchObject({ needs: 'ownBrowser', provider: 'Okta' })
    await useLink(owner, link)
    await signInByPassword(owner, email)
    await useLink(owner, link)
    // nor does her password in his browser, which was enough before
    await signInByPassword(thief, email)
    expect(await identitiesOf(email)).toEqual([])
  })

  test('OPEN-96: the owner is told by mail of each provider that comes to sign her in', async () => {
    const email = 'told@example.com'
    await makeAccount(world, { email, password, firstName: 'Olga' })
    await signInWith(world.shopper(), 'Google', { email })
    await signInWith(world.shopper(), 'Google', { email })
    const shopper = world.shopper()
    await signInWith(shopper, 'Okta', { email, isEmailVerified: false })
    await useLink(shopper, (await mailedLinks(world, email))[0] ?? '')
    const joined = (await mailedTo(world, email, ['mail.identity-joined'])).filter(({ text }) => text.includes('Olga'))
    expect(joined.map(({ subject }) => subject).sort()).toEqual([
      'CB: Google is connected to your account',
      'CB: Okta is connected to your account',
    ])
    expect(joined[0]?.text).toContain('everybody is signed out')
    // who has an account by her provider is not told of her own first sign-in
    await signInWith(world.shopper(), 'Google', { email: 'untold@example.com' })
    expect(await mailedTo(world, 'untold@example.com', ['mail.identity-joined'])).toEqual([])
  })

  test('SEC-33: the same address at two providers is two identities; another address of a known person changes nothing', async () => {
    const email = 'both@example.com'
    await signInWith(world.shopper(), 'Google', { email })
    await signInWith(world.shopper(), 'Apple', { email })
    expect((await identitiesOf(email)).map(({ issuer }) => issuer)).toEqual(['/identity/apple', '/identity/google'])
  })

  test('a password set by a mailed link takes away what was joined before anybody had verified the address', async () => {
    const email = 'reset.me@example.com'
    await passwordAccount(email)
    await world.database.count(join, [email, `${world.gatewayOrigin}/identity/okta`, 'thief before'])
    expect(await identitiesOf(email)).toMatchObject([{ isVerified: false }])
    await world.database.count(mailedLink, [email, 'mailed link'])
    const owner = world.shopper()
    await owner.get('/session')
    await owner.submit('/account/reset-password', { token: 'mailed link', password: 'a brand new passphrase' })
    expect(await identitiesOf(email)).toEqual([])
  })

  test('OPEN-96, OPEN-98: no identity survives a password reset: who joined his to the account is a stranger', async () => {
    const email = 'taken.back@example.com'
    await makeAccount(world, { email, password })
    await world.database.count(join, [email, `${world.gatewayOrigin}/identity/okta`, 'thief'])
    await signInWith(world.shopper(), 'Google', { email })
    expect(await identitiesOf(email)).toHaveLength(2)
    await world.database.count(mailedLink, [email, 'taken back'])
    const owner = world.shopper()
    await owner.get('/session')
    await owner.submit('/account/reset-password', { token: 'taken back', password: 'a brand new passphrase' })
    expect(await identitiesOf(email)).toEqual([])
    // who reads the mail of the address goes on with one press
    await signInWith(owner, 'Google', { email })
    expect((await identitiesOf(email)).map(({ issuer }) => issuer)).toEqual(['/identity/google'])
    expect((await owner.page('/account')).page).toMatchObject({ email })
  })

  test('two first sign-ins of one person at the same moment make one account', async () => {
    const who = { email: 'parallel@example.com' }
    const shoppers = [world.shopper(), world.shopper(), world.shopper()]
    const backs = await Promise.all(
      shoppers.map(async (shopper) => standInBrowser().signInAt(await pressButton(shopper, 'Google'), who)),
    )
    await Promise.all(shoppers.map((shopper, nth) => comeBack(shopper, backs[nth]!)))
    for (const shopper of shoppers) expect(await isSignedIn(shopper)).toBe(true)
    expect(await identitiesOf(who.email)).toHaveLength(1)
  })
})
