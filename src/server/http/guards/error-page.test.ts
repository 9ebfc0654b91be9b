import { createHash } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { helpHours } from '#domain/help.ts'
import { allVariants, type VariantKey, variants } from '#domain/variant.ts'
import { statement } from '#server/db/database.ts'
import { sendBytes } from '#test/builders/raw-bytes.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World, type WorldOptions } from '#test/world.ts'
import { limits } from './throttle.ts'

let world: World
let open: World[] = []
async function openWorld(options: WorldOptions = {}): Promise<World> {
  const opened = await createWorld(options)
  open.push(opened)
  return opened
}
afterAll(async () => {
  for (const each of open) await each.close()
  open = []
})

type Ask = (shopper: TestShopper, headers: { readonly [name: string]: string }) => Promise<LightMyRequestResponse>
type Row = { readonly what: string; readonly status: number; readonly title: string; readonly ask: Ask }

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const originOf = ({ variant }: TestShopper) => `http://${variant.host}:3000`

const rows: readonly Row[] = [
  {
    ...{ what: 'an address that cannot be read', status: 400, title: 'We cannot read this address' },
    ask: (shopper, headers) => shopper.get('/%zz', headers),
  },
  {
    ...{ what: 'a body that cannot be read', status: 400, title: 'We cannot read this address' },
    ask: (shopper, headers) => shopper.rawPost('/Checkout/Log', '{', headers),
  },
  {
    ...{ what: 'a form sent to an address with a card number', status: 400, title: 'Please leave card numbers out' },
    ask: (shopper, headers) => shopper.submit('/cart/add?note=4111111111111111', {}, headers),
  },
  {
    ...{ what: 'what another site sends', status: 403, title: 'This did not come from our store' },
    ask: (shopper, headers) =>
      shopper.rawPost(
        '/Checkout/Log',
        { message: 'x', level: 'error' },
        { ...headers, origin: 'https://evil.example' },
      ),
  },
  {
    ...{ what: 'a form to an address where nothing is', status: 404, title: 'Page not found' },
    ask: (shopper, headers) => shopper.submit('/nothing/here', {}, headers),
  },
  {
    ...{ what: 'the address of a form, opened', status: 405, title: 'There is nothing to see here' },
    ask: (shopper, headers) => shopper.get('/cart/add', headers),
  },
  {
    ...{ what: 'a form that is too long', status: 413, title: 'That was too much at once' },
    ask: (shopper, headers) => shopper.submit('/cart/add', { filler: 'x'.repeat(9_000) }, headers),
  },
  {
    ...{ what: 'a form of another kind', status: 415, title: 'We could not read what was sent' },
    ask: (shopper, headers) => shopper.rawPost('/cart/add', 'Sku=1', { ...headers, 'content-type': 'text/plain' }),
  },
  {
    ...{ what: 'a form in another charset', status: 415, title: 'We could not read what was sent' },
    ask: (shopper, headers) =>
      shopper.submit('/cart/add', {}, { ...headers, 'content-type': `${form['content-type']}; charset=utf-16` }),
  },
]

const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const asCall = { accept: 'application/json' }
const brands = [variants.cb, variants['cb2-ca']]

/** What every one of these pages has, whatever it is about. */
function expectPage({ headers, body }: LightMyRequestResponse, key: VariantKey, title: string): void {
  const { brand, locale } = variants[key]
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    vary: 'accept',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
  })
  const [, styles = ''] = /<style>(.*?)<\/style>/s.exec(body) ?? []
  const hash = createHash('sha256').update(styles).digest('base64')
  expect(headers['content-security-policy']).toContain(`default-src 'none'; style-src 'sha256-${hash}'`)
  expect(body).toContain(`<html lang="${locale}" data-brand="${brand}"`)
  expect(body).toContain(`<title>${title} | ${brand}</title><meta name="robots" content="noindex">`)
  expect(body).toContain(`<h1>${title}</h1>`)
  expect(body).toContain(helpHours)
  expect(body).toMatch(/<a (class="way" )?href="\/">Go to the home page<\/a>/)
  expect(body).toMatch(/<a (class="way" )?href="\/checkout\/cart">See your cart<\/a>/)
  expect(body).not.toMatch(/<script|isSuccess|4111|undefined/)
}

