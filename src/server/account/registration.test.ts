import { createHook } from 'node:async_hooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sweepRegistrations } from '#server/account/registration-store.ts'
import { statement } from '#server/db/database.ts'
import { sku } from '#test/builders/catalog.ts'
import { askForAccount, mailedLinks, makeAccount, signInBy, useLink } from '#test/builders/member.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { statementsOf } from '#test/builders/statements.ts'
import { mailedTo } from '#test/order/deliveries.ts'
import { createWorld, type World } from '#test/world.ts'

let hashings = 0
// a mock of node:crypto would come too late where another file of this process has loaded what hashes
const hashingCounter = createHook({
  init(_id, type) {
    if (type === 'ARGON2REQUEST') hashings += 1
  },
})

let world: World
const lines: string[] = []
beforeAll(async () => {
  // behind a proxy, so that visitors can come from several networks
  world = await createWorld({ logLine: (line) => lines.push(line), config: { trustedProxies: ['127.0.0.1'] } })
})
afterAll(() => world.close())
beforeAll(() => void hashingCounter.enable())
afterAll(() => void hashingCounter.disable())
// all visitors of a test have one address
beforeEach(() => world.database.count(statement('test.forget', 'delete from throttle')).then(() => undefined))

const password = 'correct horse battery'
const chosen = 'another good passphrase'
const failed = { status: 'FAILED', sessionToken: '', errorMessage: 'Please use the link in our mail first.' }
const wrong = { status: 'FAILED', sessionToken: '' }
const older = statement(
  'test.older-registrations',
  `update registration set created_at = created_at - interval '24 hours'`,
)
const accountsOf = statement<{ count: number }>(
  'test.accounts-of',
  'select count(*)::int as count from account where email_key = $1',
)
const countAccounts = async (email: string) => (await world.database.row(accountsOf, [email]))?.count

const authenticate = (shopper: TestShopper, username: string, given: string) =>
  shopper.call('account', 'authenticate', { username, password: given })

/** Asks for an account from another network. */
async function askFrom(shopper: TestShopper, network: string, email: string, typed = 'the password of a thief') {
  const elsewhere = { 'x-forwarded-for': network }
  await shopper.get('/account/create-account', elsewhere)
  const fields = { firstName: 'Ada', lastName: 'Byron', email, password: typed }
  return shopper.submit('/account/create-account', fields, elsewhere)
}

/** The names of the statements that some work runs, in their order, and how often a password is hashed in it. */
async function workOf(work: () => Promise<unknown>): Promise<{ statements: string[]; hashings: number }> {
  const before = hashings
  const statements = await statementsOf(world.database, work)
  return { statements, hashings: hashings - before }
}

/** What a browser sees from the form to the refused sign-in, with the address written the same in all of it. */
async function seenBy(email: string) {
  const shopper = world.shopper()
  await shopper.get('/session')
  const plain = (answer: { statusCode: number; headers: object; body: string }) => {
    const { date: _, 'x-request-id': id, 'set-cookie': cookies, ...headers } = answer.headers as Record<string, unknown>
    const names = [cookies ?? []].flat().map((cookie) => String(cookie).split('=')[0])
    const body = answer.body
      .replaceAll(email, '<email>')
      .replace(/name="__RequestVerificationToken"[^>]*value="[\w-]+"/g, '')
      .replace(/"token":"[\w-]+"/g, '')
    return { status: answer.statusCode, headers: { ...headers, 'content-length': 0 }, names, body }
  }
  const requested = await askForAccount(shopper, { email, password: chosen })
  const page = await shopper.get(String(requested.headers.location))
  const tried = await shopper.rawCall('account', 'authenticate', { username: email, password: chosen })
  const typed = await shopper.submit('/account/login', { email, password: chosen })
  const messageKey = await shopper.get(String(typed.headers.location))
  const other = await world.shopper().rawCall('account', 'authenticate', { username: email, password: 'not that one' })
  const account = await shopper.get('/account')
  return [requested, page, tried, typed, messageKey, other, account].map(plain)
}

