import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CallTable } from '#contracts/table.ts'
import { allCalls, callTable } from '#contracts/table.ts'
import { statement } from '#server/db/database.ts'
import { maskToken } from '#server/http/guards/anti-forgery.ts'
import { sku } from '#test/builders/catalog.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { contents } from '#test/contents.ts'
import { bodyOf, query } from '#test/suites/call-bodies.ts'
import { type CallsShop, openCallsShop } from '#test/suites/calls-shop.ts'

/** POSTs without an effect: asked again they look again, so no answer is kept. */
const changesNothing = new Set([
  '/ReactCheckout/ValidateCart',
  '/ReactCheckout/ValidateAddress',
  '/ReactCheckout/CreateCardSession',
  '/api/checkout/payment-provider/create-card-session',
  '/ReactCheckout/GetAccountRewards',
  '/ReactCheckout/GetAccountRewardsByToken',
])
/** Changes of a cart beside those of its own topics: where one is refused it has written nothing, and keeps no key (0115). */
const changesCart = new Set([
  '/ReactCheckout/RemoveGiftCardTender',
  '/api/checkout/payment-provider/remove-gift-card',
  '/ReactCheckout/RemoveTenderCode',
  '/ReactCheckout/RemoveRewardCertificate',
  '/api/checkout/payment-provider/remove-reward-certificate',
  '/ReactCheckout/SavePlccOfferSelection',
  '/checkout/alternativepayments/launchmasterpass/',
  '/checkout/alternativepayments/savevisapayment/',
])
/** Asked again they open another session at the processor, which belongs to the same shopper and counts (SAFE-19). */
const opensAnother: { readonly [path: string]: readonly string[] } = {
  '/ReactCheckout/CreateCardSession': ['shop.token_owner', 'shop.throttle'],
  '/api/checkout/payment-provider/create-card-session': ['shop.token_owner', 'shop.throttle'],
}
const methodsOf = (path: string): readonly string[] =>
  allCalls().flatMap(({ call: { route } }) => (route.path === path ? [route.method] : []))
const posts = allCalls().filter(({ call }) => call.route.method === 'POST')
const named = (calls: typeof posts) => calls.map((each) => [each.call.route.path, each] as const)
const everyPost = named(posts)

let shop: CallsShop
let shopper: TestShopper
beforeAll(async () => {
  shop = await openCallsShop()
})
beforeEach(async () => {
  shopper = shop.shopper()
  await shopper.get('/session')
})
afterAll(() => shop.close())

const everything = (but: readonly string[] = []) => contents(shop.database, [...shop.moving, ...but])

describe('every call', () => {
  test.each(named(allCalls()))(
    'PLAT-08, OPEN-03: %s answers 405 to every other method, and changes nothing',
    async (path, { call }) => {
      const before = await everything()
      const others = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const
      for (const method of others.filter((other) => !methodsOf(path).includes(other))) {
        const answer = await shop.http.inject({ method, url: path, headers: { host: 'cb.localhost:3000' } })
        expect([method, answer.statusCode]).toEqual([method, 405])
        expect(answer.headers.allow).toContain(call.route.method)
      }
      expect(await everything()).toEqual(before)
    },
  )

  test.each(named(allCalls()))(
    'CALL-92, OPEN-06: %s without a session answers IsReset, unless it needs none',
    async (path, { call }) => {
      const answer = await shop.http.inject({
        method: call.route.method,
        url: `${path}${query[path] ?? ''}`,
        headers: { host: 'cb.localhost:3000', 'content-type': 'application/json' },
        ...(call.route.method === 'POST' ? { payload: JSON.stringify(bodyOf(path)) } : {}),
      })
      expect(answer.statusCode).toBe(200)
      if (call.rules.session === 'required') expect(answer.json()).toEqual({ IsReset: true })
      else expect(answer.json()).not.toHaveProperty('IsReset')
    },
  )

  test.each(named(allCalls()))(
    'OPEN-06: %s with a session of another brand or country answers IsReset',
    async (path, { call }) => {
      if (call.rules.session === 'none') return expect(call.rules.session).toBe('none')
      const answer = await shop.http.inject({
        method: call.route.method,
        url: `${path}${query[path] ?? ''}`,
        headers: {
          host: 'cb2-ca.localhost:3000',
          cookie: `sid=${shopper.cookies.get('sid')}`,
          requestverificationtoken: shopper.token(),
          'content-type': 'application/json',
        },
        ...(call.route.method === 'POST' ? { payload: JSON.stringify(bodyOf(path)) } : {}),
      })
      expect(answer.json()).toEqual({ IsReset: true })
    },
  )

  test.each(named(allCalls()))(
    '%s answers JSON that nobody keeps, with the headers of a careful server',
    async (_path, { topic, name, call }) => {
      const given =
        call.route.method === 'GET'
          ? Object.fromEntries(new URLSearchParams(query[call.route.path]))
          : bodyOf(call.route.path)
      const { headers } = await shopper.rawCall(topic as keyof CallTable, name, given)
      expect(headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      })
      expect(headers).not.toHaveProperty('access-control-allow-origin')
    },
  )
})

