import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountCalls } from '#contracts/account/calls.ts'
import { statement } from '#server/db/database.ts'
import { makeAccount, signInBy } from '#test/builders/member.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { deliverAll, mailedTo } from '#test/order/deliveries.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  // behind a proxy, so that visitors can come from several networks
  world = await createWorld({ config: { trustedProxies: ['127.0.0.1'] } })
})
afterAll(() => world.close())
// all visitors of a test have one address
beforeEach(() => world.database.count(statement('test.forget', 'delete from throttle')).then(() => undefined))

const password = 'correct horse battery'
const newPassword = 'a better battery'
const outbox = statement<{ email: string; done: boolean; payload: object }>(
  'test.reset-outbox',
  `select payload->>'email' as email, payload, done_at is not null as done from shop.outbox
   where topic = 'mail.reset-password' order by created_at`,
)
const olderLinks = statement(
  'test.older-links',
  `update password_reset set created_at = created_at - interval '1 hour'`,
)
const olderForms = statement('test.older-forms', `update reset_request set created_at = created_at - interval '1 hour'`)
const links = statement<{ count: number }>('test.links', 'select count(*)::int as count from password_reset')

let accounts = 0
async function newAccount(): Promise<string> {
  accounts += 1
  const email = `forgetful${accounts}@example.com`
  await makeAccount(world, { email, password, firstName: 'Ann', lastName: 'Bell' })
  return email
}

async function ask(shopper: TestShopper, accountEmail: string, network = '198.51.100.1') {
  const headers = { 'x-forwarded-for': network }
  const { requestToken } = await shopper.call('account', 'getRequestVerificationToken', {}, { headers })
  return shopper.call('account', 'requestPasswordReset', { accountEmail, token: requestToken }, { headers })
}

/** The links mailed to an address, the newest first, after everything left to be mailed was. */
async function mailedLinks(email: string): Promise<string[]> {
  await deliverAllMails()
  const answer = await fetch(`${world.gatewayOrigin}/mailbox/messages?to=${encodeURIComponent(email)}`)
  const { messages } = (await answer.json()) as { messages: { id: number }[] }
  return Promise.all(
    messages.map(async ({ id }) => {
      const mail = (await (await fetch(`${world.gatewayOrigin}/mailbox/messages/${id}`)).json()) as { text: string }
      return /http:\S+/.exec(mail.text)?.[0].replace(/^http:\/\/[^/]+/, '') ?? ''
    }),
  )
}
const deliverAllMails = () => deliverAll(world, ['mail.reset-password'], world.config.mail.port)

async function setPassword(shopper: TestShopper, link: string, given: string = newPassword) {
  await shopper.get(link)
  const token = new URLSearchParams(link.split('?')[1]).get('token') ?? ''
  return shopper.submit('/account/reset-password', { token, password: given })
}
const statusOf = async (email: string, given: string) =>
  (await world.shopper().call('account', 'authenticate', { username: email, password: given })).status