function expectJson(answer: LightMyRequestResponse): void {
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.json()).toMatchObject({ isSuccess: false, errorMessage: expect.stringMatching(/./) })
}

describe('SAFE-65, OPEN-03: what is refused is a page of the brand to a browser, and JSON to a call', () => {
  beforeAll(async () => {
    world = await openWorld()
  })

  describe.each(brands.map(({ key }) => key))('at %s', (key) => {
    test.each(rows)('$status: $what', async ({ status, title, ask }) => {
      const shopper = world.shopper(key)
      await shopper.get('/session')
      const page = await ask(shopper, { ...asBrowser })
      expect(page.statusCode).toBe(status)
      expectPage(page, key, title)
      const call = await ask(shopper, { ...asCall })
      expect(call.statusCode).toBe(status)
      expectJson(call)
    })
  })

  test('a page from which a form was sent is the first way on, when it is one of ours', async () => {
    const shopper = world.shopper()
    const send = (referer: string) =>
      shopper.submit('/cart/add', { filler: 'x'.repeat(9_000) }, { ...asBrowser, referer })
    const { body } = await send(`${originOf(shopper)}/product/1101?from=shelf`)
    expect(body).toContain('<a class="way" href="/product/1101?from=shelf">Go back</a>')
    for (const referer of ['https://evil.example/product/1101', `${originOf(shopper)}/?q=4111111111111111`]) {
      const other = await send(referer)
      expect(other.body).toContain('<a class="way" href="/">Go to the home page</a>')
      expect(other.body).not.toMatch(/evil|4111/)
    }
  })

  test('a browser with more cookies than are read is told so by its brand', async () => {
    await world.shop.app.http.listen({ port: 0, host: '127.0.0.1' })
    const { port } = world.shop.app.http.server.address() as { port: number }
    const send = (host: string, accept: string) =>
      sendBytes(port, `GET / HTTP/1.1\r\n${host}\r\nAccept: ${accept}\r\nCookie: a=${'x'.repeat(20_000)}\r\n\r\n`)
    for (const { key, host, brand } of brands) {
      const page = await send(`Host: ${host}:3000`, 'text/html,*/*')
      expect(page).toMatch(/^HTTP\/1.1 431 /)
      expect(page).toContain(`data-brand="${brand}"`)
      expect(page).toContain('Please delete the cookies of this site')
      const [head = '', body = ''] = page.split('\r\n\r\n')
      expect(head.toLowerCase()).toContain(`content-length: ${Buffer.byteLength(body)}`)
      expect(head.toLowerCase()).toMatch(/x-content-type-options: nosniff[\s\S]*connection: close/)
      expect([key, head.includes('noindex'), head.includes("default-src 'none'")]).toEqual([key, true, true])
    }
    expect(await send('Host: cb.localhost:3000', '*/*')).toContain('application/json')
    // whose page it would be cannot be told
    expect(await send('Host: cb.localhost:3000\r\nHost: cb2.localhost:3000', 'text/html')).toContain('application/json')
  })
})

describe('a fault of ours', () => {
  beforeAll(async () => {
    world = await openWorld()
    await world.database.count(statement('test.break', 'alter table shop.favorite rename to favorite_away'))
  })

  test.each(allVariants.map(({ key }) => key))(
    '500 at %s: a page that names the request, JSON to a call',
    async (key) => {
      const shopper = world.shopper(key)
      const page = await shopper.get('/favorites', asBrowser)
      expect(page.statusCode).toBe(500)
      expectPage(page, key, 'Something went wrong on our side')
      expect(page.body).toMatch(/please call us and name this number: [0-9a-f-]{36}</)
      expect(page.body).toContain('<a class="way" href="">Try again</a>')
      const call = await shopper.get('/favorites', asCall)
      expect([call.statusCode, call.json().requestId]).toEqual([500, expect.stringMatching(/^[0-9a-f-]{36}$/)])
      expectJson(call)
    },
  )

  test('500: of a form that was sent nobody is told that it was not', async () => {
    const shopper = world.shopper()
    await shopper.get('/session')
    const headers = { ...asBrowser, origin: originOf(shopper), referer: `${originOf(shopper)}/category/sofas` }
    const page = await shopper.submit('/favorites', { Sku: '1101' }, headers)
    expect(page.statusCode).toBe(500)
    expectPage(page, 'cb', 'Something went wrong on our side')
    expect(page.body).toContain('go back and look before you send it again')
    expect(page.body).toContain('<a class="way" href="/category/sofas">Go back</a>')
  })
})

