import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { sku } from '#test/builders/catalog.ts'
import { newMember } from '#test/builders/member.ts'
import { newRegistryOf, type Registry } from '#test/builders/registry.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

/**
 * Requests that nobody sends by accident, each with the answer it must get: never a fault of the server, never a word of
 * somebody else's, never a way off our pages.
 */
let world: World
let registry: Registry
let member: TestShopper
let guest: TestShopper
beforeAll(async () => {
  world = await createWorld()
  registry = await newRegistryOf(world, [{ sku: sku.mug, quantity: 3 }], { isPublic: 'false' })
  ;({ shopper: member } = await newMember(world))
  guest = world.shopper()
  await guest.get('/session')
})
afterAll(() => world.close())
// all visitors of a test have one address
beforeEach(() => world.database.count(statement('test.forget', 'delete from throttle')).then(() => undefined))

const long = 'x'.repeat(5_000)
const bidi = '\u202Egro.live\u202C'
const control = 'a\u0000b\u0007c\u001B[31m'

describe('redirects: none leads off our pages (OPEN-95 ROUTE-23)', () => {
  const aways = [
    '//evil.example/',
    '///evil.example/',
    '/\\evil.example/',
    '\\\\evil.example',
    'https://evil.example/account',
    'http:evil.example',
    'HTTPS:/evil.example',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    '/\t/evil.example',
    '/\n/evil.example',
    '/%09/evil.example/..//evil.example',
    'https://cb.localhost:3000@evil.example/',
    'https://cb.localhost:3000.evil.example/',
    '/account/../..//evil.example',
    `/${bidi}`,
    `/${long}`,
    '%2F%2Fevil.example',
  ]

  test.each(aways)('OPEN-95: returnUrl %j', async (returnUrl) => {
    const query = new URLSearchParams({ returnUrl })
    const { page } = await guest.page(`/account/login?${query}`)
    const confirmed = await member.get(`/account/auth/confirm?${query}`)
    const onward = String(confirmed.headers.refresh ?? '').replace(/^0; url=/, '')
    for (const address of [page.name === 'login' ? page.returnUrl : 'no login page', onward]) {
      const { origin } = new URL(address, 'http://cb.localhost:3000')
      expect([origin, address.startsWith('//'), address.includes('\\')]).toEqual([
        'http://cb.localhost:3000',
        false,
        false,
      ])
    }
  })
})

describe('sessions: a cookie nobody gave out is a stranger’s (PLAT-05)', () => {
  const cookies = [
    'x',
    '',
    long.slice(0, 3_000),
    'a'.repeat(43),
    'a.b.c',
    '../../etc/passwd',
    "' or 1=1 --",
    '%00',
    'undefined',
    '__proto__',
  ]

  test.each(cookies)('PLAT-05: the session cookie %j opens nothing', async (sid) => {
    const visitor = world.shopper()
    visitor.cookies.set('sid', sid)
    const answer = await visitor.get('/account')
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/account/login?returnUrl=%2Faccount'])
  })

  test('PLAT-05: a guest’s cookie with one letter changed is another guest’s, with nothing in it', async () => {
    const shopper = world.shopper()
    await shopper.call('cart', 'addItems', { items: [{ Sku: sku.mug, Quantity: 1 }] })
    const sid = shopper.cookies.get('sid') ?? ''
    for (const at of [1, 10, sid.length - 2]) {
      const changed = `${sid.slice(0, at)}${sid[at] === 'A' ? 'B' : 'A'}${sid.slice(at + 1)}`
      const thief = world.shopper()
      thief.cookies.set('sid', changed)
      expect((await thief.call('cart', 'getCartJsx', {})).lineItems).toEqual([])
    }
  })
})