describe('asking for a link', () => {
  test('OPEN-98, UX-24: without scripts the form asks for it too, and tells no more of an account', async () => {
    const email = await newAccount()
    const known = world.shopper()
    const stranger = world.shopper()
    const said: string[] = []
    for (const [shopper, address] of [
      [known, email],
      [stranger, 'nobody.at.all@example.com'],
    ] as const) {
      await shopper.get('/account/login')
      const { headers } = await shopper.submit('/account/ask-reset', { email: address, password: 'typed already' })
      const { frame } = await shopper.page('/account/login')
      said.push(`${headers.location} ${frame.notice}`)
    }
    expect(said[0]).toMatch(/^\/account\/login If there is an account for this email address/)
    expect(said[1]).toBe(said[0])
    expect(await mailedLinks('nobody.at.all@example.com')).toEqual([])
    const [link = ''] = await mailedLinks(email)
    await setPassword(known, link)
    expect(await statusOf(email, newPassword)).toBe('SUCCESS')
  })

  test.each([
    [{}, '/account/login'],
    [{ isLinkEnded: 'true' }, '/account/reset-password'],
  ])('UX-14: an address that is none is told at its field, with %o at %s', async (fields, to) => {
    const shopper = world.shopper()
    await shopper.get('/account/login')
    const { headers } = await shopper.submit('/account/ask-reset', { ...fields, email: 'ann@example' })
    const { frame } = await shopper.page(to)
    expect([headers.location, frame.typed]).toEqual([to, { email: 'ann@example' }])
    expect(frame.errors.email).toMatch(/valid Email/)
  })

  test('RESET-02, CALL-02: the token is fetched with a GET whose two fields are not empty', async () => {
    const answer = await world.shopper().rawCall('account', 'getRequestVerificationToken', {})
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      requestToken: expect.stringMatching(/^[\w-]{43}$/),
      headerMessage: expect.stringMatching(/./),
    })
  })

  test('DATA-14: the field names of request and response are those of the document', () => {
    expect(Object.keys(accountCalls.requestPasswordReset.input.shape)).toEqual(['accountEmail', 'token'])
    expect(Object.keys(accountCalls.getRequestVerificationToken.reply.shape)).toEqual(['requestToken', 'headerMessage'])
  })

  test('RESET-09: known and unknown addresses are answered alike, and both wait for the job', async () => {
    const known = await newAccount()
    const answers = [await ask(world.shopper(), known), await ask(world.shopper(), 'stranger@example.com')]
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject({ isSuccess: true, headerMessage: expect.stringMatching(/./) })
    const waiting = (await world.database.rows(outbox)).filter(({ done }) => !done).map(({ email }) => email)
    expect(waiting).toEqual([known, 'stranger@example.com'])
    expect(await mailedLinks('stranger@example.com')).toEqual([])
    expect(await mailedLinks(known)).toHaveLength(1)
  })

  test('CALL-03: without the verification token header it is refused', async () => {
    const email = await newAccount()
    const shopper = world.shopper()
    const { requestToken: token } = await shopper.call('account', 'getRequestVerificationToken', {})
    const { path } = accountCalls.requestPasswordReset.route
    const answer = await shopper.rawPost(path, { accountEmail: email, token }, { requestverificationtoken: '' })
    expect(answer.json()).toEqual({ IsReset: true })
    expect(await mailedLinks(email)).toEqual([])
  })

  test('RESET-06: an email of 67 characters is refused, one of 66 is taken', async () => {
    const of = (length: number) => `${'a'.repeat(length - '@example.com'.length)}@example.com`
    expect(await ask(world.shopper(), of(67))).toMatchObject({
      isSuccess: false,
      errorMessage: 'Please enter a valid Email Address (i.e. name@example.com).',
    })
    expect(await ask(world.shopper(), of(66))).toMatchObject({ isSuccess: true })
  })

  test('OPEN-98: a requestToken works for one request, of its own browser, within an hour', async () => {
    const email = await newAccount()
    const shopper = world.shopper()
    const { requestToken: token } = await shopper.call('account', 'getRequestVerificationToken', {})
    const again = () => shopper.call('account', 'requestPasswordReset', { accountEmail: email, token })
    const stolen = await world.shopper().call('account', 'requestPasswordReset', { accountEmail: email, token })
    expect([stolen.isSuccess, (await again()).isSuccess, (await again()).isSuccess]).toEqual([false, true, false])
    const { requestToken: late } = await shopper.call('account', 'getRequestVerificationToken', {})
    await world.database.count(olderForms)
    expect(await shopper.call('account', 'requestPasswordReset', { accountEmail: email, token: late })).toMatchObject({
      isSuccess: false,
    })
    expect(await mailedLinks(email)).toHaveLength(1)
  })

  test('RESET-09: after five requests an hour for one address, known or not, a sixth is refused', async () => {
    for (const email of [await newAccount(), 'nobody.at.all@example.com']) {
      const answers: boolean[] = []
      for (let times = 0; times < 6; times += 1) answers.push((await ask(world.shopper(), email)).isSuccess)
      expect(answers).toEqual([true, true, true, true, true, false])
    }
    await deliverAllMails()
  })
})

