import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { sku } from '#test/builders/catalog.ts'
import { makeAccount } from '#test/builders/member.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
const lines: string[] = []
beforeAll(async () => {
  world = await createWorld({ logLine: (line) => lines.push(line) })
})
afterAll(() => world.close())
// all visitors of a test have one address
beforeEach(() => world.database.count(statement('test.forget', 'delete from throttle')).then(() => undefined))

let accounts = 0
const password = 'correct horse battery'
const older = statement('test.older-tokens', `update sign_in_token set created_at = created_at - interval '6 minutes'`)
const later = statement('test.later-failures', `update sign_in_failure set at = at - interval '16 minutes'`)

/** A new account, and a visitor who has not signed in to it. */
async function newAccount(): Promise<{ email: string; shopper: TestShopper }> {
  accounts += 1
  const email = `shopper${accounts}@example.com`
  await makeAccount(world, { email, password, firstName: 'Ann', lastName: 'Bell' })
  return { email, shopper: world.shopper() }
}

const authenticate = (shopper: TestShopper, username: string, given: string = password) =>
  shopper.call('account', 'authenticate', { username, password: given })

async function signIn(shopper: TestShopper, email: string, redirectUrl = '/checkout/cart') {
  const { sessionToken } = await authenticate(shopper, email)
  return shopper.submit('/account/auth', { sessionToken, redirectUrl })
}

describe('signing in', () => {
  test('OPEN-94, OPEN-95, ROUTE-20, ROUTE-21, OPEN-05: a session token signs the browser in, and leads on past the confirmation', async () => {
    const { email, shopper } = await newAccount()
    await shopper.get('/session')
    const before = shopper.cookies.get('sid')
    const answer = await signIn(shopper, email)
    expect([answer.statusCode, answer.headers.location]).toEqual([
      303,
      '/account/auth/confirm?returnUrl=%2Fcheckout%2Fcart',
    ])
    expect(shopper.cookies.get('sid')).not.toBe(before)
    const confirmation = await shopper.get(String(answer.headers.location))
    expect([confirmation.statusCode, confirmation.headers.refresh]).toEqual([200, '0; url=/checkout/cart'])
    expect((await shopper.page('/account')).page).toMatchObject({
      name: 'account',
      firstName: 'Ann',
      email,
      orders: [],
    })
    expect((await shopper.call('account', 'getSignInConfiguration', {})).isLoggedIn).toBe(true)
  })

  test('OPEN-05: the old cookie and the old token are strangers afterwards', async () => {
    const { email, shopper } = await newAccount()
    await shopper.get('/session')
    const [cookie, token] = [shopper.cookies.get('sid') ?? '', shopper.token()]
    await signIn(shopper, email)
    expect(await world.shop.sessions.find(cookie)).toBeNull()
    const answer = await shopper.rawPost('/ReactCart/AddItems', { items: [] }, { requestverificationtoken: token })
    expect(answer.json()).toEqual({ IsReset: true })
  })

  test('OPEN-05, LOGIN-09: the lines of the guest come along and add up', async () => {
    const { email, shopper } = await newAccount()
    await signIn(shopper, email)
    await shopper.get('/session')
    await shopper.call('cart', 'addItems', { items: [{ Sku: sku.mug, Quantity: 3 }] })
    const guest = world.shopper()
    await guest.call('cart', 'addItems', {
      items: [
        { Sku: sku.mug, Quantity: 2 },
        { Sku: sku.lastVase, Quantity: 1 },
      ],
    })
    await signIn(guest, email)
    const { lineItems, isGuest } = await guest.call('cart', 'getCartJsx', {})
    expect(lineItems.map((line) => [line.sku, line.quantity])).toEqual([
      [sku.mug, 5],
      [sku.lastVase, 1],
    ])
    expect(isGuest).toBe(false)
  })

  test('OPEN-94: a session token is good once, for 5 minutes, in the browser that asked for it', async () => {
    const { email, shopper } = await newAccount()
    const { sessionToken } = await authenticate(shopper, email)
    const elsewhere = world.shopper()
    await elsewhere.get('/session')
    expect((await elsewhere.submit('/account/auth', { sessionToken, redirectUrl: '/' })).headers.location).toBe(
      '/account/login',
    )
    expect((await shopper.submit('/account/auth', { sessionToken, redirectUrl: '/' })).headers.location).toBe(
      '/account/auth/confirm?returnUrl=%2F',
    )
    await shopper.get('/session')
    expect((await shopper.submit('/account/auth', { sessionToken, redirectUrl: '/' })).headers.location).toBe(
      '/account/login',
    )
    const late = world.shopper()
    const { sessionToken: old } = await authenticate(late, email)
    await world.database.count(older)
    expect((await late.submit('/account/auth', { sessionToken: old, redirectUrl: '/' })).headers.location).toBe(
      '/account/login',
    )
  })

  test('OPEN-95, CALL-88: without the anti-forgery token nobody is signed in', async () => {
    const { email, shopper } = await newAccount()
    const { sessionToken } = await authenticate(shopper, email)
    await shopper.submit('/account/auth', { sessionToken, redirectUrl: '/', __RequestVerificationToken: '' })
    expect((await shopper.page('/')).frame.isSignedIn).toBe(false)
  })

  test('ROUTE-23: a redirect address of another site leads to the account page', async () => {
    const { email, shopper } = await newAccount()
    const answer = await signIn(shopper, email, 'https://other.example/')
    expect(answer.headers.location).toBe('/account/auth/confirm?returnUrl=%2Faccount')
  })

  test('OPEN-09: the cookie account is 1 from sign-in on, readable by the page, and gone after signing out', async () => {
    const { email, shopper } = await newAccount()
    const signedIn = await signIn(shopper, email)
    expect(signedIn.cookies.find((cookie) => cookie.name === 'account')).toMatchObject({
      value: '1',
      maxAge: 31_536_000,
    })
    expect(signedIn.cookies.find((cookie) => cookie.name === 'account')).not.toHaveProperty('httpOnly')
    await shopper.get('/session')
    const before = shopper.cookies.get('sid')
    const out = await shopper.submit('/account/sign-out', {})
    expect([out.headers.location, shopper.cookies.has('account'), shopper.cookies.get('sid') === before]).toEqual([
      '/',
      false,
      false,
    ])
    expect((await shopper.page('/')).frame.isSignedIn).toBe(false)
  })
})