describe('SAFE-50: creating an account tells nobody who has one', () => {
  test('SAFE-50: a new and a used address are answered alike, from the form to a sign-in before the link', async () => {
    await makeAccount(world, { email: 'used@example.com', password })
    const [fresh, used] = [await seenBy('fresh@example.com'), await seenBy('used@example.com')]
    expect(used).toEqual(fresh)
    const [requested, page, tried, , messageKey] = fresh
    expect([requested?.status, requested?.headers]).toMatchObject([303, { location: '/account/check-mail' }])
    expect(page?.body).toContain('checkMail')
    expect(JSON.parse(tried?.body ?? '')).toEqual(failed)
    expect(messageKey?.body).toContain('Please use the link in our mail first.')
  })

  test('SAFE-50: the same statements run and the same passwords are hashed for a new and a used address', async () => {
    await makeAccount(world, { email: 'worked@example.com', password })
    const works = []
    for (const email of ['unworked@example.com', 'worked@example.com']) {
      const shopper = world.shopper()
      await shopper.get('/account/create-account')
      const asking = await workOf(() => askForAccount(shopper, { email, password: chosen }))
      const right = await workOf(() => authenticate(shopper, email, chosen))
      const wrongOne = await workOf(() => authenticate(shopper, email, 'not that one'))
      works.push({ asking, right, wrongOne })
    }
    expect(works[1]).toEqual(works[0])
    expect(works[0]?.asking.hashings).toBe(1)
    expect(works[0]?.right.hashings).toBe(2)
    expect(works[0]?.asking.statements).toContain('account.insert-registration')
  })

  test('SAFE-50: a new address gets a link, a used one hears that somebody tried and keeps its password', async () => {
    await makeAccount(world, { email: 'owner@example.com', password, firstName: 'Olga' })
    await askForAccount(world.shopper(), { email: 'OWNER@example.com', password: chosen, firstName: 'Mallory' })
    await askForAccount(world.shopper(), { email: 'new.one@example.com', password: chosen, firstName: 'Mallory' })
    const [messageKey] = await mailedTo(world, 'owner@example.com', ['mail.create-account'])
    const [linked] = await mailedTo(world, 'new.one@example.com', ['mail.create-account'])
    expect(messageKey?.subject).toBe('CB: you have an account already')
    expect(messageKey?.text).toContain('Hello Olga,')
    expect(messageKey?.text).not.toMatch(/token=|Mallory/)
    expect(linked?.subject).toBe('CB: confirm your email address')
    expect(linked?.text).toMatch(/\/account\/confirm-address\?token=[\w-]{43}\n/)
    expect(linked?.text).not.toContain('Mallory')
    expect((await authenticate(world.shopper(), 'owner@example.com', password)).status).toBe('SUCCESS')
    expect(await authenticate(world.shopper(), 'owner@example.com', chosen)).toEqual(failed)
    expect(await countAccounts('new.one@example.com')).toBe(0)
  })
})