describe('OPEN-98, SAFE-57: a stranger who asks keeps nobody from a link', () => {
  test('OPEN-98: what comes without a token of ours uses nothing up, and a refused request keeps its token', async () => {
    const email = await newAccount()
    const stranger = world.shopper()
    for (let times = 0; times < 40; times += 1) {
      const forged = await stranger.call('account', 'requestPasswordReset', {
        accountEmail: email,
        token: 'x'.repeat(43),
      })
      expect(forged.isSuccess).toBe(false)
    }
    for (let times = 0; times < 5; times += 1) expect((await ask(world.shopper(), email)).isSuccess).toBe(true)
    const late = world.shopper()
    const { requestToken: token } = await late.call('account', 'getRequestVerificationToken', {})
    const headers = { 'x-forwarded-for': '198.51.100.1' }
    const request = { accountEmail: email, token }
    expect(await late.call('account', 'requestPasswordReset', request, { headers })).toMatchObject({ isSuccess: false })
    await world.database.count(statement('test.forget', 'delete from throttle'))
    expect(await late.call('account', 'requestPasswordReset', request, { headers })).toMatchObject({ isSuccess: true })
    await deliverAllMails()
  })

  test('SAFE-57: another network, or another way to write the mailbox: the owner asks, the stranger does not ask more', async () => {
    const email = 'for.getful@gmail.com'
    await makeAccount(world, { email, password })
    const spellings = ['for.getful@gmail.com', 'forgetful@gmail.com', 'FORGETFUL+1@googlemail.com']
    const answers: boolean[] = []
    for (let nth = 0; nth < 6; nth += 1) {
      answers.push((await ask(world.shopper(), spellings[nth % 3] ?? '', '203.0.113.66')).isSuccess)
    }
    expect(answers).toEqual([true, true, true, true, true, false])
    expect(await ask(world.shopper(), email, '198.51.100.7')).toMatchObject({ isSuccess: true })
    expect(await mailedLinks(email)).not.toEqual([])
  })

  test('OPEN-98: a mailbox is not flooded: past its limit all is answered as before, and the links it has still work', async () => {
    const email = await newAccount()
    const stranger = world.shopper()
    for (let nth = 0; nth < 15; nth += 1) {
      expect(await ask(stranger, email, `203.0.113.${nth}`)).toMatchObject({ isSuccess: true })
    }
    const before = (await mailedLinks(email)).length
    expect(before).toBe(12)
    const owner = world.shopper()
    expect(await ask(owner, email)).toMatchObject({ isSuccess: true })
    const [newest = '', ...others] = await mailedLinks(email)
    expect(others).toHaveLength(11)
    expect((await setPassword(owner, newest)).headers.location).toBe('/account/login')
    expect(await statusOf(email, newPassword)).toBe('SUCCESS')
  })

  test('OPEN-98: a link that a stranger has sent does not end the one the owner waits for; one used ends all', async () => {
    const email = await newAccount()
    await ask(world.shopper(), email)
    const [own = ''] = await mailedLinks(email)
    await ask(world.shopper(), email, '203.0.113.66')
    const planted = (await mailedLinks(email)).find((link) => link !== own) ?? ''
    expect((await setPassword(world.shopper(), own)).headers.location).toBe('/account/login')
    expect((await setPassword(world.shopper(), planted, 'a third battery')).headers.location).toBe(
      '/account/reset-password',
    )
    expect(await statusOf(email, newPassword)).toBe('SUCCESS')
  })

  test('CALM-63: a password that was changed is told by mail to the account’s address, once; one that was refused is not', async () => {
    const email = await newAccount()
    await ask(world.shopper(), email)
    const [link = ''] = await mailedLinks(email)
    const told = async () => {
      const mails = await mailedTo(world, email, ['mail.password-changed'])
      return mails.map(({ subject }) => subject).filter((subject) => subject !== 'CB: reset your password')
    }
    await setPassword(world.shopper(), link, 'short')
    expect(await told()).toEqual([])
    await setPassword(world.shopper(), link)
    expect(await told()).toEqual(['CB: your password was changed'])
    await setPassword(world.shopper(), link, 'a third battery')
    expect(await told()).toHaveLength(1)
  })

  test('OPEN-98: two links of an account used at once: one password is set', async () => {
    const email = await newAccount()
    for (const network of ['198.51.100.1', '198.51.100.2']) await ask(world.shopper(), email, network)
    const mailed = await mailedLinks(email)
    const answers = await Promise.all(
      mailed.map((link, nth) => setPassword(world.shopper(), link, `battery no. ${nth}`)),
    )
    expect(answers.map(({ headers }) => headers.location).sort()).toEqual(['/account/login', '/account/reset-password'])
  })

  test('SAFE-51: the mail greets by name only who has proven the address', async () => {
    const greetings: (string | undefined)[] = []
    for (const isVerified of [true, false]) {
      const email = `greeted.${isVerified}@example.com`
      await makeAccount(world, { email, password, firstName: 'You-have-won', isVerified })
      await ask(world.shopper(), email)
      const [mail] = await mailedTo(world, email, ['mail.reset-password'])
      greetings.push(/^Hello.*$/m.exec(mail?.text ?? '')?.[0])
    }
    expect(greetings).toEqual(['Hello You-have-won,', 'Hello,'])
  })
})