describe('LOGIN-26: guessing', () => {
  test('LOGIN-26: the sixth attempt is refused, with the right password too, and after 15 minutes it is not', async () => {
    const { email, shopper } = await newAccount()
    for (let nth = 1; nth <= 5; nth += 1) {
      expect((await authenticate(shopper, email, `guess ${nth}`)).status).toBe('FAILED')
    }
    expect(await authenticate(shopper, email)).toEqual({ status: 'LOCKED_OUT', sessionToken: '' })
    await world.database.count(later)
    expect((await authenticate(shopper, email)).status).toBe('SUCCESS')
  })

  test('LOGIN-26: an address without an account is answered alike', async () => {
    const shopper = world.shopper()
    const answers: unknown[] = []
    for (let nth = 1; nth <= 6; nth += 1)
      answers.push(await authenticate(shopper, 'nobody@example.com', `guess ${nth}`))
    const failed = { status: 'FAILED', sessionToken: '' }
    expect(answers).toEqual([failed, failed, failed, failed, failed, { status: 'LOCKED_OUT', sessionToken: '' }])
  })

  test('LOGIN-26: a browser that signed in before has a counter of its own', async () => {
    const { email, shopper } = await newAccount()
    await signIn(shopper, email)
    await shopper.get('/session')
    await shopper.submit('/account/sign-out', {})
    const stranger = world.shopper()
    for (let nth = 1; nth <= 6; nth += 1) await authenticate(stranger, email, `guess ${nth}`)
    expect((await authenticate(stranger, email)).status).toBe('LOCKED_OUT')
    await shopper.get('/session')
    expect((await authenticate(shopper, email)).status).toBe('SUCCESS')
  })

  test('LOGIN-26: a browser that signed in before has one counter, however its cookie is written', async () => {
    const { email, shopper } = await newAccount()
    await signIn(shopper, email)
    await shopper.get('/session')
    await shopper.submit('/account/sign-out', {})
    await shopper.get('/session')
    const device = shopper.cookies.get('device') ?? ''
    const statuses: string[] = []
    for (const nth of [1, 2, 3, 4, 5, 6]) {
      shopper.cookies.set('device', nth % 2 === 0 ? `${device}.${nth}` : `${device}${'='.repeat(nth)}`)
      statuses.push((await authenticate(shopper, email, `guess ${nth}`)).status)
    }
    expect(statuses).toEqual(['FAILED', 'FAILED', 'FAILED', 'FAILED', 'FAILED', 'LOCKED_OUT'])
  })

  test('SEC-62: each guess of the sign-in popup makes one security event, without the address or the password', async () => {
    const { email, shopper } = await newAccount()
    lines.length = 0
    for (let nth = 1; nth <= 6; nth += 1) await authenticate(shopper, email, 'not the password')
    const events = lines.map((line) => JSON.parse(line)).filter((line) => line.security !== undefined)
    expect(events.map(({ security }) => security)).toEqual([...Array(5).fill('sign-in-failed'), 'locked-out'])
    expect(events[0]).toMatchObject({ session: expect.stringMatching(/^[0-9a-f]{12}$/), address: '127.0.0.1' })
    expect(lines.join('')).not.toMatch(/shopper\d+@|not the password/)
  })

  test('LOGIN-26: guesses at the same time all count', async () => {
    const { email, shopper } = await newAccount()
    await shopper.get('/session')
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, nth) => authenticate(shopper, email, `guess ${nth}`)),
    )
    expect(guesses.filter((answer) => answer.status === 'FAILED').length).toBeLessThanOrEqual(5)
  })
})