describe('OPEN-97: the mailed link', () => {
  test('OPEN-97, SAFE-50: it makes the account, with the password that was typed, and the guest keeps her cart', async () => {
    const email = 'bo@example.com'
    const shopper = world.shopper()
    await shopper.call('cart', 'addItems', { items: [{ Sku: sku.mug, Quantity: 2 }] })
    await askForAccount(shopper, { email, password: chosen, firstName: 'Bo' }, { returnUrl: '/checkout/cart' })
    const [link = ''] = await mailedLinks(world, email)
    expect((await shopper.page(link)).page).toMatchObject({ name: 'confirmAddress', email, needs: 'press' })
    const answer = await useLink(shopper, link)
    expect(answer.headers.location).toBe('/account/auth/confirm?returnUrl=%2Fcheckout%2Fcart')
    const { lineItems, isGuest } = await shopper.call('cart', 'getCartJsx', {})
    expect([isGuest, lineItems.map((line) => [line.sku, line.quantity])]).toEqual([false, [[sku.mug, 2]]])
    expect((await shopper.page('/account')).page).toMatchObject({ name: 'account', firstName: 'Bo', email })
    expect((await authenticate(world.shopper(), email, chosen)).status).toBe('SUCCESS')
  })

  test('SAFE-50: opening the link changes nothing; it works once', async () => {
    const email = 'once@example.com'
    const shopper = world.shopper()
    await askForAccount(shopper, { email, password: chosen })
    const [link = ''] = await mailedLinks(world, email)
    for (let nth = 0; nth < 3; nth += 1) await world.shopper().get(link)
    expect(await countAccounts(email)).toBe(0)
    await useLink(shopper, link)
    expect(await countAccounts(email)).toBe(1)
    const again = await useLink(world.shopper(), link, chosen)
    expect(again.headers.location).toBe('/account/confirm-address')
    expect((await world.shopper().page(link)).page).toMatchObject({ name: 'confirmAddress', token: '' })
  })

  test('SAFE-50: it is over after 24 hours, and so is what it waited with', async () => {
    const email = 'late@example.com'
    const shopper = world.shopper()
    await askForAccount(shopper, { email, password: chosen })
    const [link = ''] = await mailedLinks(world, email)
    await world.database.count(older)
    expect((await useLink(shopper, link)).headers.location).toBe('/account/confirm-address')
    expect(await countAccounts(email)).toBe(0)
    expect(await authenticate(shopper, email, chosen)).toEqual(wrong)
    const rows = statement<{ count: number }>('test.registrations', 'select count(*)::int as count from registration')
    expect((await world.database.row(rows))?.count).toBeGreaterThan(0)
    await sweepRegistrations(world.database, 1_000)
    expect(await world.database.row(rows)).toEqual({ count: 0 })
  })

  test('SAFE-50: of several of one browser the newest works, with what was typed last', async () => {
    const email = 'several@example.com'
    const shopper = world.shopper()
    await askForAccount(shopper, { email, password: 'the first passphrase' })
    const [old = ''] = await mailedLinks(world, email)
    await askForAccount(shopper, { email, password: chosen })
    const [link = ''] = await mailedLinks(world, email)
    expect((await useLink(shopper, old)).headers.location).toBe('/account/confirm-address')
    await useLink(shopper, link)
    expect((await authenticate(world.shopper(), email, chosen)).status).toBe('SUCCESS')
    expect(await authenticate(world.shopper(), email, 'the first passphrase')).toEqual(wrong)
  })

  test.each([
    ['her own link', 'asked.first@example.com', true],
    ['the link of a stranger', 'asked.again@example.com', false],
  ])(
    'SAFE-50: a stranger asks later: in her browser %s makes what its owner typed there, and ends the other',
    async (_used, email, isOwn) => {
      const planted = 'the password of a thief'
      const [owner, thief] = [world.shopper(), world.shopper()]
      await askForAccount(owner, { email, password: chosen, firstName: 'Olga' })
      const [own = ''] = await mailedLinks(world, email)
      await askForAccount(thief, { email, password: planted, firstName: 'Mallory' }, { returnUrl: '/thief' })
      const strangers = (await mailedLinks(world, email)).find((link) => link !== own) ?? ''
      const [used, left] = isOwn ? [own, strangers] : [strangers, own]
      expect((await owner.page(used)).page).toMatchObject({ name: 'confirmAddress', needs: 'press' })
      const answer = await useLink(owner, used)
      expect(answer.headers.location).toBe('/account/auth/confirm?returnUrl=%2Faccount')
      expect((await owner.page('/account')).page).toMatchObject({ name: 'account', firstName: 'Olga', email })
      const late = await useLink(thief, left)
      expect(late.headers.location).toBe('/account/confirm-address')
      expect((await thief.page('/')).frame.isSignedIn).toBe(false)
      expect(await authenticate(world.shopper(), email, planted)).toEqual(wrong)
      expect((await authenticate(world.shopper(), email, chosen)).status).toBe('SUCCESS')
    },
  )

  test('SAFE-50: what one’s own browser waits with is known by its password, though a stranger asked later', async () => {
    const email = 'both.wait@example.com'
    const owner = world.shopper()
    await askForAccount(owner, { email, password: chosen })
    await askForAccount(world.shopper(), { email, password: 'the password of a thief' })
    expect(await authenticate(owner, email, chosen)).toEqual(failed)
    await mailedLinks(world, email)
  })

  test('SAFE-50: two links of an address used at once make one account', async () => {
    const email = 'at.once@example.com'
    const browsers = [world.shopper(), world.shopper()]
    for (const browser of browsers) await askForAccount(browser, { email, password: chosen })
    const links = await mailedLinks(world, email)
    const answers = await Promise.all(browsers.map((browser, nth) => useLink(browser, links[nth] ?? '', chosen)))
    expect(answers.map(({ headers }) => headers.location).sort()).toEqual([
      '/account/auth/confirm?returnUrl=%2Faccount',
      '/account/confirm-address',
    ])
    expect(await countAccounts(email)).toBe(1)
  })

  test('SAFE-50: in another browser the password is asked for: a link that a stranger had sent gives nobody his password', async () => {
    const email = 'victim@example.com'
    await askForAccount(world.shopper(), { email, password: 'the password of a thief' })
    const [planted = ''] = await mailedLinks(world, email)
    const victim = world.shopper()
    expect((await victim.page(planted)).page).toMatchObject({ needs: 'password' })
    const guessed = await useLink(victim, planted, chosen)
    expect(guessed.headers.location).toBe(planted)
    expect((await victim.page(planted)).frame.notice).toMatch(/^This is not the password/)
    expect(await countAccounts(email)).toBe(0)
    // what waits for a stranger keeps nobody out
    await askForAccount(victim, { email, password: chosen })
    const [own = ''] = await mailedLinks(world, email)
    const phone = world.shopper()
    await useLink(phone, own, chosen)
    expect((await phone.page('/account')).page).toMatchObject({ name: 'account', email })
  })

  test('SAFE-50: the token stands in no log, and its page sends no referrer', async () => {
    const email = 'quiet@example.com'
    const shopper = world.shopper()
    lines.length = 0
    await askForAccount(shopper, { email, password: chosen })
    const [link = ''] = await mailedLinks(world, email)
    const page = await shopper.get(link)
    expect([page.headers['referrer-policy'], page.headers['cache-control']]).toEqual([
      'no-referrer',
      'private, no-store',
    ])
    const answer = await useLink(shopper, link)
    expect(answer.headers['referrer-policy']).toBe('no-referrer')
    const token = new URLSearchParams(link.split('?')[1]).get('token') ?? 'none'
    expect(lines.join('')).toContain('signed-in')
    for (const secret of [token, chosen, email]) expect(lines.join('')).not.toContain(secret)
  })

  test('SAFE-50: a mail that is tried again carries the same link', async () => {
    const email = 'again@example.com'
    await askForAccount(world.shopper(), { email, password: chosen })
    const [link] = await mailedLinks(world, email)
    const again = `update shop.outbox set done_at = null, lease_until = null
       where topic = 'mail.create-account' and done_at is not null`
    await world.database.count(statement('test.mail-again', again))
    expect([...new Set(await mailedLinks(world, email))]).toEqual([link])
  })

  test('SAFE-50, SAFE-57: one sender does not use up the tries of a mailbox, however he writes it', async () => {
    const spellings = ['wanted@gmail.com', 'Wan.ted@googlemail.com', 'wanted+1@gmail.com']
    const paths = []
    for (let nth = 0; nth < 5; nth += 1) {
      const email = spellings[nth % 3] ?? ''
      paths.push((await askForAccount(world.shopper(), { email, password: chosen })).headers.location)
    }
    expect(paths).toEqual([...Array(4).fill('/account/check-mail'), '/account/create-account?'])
    const answer = await askFrom(world.shopper(), '203.0.113.9', 'wanted@gmail.com')
    expect(answer.headers.location).toBe('/account/check-mail')
  })

  test('SAFE-50: a mailbox is not flooded: past its limit all is answered as before, and a link it has makes her account', async () => {
    const email = 'flooded@example.com'
    for (let nth = 0; nth < 14; nth += 1) await askFrom(world.shopper(), `203.0.113.${nth}`, email)
    expect(await mailedLinks(world, email)).toHaveLength(12)
    const owner = world.shopper()
    expect((await askFrom(owner, '198.51.100.1', email, chosen)).headers.location).toBe('/account/check-mail')
    const links = await mailedLinks(world, email)
    expect(links).toHaveLength(12)
    await useLink(owner, links[3] ?? '')
    expect((await owner.page('/account')).page).toMatchObject({ name: 'account', email })
    expect((await authenticate(world.shopper(), email, chosen)).status).toBe('SUCCESS')
  })
})