describe('OPEN-98: the mailed link', () => {
  test('OPEN-98: sets a new password once; the old one no longer signs in', async () => {
    const email = await newAccount()
    await ask(world.shopper(), email)
    const [link = ''] = await mailedLinks(email)
    expect(link).toMatch(/^\/account\/reset-password\?token=[\w-]{43}$/)
    const shopper = world.shopper()
    const page = await shopper.get(link)
    expect([page.statusCode, page.headers['referrer-policy'], page.headers['cache-control']]).toEqual([
      200,
      'no-referrer',
      'private, no-store',
    ])
    expect((await setPassword(shopper, link)).headers.location).toBe('/account/login')
    expect((await shopper.page('/account/login')).frame.notice).toContain('password is changed')
    expect([await statusOf(email, newPassword), await statusOf(email, password)]).toEqual(['SUCCESS', 'FAILED'])
    expect((await setPassword(world.shopper(), link, 'third password')).headers.location).toBe(
      '/account/reset-password',
    )
    expect((await world.shopper().page(link)).page).toEqual({ name: 'resetPassword', token: '' })
    expect(await statusOf(email, newPassword)).toBe('SUCCESS')
  })

  test('OPEN-98: after an hour it is over', async () => {
    const email = await newAccount()
    await ask(world.shopper(), email)
    const [link = ''] = await mailedLinks(email)
    await world.database.count(olderLinks)
    expect((await setPassword(world.shopper(), link)).headers.location).toBe('/account/reset-password')
    expect(await statusOf(email, password)).toBe('SUCCESS')
  })

  test('a newer link ends the older one of its browser, and only its hash is kept', async () => {
    const email = await newAccount()
    const asking = world.shopper()
    await ask(asking, email)
    const [older = ''] = await mailedLinks(email)
    await ask(asking, email)
    const newer = (await mailedLinks(email)).find((link) => link !== older) ?? ''
    expect((await world.shopper().page(older)).page).toEqual({ name: 'resetPassword', token: '' })
    expect((await world.shopper().page(newer)).page).toMatchObject({ token: expect.stringMatching(/./) })
    const token = newer.split('=')[1] ?? ''
    const stored = await world.database.rows(
      statement<{ text: string }>(
        'test.kept',
        `select payload::text || key as text from shop.outbox
         union all select encode(token_sha256, 'escape') from password_reset`,
      ),
    )
    expect(stored.filter(({ text }) => text.includes(token))).toEqual([])
  })

  test('every session of the account ends, and a lock-out by guessing with them', async () => {
    const email = await newAccount()
    const member = world.shopper()
    const { sessionToken } = await member.call('account', 'authenticate', { username: email, password })
    await member.submit('/account/auth', { sessionToken, redirectUrl: '/' })
    const cookie = member.cookies.get('sid') ?? ''
    expect(await world.shop.sessions.find(cookie)).toMatchObject({ auth: 'member' })
    for (let times = 0; times < 6; times += 1) await statusOf(email, 'a guess')
    expect(await statusOf(email, password)).toBe('LOCKED_OUT')
    await ask(world.shopper(), email)
    const [link = ''] = await mailedLinks(email)
    await setPassword(world.shopper(), link)
    expect(await world.shop.sessions.find(cookie)).toBeNull()
    expect(await statusOf(email, newPassword)).toBe('SUCCESS')
  })

  test('OPEN-98, OPEN-05: a cookie stolen from the very browser that sets the password is a stranger; she stays signed in', async () => {
    const email = await newAccount()
    const owner = world.shopper()
    await signInBy(owner, email, password)
    const stolen = owner.cookies.get('sid')
    expect(await world.shop.sessions.find(stolen)).toMatchObject({ auth: 'member' })
    await ask(owner, email)
    const [link = ''] = await mailedLinks(email)
    await setPassword(owner, link)
    expect(await world.shop.sessions.find(stolen)).toBeNull()
    expect((await owner.page('/account')).page).toMatchObject({ name: 'account', email })
  })

  test('LOGIN-26: no browser is remembered as one that signed in before, but for the one that set the password', async () => {
    const email = await newAccount()
    const thief = world.shopper()
    await signInBy(thief, email, password)
    await thief.submit('/account/sign-out', {})
    await thief.get('/session')
    await ask(world.shopper(), email)
    const [link = ''] = await mailedLinks(email)
    const owner = world.shopper()
    await setPassword(owner, link)
    for (let nth = 0; nth < 5; nth += 1) await statusOf(email, `a guess ${nth}`)
    // one that is remembered has tries of its own
    const right = { username: email, password: newPassword }
    expect((await thief.call('account', 'authenticate', right)).status).toBe('LOCKED_OUT')
    expect((await owner.call('account', 'authenticate', right)).status).toBe('SUCCESS')
  })

  test('OPEN-97: a password that may not be one changes nothing, and the link still works', async () => {
    const email = await newAccount()
    await ask(world.shopper(), email)
    const [link = ''] = await mailedLinks(email)
    for (const bad of ['7 chars', 'x'.repeat(129), email.toUpperCase()]) {
      expect((await setPassword(world.shopper(), link, bad)).headers.location).toBe(link)
    }
    expect(await statusOf(email, password)).toBe('SUCCESS')
    expect((await setPassword(world.shopper(), link)).headers.location).toBe('/account/login')
  })

  test('a mail delivered twice carries one link', async () => {
    const email = await newAccount()
    await ask(world.shopper(), email)
    await deliverAllMails()
    const before = await world.database.row(links)
    await world.database.count(
      statement(
        'test.undo',
        `update shop.outbox set done_at = null where topic = 'mail.reset-password' and payload->>'email' = $1`,
      ),
      [email],
    )
    const found = await mailedLinks(email)
    expect(new Set(found).size).toBe(1)
    expect(await world.database.row(links)).toEqual(before)
  })
})