test('SEC-27: one client that tries many addresses is stopped before the 50th', async () => {
  const shopper = world.shopper()
  const tries: string[] = []
  for (let nth = 0; nth < 50; nth += 1) tries.push((await authenticate(shopper, `no${nth}@example.com`, 'x')).status)
  expect(tries.indexOf('LOCKED_OUT')).toBe(40)
  expect(tries.slice(40).every((status) => status === 'LOCKED_OUT')).toBe(true)
})

test('SEC-62: a client that is stopped makes a throttled event', async () => {
  const shopper = world.shopper()
  for (let nth = 0; nth < 40; nth += 1) await authenticate(shopper, `nobody${nth}@example.com`, 'x')
  lines.length = 0
  expect((await authenticate(shopper, 'nobody@example.com', 'x')).status).toBe('LOCKED_OUT')
  await shopper.get('/account/login')
  await shopper.submit('/account/login', { email: 'nobody@example.com', password: 'x' })
  const events = lines.map((line) => JSON.parse(line)).filter((line) => line.security !== undefined)
  expect(events.map(({ security }) => security)).toEqual(['throttled', 'throttled'])
})

describe('SAFE-53: the limit of a network counts failures', () => {
  const networkText = 'There were too many tries from your network. Please try again in a few minutes.'

  test('SAFE-53: 60 right sign-ins from one address lock nobody out', async () => {
    const { email, shopper } = await newAccount()
    const statuses = new Set<string>()
    for (let nth = 0; nth < 60; nth += 1) statuses.add((await authenticate(shopper, email)).status)
    expect([...statuses]).toEqual(['SUCCESS'])
  })

  test('SAFE-53: after 40 wrong ones an unknown browser is told that it is the network, and a known one gets in', async () => {
    const { email, shopper: known } = await newAccount()
    await signIn(known, email)
    await known.get('/session')
    await known.submit('/account/sign-out', {})
    await known.get('/session')
    // 40 that have failed; each of them hashes a password, which is another test's affair
    const unknown = world.shopper()
    await authenticate(unknown, 'no0@example.com', 'x')
    const fail = `update throttle set tokens = tokens - 39 where bucket = 'sign-in-address'`
    expect(await world.database.count(statement('test.39-failures', fail))).toBe(1)

    const refused = { status: 'LOCKED_OUT', sessionToken: '', errorMessage: networkText }
    expect(await authenticate(unknown, email)).toEqual(refused)
    await unknown.submit('/account/login', { email, password })
    expect((await unknown.page('/account/login')).frame.notice).toBe(networkText)
    expect((await authenticate(known, email)).status).toBe('SUCCESS')
    // known to this account and to no other
    const { email: another } = await newAccount()
    expect(await authenticate(known, another)).toEqual(refused)
  })

  test('SAFE-53: a known browser that guesses is stopped by its own counter', async () => {
    const { email, shopper } = await newAccount()
    await signIn(shopper, email)
    await shopper.get('/session')
    await shopper.submit('/account/sign-out', {})
    await shopper.get('/session')
    const answers: unknown[] = []
    for (let nth = 0; nth < 6; nth += 1) answers.push((await authenticate(shopper, email, `guess ${nth}`)).status)
    expect(answers).toEqual([...Array(5).fill('FAILED'), 'LOCKED_OUT'])
  })
})