describe('429: an address that sends too much', () => {
  beforeEach(async () => {
    world = await openWorld({ config: { requestsPerSecond: 1 } })
  })

  async function flood(): Promise<void> {
    for (let nth = 0; nth < 8; nth += 1) await world.shopper().get('/robots.txt')
  }

  test.each(brands.map(({ key }) => key))('at %s: a page that says when to come again, JSON to a call', async (key) => {
    await flood()
    const page = await world.shopper(key).get('/', asBrowser)
    expect([page.statusCode, page.headers['retry-after']]).toEqual([429, '1'])
    expectPage(page, key, 'One moment, please')
    expect(page.body).toContain('<a class="way" href="">Try again</a>')
    const call = await world.shopper(key).get('/', asCall)
    expect([call.statusCode, call.headers['retry-after']]).toEqual([429, '1'])
    expectJson(call)
  })

  const path = '/account/create-account'
  const typed = { firstName: 'Ann', lastName: 'Bell', email: 'ann@example.com' }

  test('SAFE-33: a form comes back to its page, with its message and what was typed; nothing is done', async () => {
    const shopper = world.shopper()
    await shopper.get(path)
    await flood()
    const from = { ...asBrowser, origin: originOf(shopper), referer: `${originOf(shopper)}${path}` }
    const answer = await shopper.submit(path, { ...typed, password: 'a long enough one' }, from)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, path])
    const { frame } = await shopper.page(path)
    expect(frame).toMatchObject({ notice: expect.stringMatching(/nothing was changed/), noticeField: '', typed })
    const { count = 0 } = (await world.database.rows(asked))[0] ?? {}
    expect(count).toBe(0)
  })

  test('SAFE-33: after some, or from elsewhere, it is not read any more: the page leads back', async () => {
    const shopper = world.shopper()
    await shopper.get(path)
    await flood()
    const own = { ...asBrowser, origin: originOf(shopper), referer: `${originOf(shopper)}${path}` }
    const evil = await shopper.submit(path, typed, { ...asBrowser, origin: 'https://evil.example' })
    expect(evil.statusCode).toBe(429)
    const statuses: number[] = []
    for (let nth = 0; nth < 12; nth += 1) statuses.push((await shopper.submit(path, typed, own)).statusCode)
    expect(statuses.slice(0, 3)).toEqual([303, 303, 303])
    const page = await shopper.submit(path, typed, own)
    expect([page.statusCode, page.headers['retry-after']]).toEqual([429, '1'])
    expectPage(page, 'cb', 'One moment, please')
    expect(page.body).toContain('what you sent was not taken')
    expect(page.body).toContain(`<a class="way" href="${path}">Go back</a>`)
  })
})

const asked = statement<{ count: number }>('test.asked', 'select count(*)::int as count from shop.registration')

describe('SAFE-33: a form that the limit of its own work refuses comes back with its message and what was typed', () => {
  beforeAll(async () => {
    world = await openWorld()
  })

  const ann = { firstName: 'Ann', lastName: 'Bell', email: 'ann@example.com' }
  test.each([
    ['/account/create-account', limits.accountsPerAddress, ann, { password: 'a long enough one' }],
    ['/account/login', limits.signInPerAddress, { email: 'ann@example.com' }, { password: 'not this one' }],
    ['/account/find-order', limits.orderLinksPerAddress, { email: ann.email, orderNumber: 'AB12-CD34-EF56' }, {}],
  ] as const)('%s', async (path, limit, fields, secrets) => {
    expect(await world.shop.throttle.take(world.database, limit, '127.0.0.1', limit.capacity)).toBe(true)
    const shopper = world.shopper()
    await shopper.get('/session')
    const { statusCode, headers } = await shopper.submit(path, { ...fields, ...secrets }, asBrowser)
    expect([statusCode, String(headers.location).split('?')[0]]).toEqual([303, path])
    const { frame } = await shopper.page(String(headers.location))
    expect(frame).toMatchObject({ notice: expect.stringMatching(/too many tries/i), noticeField: '', typed: fields })
  })
})