describe('accounts: what cannot be typed into a field is refused, and nothing is made (OPEN-97)', () => {
  const good = { firstName: 'Eve', lastName: 'Mallory', email: 'eve@example.com', password: 'a long enough one' }
  const accounts = statement<{ count: number }>(
    'test.accounts',
    'select ((select count(*) from shop.account) + (select count(*) from shop.registration))::int as count',
  )
  const wrong: readonly (readonly [field: string, text: string])[] = [
    ['firstName', '<img src=x onerror=alert(1)>'],
    ['firstName', 'Eve\u0007\u001B[31m'],
    ['firstName', long.slice(0, 51)],
    ['lastName', ''],
    ['lastName', '{{7*7}}'],
    ['email', 'eve@example.com\r\nBcc: all@example.com'],
    ['email', 'eve@localhost'],
    ['email', `${'e'.repeat(70)}@example.com`],
    ['email', 'eve@exämple.com'],
    ['email', 'eve\u007F@example.com'],
    ['password', 'short'],
    ['password', 'p'.repeat(129)],
    ['password', 'password123'],
    ['password', 'eve@example.com'],
  ]

  test.each(wrong)('OPEN-97: an account with %s %j is refused', async (field, text) => {
    const before = await world.database.row(accounts)
    const { statusCode, headers } = await guest.submit('/account/create-account', { ...good, [field]: text })
    expect([statusCode, headers.location]).toEqual([303, '/account/create-account?'])
    expect(await world.database.row(accounts)).toEqual(before)
  })

  test('OPEN-97: a form with a NUL in it is no form of ours', async () => {
    const { headers } = await guest.submit('/account/create-account', { ...good, firstName: control })
    expect(headers.location).toBe('/checkout/cart')
  })

  const bodies: readonly (readonly [body: unknown, status: number])[] = [
    [{ username: ['a'], password: 'b' }, 400],
    [{ username: { $ne: null }, password: { $ne: null } }, 400],
    [{ username: 'a' }, 400],
    [{ username: long, password: 'b' }, 400],
    [{ username: 'a', password: long }, 400],
    [{ username: null, password: null }, 400],
    [[], 400],
    ['{"username":"a","password":"b"', 400],
    [{ username: 'a@b.co', password: 'x', __proto__: { isAdmin: true } }, 200],
    [`{"username":"${'a'.repeat(9_000)}"}`, 413],
  ]

  test.each(bodies)('OPEN-94: a sign-in with the body %j is answered %s', async (body, status) => {
    const answer = await guest.rawCall('account', 'authenticate', body)
    expect(answer.statusCode).toBe(status)
    expect(answer.body).not.toContain('SUCCESS')
  })
})

describe('registries: another’s is not there, whatever is sent for its number (CALL-91)', () => {
  const numbers: readonly unknown[] = ['own', 0, -1, 1.5, 2 ** 53, 1e300, '1', null, [1], { a: 1 }]

  test.each(numbers)('CALL-91: UpdateItem with GrId %j changes nothing', async (given) => {
    const GrId = given === 'own' ? registry.grId : given
    const answer = await member.rawCall('registry', 'updateItem', { GrId, Sku: sku.mug, Quantity: 0 })
    const isRefused = answer.statusCode === 400 || answer.json().isSuccess === false
    expect([isRefused, answer.statusCode < 500]).toEqual([true, true])
    expect(await wished()).toBe(3)
  })

  const paths = [
    '/gift-registry/registrant-list/OWN',
    '/gift-registry/registrant-list/0',
    '/gift-registry/registrant-list/-1',
    '/gift-registry/registrant-list/1e5',
    '/gift-registry/registrant-list/99999999999999999999999',
    '/gift-registry/registrant-list/..%2f..%2fetc',
    '/gift-registry/checklist/OWN',
    '/gift-registry/checklist/NaN',
    '/gift-registry/edit/OWN',
    '/gift-registry/edit/%00',
    '/gift-registry/registry/OWN',
    '/gift-registry/gift-mail',
    '/gift-registry/gift-mail?shareId=OWN&to=owner&key=x',
    '/gift-registry/picture/OWN.jpg',
    '/gift-registry/registry/00000000-0000-0000-0000-000000000000',
    "/gift-registry/registry/' or 1=1",
    `/gift-registry/registry/${'f'.repeat(500)}`,
    '/account/orders/AAAA-BBBB-CCCC',
    '/account/orders/..%2f..%2f',
    '/account/orders/%F0%9F%8E%81',
  ]

  test.each(paths)('CALL-91: %s is not there', async (path) => {
    const answer = await member.get(path.replace('OWN', String(registry.grId)))
    expect([400, 404]).toContain(answer.statusCode)
    expect(answer.body).not.toContain('Evergreen')
  })

  const forms: readonly (readonly [path: string, fields: { readonly [name: string]: string }])[] = [
    ['/gift-registry/update', { grId: 'OWN', sku: String(sku.mug), quantity: '0' }],
    ['/gift-registry/edit', { grId: 'OWN', eventDate: '2026-08-08', isPublic: 'true' }],
    ['/gift-registry/edit', { grId: '1; drop table registry', eventDate: '' }],
    ['/gift-registry/edit', { grId: 'OWN', registryType: '__proto__', firstName: bidi, greeting: long, giftMail: 'x' }],
    ['/gift-registry/close', { grId: 'OWN', isClosed: 'true' }],
    ['/gift-registry/close', { grId: '1e5', isClosed: 'true' }],
    ['/gift-registry/picture', { grId: 'OWN', picture: 'no file' }],
    ['/gift-registry/picture/remove', { grId: 'OWN' }],
    ['/gift-registry/make-own', { lineItemId: "' or 1=1" }],
    ['/gift-registry/gift-mail', { shareId: 'SHARE', to: 'owner', key: 'AAAA' }],
    ['/gift-registry/gift-mail', { shareId: 'SHARE', to: 'constructor', key: long }],
    ['/gift-registry/gift-mail', { shareId: "' or 1=1", to: 'partner', key: '' }],
    ['/gift-registry/complete', { grId: 'OWN' }],
    ['/gift-registry/thank', { grId: 'OWN', orderId: "' or 1=1", lineNo: '1', isThanked: 'true' }],
    ['/gift-registry/thank', { grId: 'OWN', orderId: crypto.randomUUID(), lineNo: '-1' }],
    ['/gift-registry/buy', { shareId: '../../account', sku: String(sku.mug), quantity: '1' }],
    ['/gift-registry/buy', { shareId: 'SHARE', sku: String(sku.mug), quantity: '-5' }],
    ['/gift-registry/buy', { shareId: 'SHARE', sku: String(sku.mug), quantity: '1e9' }],
    ['/gift-registry/buy', { shareId: 'SHARE', sku: String(sku.towel), quantity: '1' }],
    ['/gift-registry/buy', { shareId: 'SHARE', sku: String(sku.mug), quantity: '1', designId: bidi }],
    ['/account/claim-orders', { until: '99999999999999999999', key: long }],
    ['/account/find-order', { orderNumber: control, email: 'a@b.co' }],
    ['/account/find-order', { orderNumber: 'AAAA-BBBB-CCCC', email: 'a@b.co\r\nTo: x@y.zz' }],
  ]

  test.each(forms)('CALL-91: the form %s with %j leads to our own page and changes nothing', async (path, fields) => {
    const sent = Object.entries(fields).map(([name, text]) => [
      name,
      text.replace('OWN', String(registry.grId)).replace('SHARE', registry.shareId),
    ])
    const answer = await member.submit(path, Object.fromEntries(sent))
    expect([answer.statusCode, String(answer.headers.location)]).toEqual([303, expect.stringMatching(/^\/[a-z]/)])
    expect((await member.call('cart', 'getCartJsx', {})).lineItems).toEqual([])
    expect(await wished()).toBe(3)
  })

  test('PLAT-16: a form of the registry from another session’s page, or without a token, does nothing', async () => {
    const fields = { shareId: registry.shareId, sku: String(sku.mug), quantity: '1' }
    for (const stolen of ['', guest.token(), 'x'.repeat(64)]) {
      const shopper = world.shopper()
      await shopper.get('/session')
      await shopper.submit('/gift-registry/buy', { ...fields, __RequestVerificationToken: stolen })
      expect((await shopper.call('cart', 'getCartJsx', {})).lineItems).toEqual([])
    }
  })

  /** Mugs on the registry, and that it is as private as it was. */
  async function wished(): Promise<number | undefined> {
    const { page } = await registry.owner.page(`/gift-registry/registrant-list/${registry.grId}`)
    const [own] = page.name === 'registrantList' ? page.registries : []
    expect(own?.isPublic).toBe(false)
    return own?.items[0]?.wanted
  }
})