describe('every POST', () => {
  test.each(everyPost)(
    'PLAT-07, OPEN-04, SEC-19: %s without the right token answers IsReset and changes nothing',
    async (path) => {
      const before = await everything()
      for (const requestverificationtoken of ['', 'wrong', `${shopper.token()}x`, maskToken(shop.strangersSecret())]) {
        const answer = await shopper.rawPost(path, bodyOf(path), { requestverificationtoken })
        expect([answer.statusCode, answer.json()]).toEqual([200, { IsReset: true }])
      }
      const inQuery = await shopper.rawPost(`${path}?RequestVerificationToken=${shopper.token()}`, bodyOf(path), {
        requestverificationtoken: '',
      })
      expect(inQuery.json()).toEqual({ IsReset: true })
      expect(await everything()).toEqual(before)
    },
  )

  test.each(everyPost)(
    'P16, SEC-20: %s sent from a page of another site is refused and changes nothing',
    async (path) => {
      const before = await everything()
      for (const headers of [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { origin: 'https://evil.example' },
        { origin: 'null' },
      ]) {
        const answer = await shopper.rawPost(path, bodyOf(path), headers)
        expect([answer.statusCode, answer.json().isSuccess]).toEqual([403, false])
      }
      expect(await everything()).toEqual(before)
    },
  )

  test.each(everyPost)(
    'OPEN-03, SEC-44: %s refuses what is no JSON object of the right types with 400 and both fields',
    async (path, { call }) => {
      const before = await everything()
      const malformed = [
        '{',
        ' ',
        '{"a":}',
        '[1,2',
        'null{}',
        '{"__proto__":{"isSuccess":true}}',
        '{"constructor":{"prototype":{}}}',
      ]
      const wrong = ['null', '[]', '"text"', '7', '{"a":"\\u0000"}', '{"a":"\\ud800"}', '{"a":1e999}', deep(60)]
      // no bytes are no body, as good as {} where nothing is asked for
      const takesNothing = call.input.safeParse({}).success
      for (const body of [...malformed, ...wrong, ...(takesNothing ? [] : [''])]) {
        const answer = await shopper.rawPost(path, body)
        expect([body.slice(0, 40), answer.statusCode]).toEqual([body.slice(0, 40), 400])
        expect(answer.json()).toEqual({ isSuccess: false, errorMessage: expect.stringMatching(/./) })
      }
      for (const [name, value] of Object.entries(bodyOf(path) as object)) {
        const other = typeof value === 'object' ? 'text' : { of: 'another type' }
        const answer = await shopper.rawPost(path, { ...(bodyOf(path) as object), [name]: other })
        expect([call.route.path, name, answer.statusCode]).toEqual([call.route.path, name, 400])
      }
      expect(await everything()).toEqual(before)
    },
  )

  test.each(everyPost)('%s takes JSON only, and no more than its limit', async (path, { call }) => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/json',
    ]) {
      const answer = await shopper.rawPost(path, JSON.stringify(bodyOf(path)), { 'content-type': type })
      expect([type, answer.statusCode]).toEqual([type, 415])
    }
    const large = await shopper.rawPost(path, { filler: 'x'.repeat(call.rules.bodyLimit) })
    expect([large.statusCode, large.json().isSuccess]).toEqual([413, false])
  })

  test.each(everyPost)('OPEN-64: %s refuses a card number or a code at any depth', async (path, { call }) => {
    // what a page logs is kept without the number (PLAT-16)
    if (path === '/Checkout/Log') return expect(call.rules.cardNumberFields).toEqual(['message'])
    const before = await everything()
    for (const card of [
      { note: '4111 1111 1111 1111' },
      { a: [{ b: { c: 'card 5555-5555-5555-4444 please' } }] },
      { number: 4111111111111111 },
      { cvv: '' },
      { a: { encryptedCardNumber: 'abc' } },
    ]) {
      const answer = await shopper.rawPost(path, { ...(bodyOf(path) as object), ...card })
      expect([answer.statusCode, answer.json().isSuccess]).toEqual([400, false])
      expect(answer.body).not.toMatch(/4111|5555/)
    }
    expect(await everything()).toEqual(before)
  })

  test.each(named(posts.filter(({ call }) => call.rules.key)))(
    'OPEN-07, PLAT-15: %s with the same key gives the first answer again, and 422 for another body',
    async (path, { topic, name }) => {
      const owner = topic as keyof CallTable
      await shopper.call('cart', 'addItems', { items: [{ Sku: sku.mug, Quantity: 1 }] })
      const key = `replay-${name}`
      const first = await shopper.rawCall(owner, name, bodyOf(path), { key })
      const after = await everything(opensAnother[path])
      const second = await shopper.rawCall(owner, name, bodyOf(path), { key })
      expect(await everything(opensAnother[path])).toEqual(after)
      if (changesNothing.has(path)) return
      expect([second.statusCode, second.json()]).toEqual([first.statusCode, first.json()])
      const other = await shopper.rawCall(owner, name, { ...(bodyOf(path) as object), other: 1 }, { key })
      const { IsReset: isReset, isSuccess } = first.json()
      // what was reset, and a change of a cart that was refused, kept nothing, the key neither
      const isChange = topic === 'cart' || topic === 'checkout' || changesCart.has(path)
      const isKept = isReset !== true && !(isSuccess === false && isChange)
      if (isKept) expect([other.statusCode, other.json().isSuccess]).toEqual([422, false])
      else expect(other.statusCode).not.toBe(422)
    },
  )

  const noKeys = [
    'short-k',
    'k'.repeat(65),
    'with space',
    'with.dot-1',
    'with/slash',
    'größer-als-8',
    '4012888888881881',
    '4012-8888-8888-1881',
    '4012_8888_8888_1881',
    'order-4012888888881881-1',
    Buffer.from('4012888888881881').toString('base64url'),
    Buffer.from('4012 8888 8888 1881').toString('base64url'),
  ]
  test.each(everyPost)(
    'SAFE-31: %s accepts no key that is no key, or a card number',
    async (path, { topic, name, call }) => {
      for (const key of noKeys) {
        const headers = { 'idempotency-key': Buffer.from(key).toString('latin1') }
        const answer = await shopper.rawCall(topic as keyof CallTable, name, bodyOf(path), { key: null, headers })
        expect([key, answer.statusCode]).toEqual([key, call.rules.key ? 400 : 200])
        expect(answer.body).not.toMatch(/4012/)
      }
      const stored = await shop.database.rows(
        statement<{ key: string }>('test.keys', 'select key from shop.request_key'),
      )
      expect(stored.filter(({ key }) => noKeys.includes(key))).toEqual([])
    },
  )

  test('SAFE-31: a key of 8 to 64 letters, digits, dashes and underscores is taken', async () => {
    for (const key of [
      'abcdefgh',
      'A_b-1234',
      'k'.repeat(64),
      crypto.randomUUID(),
      '41111111-1111-1111-8bcd-ef0123456789',
    ]) {
      const answer = await shopper.rawCall('cart', 'addItems', { items: [{ Sku: sku.mug, Quantity: 1 }] }, { key })
      expect([key, answer.statusCode]).toEqual([key, 200])
    }
  })
})

describe('paths', () => {
  test('OPEN-01: a path that is not in the table is not there', async () => {
    for (const path of [
      '/ReactCart/Nothing',
      '/ReactCart',
      '/reactcart/getcartjsx',
      '/api/checkout/payment-provider',
      '/.git/config',
      '/package.json',
      '/.env',
      '/src/server/main.ts',
      '/assets/../../package.json',
      '/..%2f..%2fetc/passwd',
      '/pictures/..%2fpackage.json',
    ]) {
      const answer = await shop.http.inject({ method: 'GET', url: path })
      expect([path, answer.statusCode]).toEqual([path, 404])
    }
  })

  test('every path of the table is there once', () => {
    const paths = Object.values(callTable).flatMap((calls) =>
      Object.values(calls).map(({ route }) => `${route.method} ${route.path}`),
    )
    expect(new Set(paths).size).toBe(paths.length)
  })

  test('a path that cannot be read is refused', async () => {
    expect((await shop.http.inject({ method: 'GET', url: '/%zz' })).statusCode).toBe(400)
  })
})

function deep(levels: number): string {
  return `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
}