describe('OPEN-19: the plain sign-in page', () => {
  test('OPEN-19: it signs in without any script, and goes where it was asked to', async () => {
    const { email, shopper } = await newAccount()
    await shopper.get('/account/login?returnUrl=%2Fcheckout%2Fcart&isRedirect=true')
    const answer = await shopper.submit('/account/login', {
      email,
      password,
      returnUrl: '/checkout/cart',
      isRedirect: 'true',
    })
    expect(answer.headers.location).toBe('/account/auth/confirm?returnUrl=%2Fcheckout%2Fcart')
    expect((await shopper.get('/account/login?returnUrl=%2Fcheckout%2Fcart')).headers.location).toBe('/checkout/cart')
  })

  test('OPEN-13: what is missing or wrong is said on the page', async () => {
    const { email, shopper } = await newAccount()
    await shopper.get('/account/login')
    for (const [fields, messageKey] of [
      [{ email: '', password: '' }, 'Please enter your email address.'],
      [{ email, password: '' }, 'Please enter your password.'],
      [{ email, password: 'wrong one' }, 'The email address or the password is not right.'],
    ] as const) {
      const answer = await shopper.submit('/account/login', fields)
      expect(answer.headers.location).toContain('/account/login')
      expect((await shopper.page('/account/login')).frame.notice).toBe(messageKey)
    }
  })

  test('OPEN-18: a guest is sent from the account page to the sign-in page', async () => {
    expect((await world.shopper().get('/account')).headers.location).toBe('/account/login?returnUrl=%2Faccount')
  })
})

test('OPEN-96: an unknown provider is answered 400, and so is one that is not configured', async () => {
  for (const idp of ['Google', 'Apple', 'Foo', '']) {
    const page = await world.shopper().get(`/account/auth/loginwithidp?idp=${idp}&redirectUrl=%2Faccount`)
    expect([idp, page.statusCode]).toEqual([idp, 400])
  }
})

test('CALL-84, OPEN-93, LOGIN-23: the configuration tells the state, the return address and the four texts', async () => {
  const answer = await world.shopper().call('account', 'getSignInConfiguration', { returnUrl: '//evil.example' })
  expect(answer).toEqual({
    isLoggedIn: false,
    returnUrl: '/account',
    oktaConfigurations: { baseUrl: '', clientId: '', isGoogleEnabled: false, isAppleEnabled: false },
    oktaSignInWidgetMessages: {
      lockout: 'Your account is locked. Please try again later.',
      usernameRequired: 'Please enter your email address.',
      passwordRequired: 'Please enter your password.',
      genericSummary: 'We found some errors. Please review the form.',
    },
  })
})