describe('pictures of words: nothing typed breaks the renderer or gets through it (PERS-07 BEYOND-09)', () => {
  const line = (text: string, patch: object = {}) => ({
    elementName: 'Text1',
    text,
    textcolor: 'Navy',
    font: 'Block',
    ...patch,
  })
  const texts = [
    long,
    bidi,
    control,
    '\u200B\u200D\uFEFF',
    'e\u0301'.repeat(40),
    '\uD800',
    '𝕬𝕭',
    '👩‍👩‍👧‍👦',
    'مرحبا',
    '<svg onload=alert(1)>',
    '&#x202E;',
    '#{7*7}{{7*7}}',
    "'; drop table design; --",
    '\u0000',
    '\r\n\r\n',
    '../../../etc/passwd',
  ]

  test.each(texts)(
    'PERS-07: the text %j is refused or drawn, and never put into the picture as markup',
    async (text) => {
      const answer = await guest.rawCall('personalization', 'renderDesign', renderOf([line(text)]))
      expect([200, 400]).toContain(answer.statusCode)
      expect(answer.body).not.toContain('<svg onload')
      if (answer.statusCode === 200) expect(answer.json().hasError).toBe(true)
    },
  )

  const shapes: readonly (readonly [name: string, lines: unknown])[] = [
    ['200 lines', Array.from({ length: 200 }, () => line('A'))],
    ['no list', 'AB'],
    ['null', null],
    ['an unknown font', [line('AB', { font: '../../fonts/x' })]],
    ['an unknown colour', [line('AB', { textcolor: 'url(http://evil.example)' })]],
    ['a place that is not there', [line('AB', { elementName: '__proto__' })]],
    ['a number for a text', [line('AB', { text: 7 })]],
    ['the same place twice', [line('AB'), line('CD')]],
  ]

  test.each(shapes)('PERS-07: %s is refused', async (_name, lines) => {
    const answer = await guest.rawCall('personalization', 'renderDesign', renderOf(lines))
    expect([200, 400]).toContain(answer.statusCode)
    if (answer.statusCode === 200) expect(answer.json().hasError).toBe(true)
  })

  function renderOf(personalization: unknown): object {
    return { templateName: 'Monogram', sku: sku.towel, lines: personalization }
  }
})