describe('OPEN-97: what is typed', () => {
  test.each([
    ['a password of 7 characters', { password: '1234567' }],
    ['a password of 129 characters', { password: 'x'.repeat(129) }],
    ['the address as the password', { password: 'cy@example.com' }],
    ['one of the most used passwords', { password: 'password123' }],
    ['one of the most used passwords in capitals', { password: 'QWERTYUIOP' }],
    ['no first name', { firstName: '' }],
    ['a name with a tag', { lastName: '<b>' }],
    ['no address', { email: 'cy' }],
  ])('OPEN-97: %s is refused, and nothing waits', async (_name, bad) => {
    const shopper = world.shopper()
    const answer = await askForAccount(shopper, { email: 'cy@example.com', password: chosen, ...bad })
    expect(answer.headers.location).toContain('/account/create-account')
    expect(await authenticate(shopper, 'cy@example.com', chosen)).toEqual(wrong)
    await world.database.count(statement('test.forget-failures', 'delete from sign_in_failure'))
    expect(await mailedLinks(world, 'cy@example.com')).toEqual([])
  })

  test('OPEN-97: a password counts as given, with its spaces and letters of any kind', async () => {
    const [shopper, email, own] = [world.shopper(), 'di@example.com', ' pässwörd 密码 ']
    await askForAccount(shopper, { email, password: own })
    const [link = ''] = await mailedLinks(world, email)
    await useLink(shopper, link)
    expect((await authenticate(world.shopper(), email, own)).status).toBe('SUCCESS')
    expect((await authenticate(world.shopper(), email, own.trim())).status).toBe('FAILED')
  })

  test('OPEN-97: a member who sends the form again stays who she is', async () => {
    await makeAccount(world, { email: 'signed.in@example.com', password })
    const shopper = world.shopper()
    await signInBy(shopper, 'signed.in@example.com', password)
    const answer = await askForAccount(shopper, { email: 'somebody@example.com', password: chosen })
    expect(answer.headers.location).toBe('/account')
    expect(await mailedLinks(world, 'somebody@example.com')).toEqual([])
  })
})
