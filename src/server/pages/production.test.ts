import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allVariants } from '#domain/variant.ts'
import type { Config } from '#server/config/config.ts'
import { add, item } from '#test/builders/cart-calls.ts'
import { sku, testCatalog } from '#test/builders/catalog.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

const adyen = {
  apiKey: 'key',
  clientKey: 'live_client',
  merchantAccount: 'Shop',
  webhookHmacKey: 'ab'.repeat(32),
  environment: 'live',
  reportKey: null,
  livePrefix: 'abc-Shop',
} as const
const nothingPlayed: Partial<Config> = { standIns: new Set(), hasFireDrill: false, hasOpenapi: false }

/** A page of each kind: kept, own, account, checkout, registry, none at all. */
const pagePaths = [
  '/',
  '/category/sofas',
  `/product/${sku.mug}`,
  '/search?q=mug',
  '/checkout/cart',
  '/checkout/shipping',
  '/account/signin',
  '/account/createaccount',
  '/favorites',
  '/gift-registry/find-registry',
  '/there-is-no-such-page',
] as const

const opened: World[] = []
afterAll(() => Promise.all(opened.map((world) => world.close())))
async function open(...options: Parameters<typeof createWorld>): Promise<World> {
  const world = await createWorld(...options)
  opened.push(world)
  return world
}

/** Pages as one visitor sees them, redirects followed. */
async function openPages(shopper: TestShopper) {
  const answers: { readonly path: string; readonly answer: Awaited<ReturnType<TestShopper['get']>> }[] = []
  for (const path of pagePaths) {
    let answer = await shopper.get(path)
    for (let hop = 0; answer.headers.location !== undefined && hop < 5; hop += 1) {
      answer = await shopper.get(String(answer.headers.location))
    }
    answers.push({ path, answer })
  }
  return answers
}

describe('a production store', () => {
  let world: World
  beforeAll(async () => {
    world = await open({ config: { ...nothingPlayed, adyen, braintree: null } })
  })

  test('SAFE-06: the policy of no page names an address of this machine', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.mug, 1))
    for (const { path, answer } of await openPages(shopper)) {
      const policy = String(answer.headers['content-security-policy'])
      expect([path, policy]).toEqual([path, expect.stringContaining("default-src 'self'")])
      expect([path, /127\.|localhost|0\.0\.0\.0|\[::1\]|http:/.exec(policy)?.[0]]).toEqual([path, undefined])
    }
  })

  test.each(['/fire-drill/cart', '/openapi.json', '/openapi'])('SAFE-08: nothing answers at %s', async (path) => {
    expect((await world.shopper().get(path)).statusCode).toBe(404)
    const post = await world.shopper().rawPost(path, {})
    expect(post.statusCode).toBe(404)
  })

  test('SAFE-05: a store that sells has no bar and may be found', async () => {
    const { body, headers } = await world.shopper().get('/')
    expect(body).not.toContain('Test store')
    expect(headers['x-robots-tag']).toBeUndefined()
  })
})

test('SAFE-08: they answer where FIRE_DRILL and OPENAPI ask for them', async () => {
  const world = await open({ config: { ...nothingPlayed, adyen, hasFireDrill: true, hasOpenapi: true } })
  expect((await world.shopper().page('/fire-drill/cart')).page.name).toBe('fireDrill')
  for (const path of ['/openapi.json', '/openapi']) {
    expect([path, (await world.shopper().get(path)).statusCode]).toEqual([path, 200])
  }
})

describe('a test store', () => {
  const bar = /<aside class="test-store" aria-label="About this store">Test store\. Nothing is sold here\.<\/aside>/
  let world: World
  beforeAll(async () => {
    world = await open({ config: { isTestStore: true } })
  })

  test('SAFE-05: every page carries the bar and lets its styles in; robots are told noindex by header', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.mug, 1))
    for (const { path, answer } of await openPages(shopper)) {
      expect([path, bar.test(answer.body), answer.headers['x-robots-tag']]).toEqual([path, true, 'noindex'])
    }
  })

  test('SAFE-05: so do pages that are answered before the framework', async () => {
    const get = () => world.shopper().get('/', { 'accept-encoding': 'identity' })
    const early = () =>
      world.shop.app.http.inject({ url: '/', headers: { host: 'cb.localhost:3000', 'accept-encoding': 'br' } })
    expect((await get()).body).toMatch(bar)
    await early()
    expect((await early()).headers['x-robots-tag']).toBe('noindex')
  })

  test('SAFE-05: and calls, pictures and files tell robots the same', async () => {
    for (const path of ['/robots.txt', '/favicon.svg', '/healthz', '/pictures/none.jpg']) {
      expect([path, (await world.shopper().get(path)).headers['x-robots-tag']]).toEqual([path, 'noindex'])
    }
    const call = await world.shopper().rawCall('cart', 'getCartJsx', {})
    expect(call.headers['x-robots-tag']).toBe('noindex')
  })
})

describe('an empty shop', () => {
  let world: World
  beforeAll(async () => {
    world = await open({ catalog: null })
  })

  test('SAFE-01: is ready, and answers every page with a branded 503', async () => {
    expect((await world.shopper().get('/readyz')).statusCode).toBe(200)
    for (const { key, brand } of allVariants) {
      for (const path of pagePaths) {
        const { statusCode, headers, body } = await world.shopper(key).get(path)
        expect([path, statusCode, headers['retry-after'], headers['content-type']]).toEqual([
          ...[path, 503, '60', 'text/html; charset=utf-8'],
        ])
        expect(body).toContain(`data-brand="${brand}"`)
        expect(body).toContain('<h1>We are getting ready</h1>')
      }
    }
  })

  test('SAFE-05: a test store says so also while it is empty', async () => {
    const empty = await open({ catalog: null, config: { isTestStore: true } })
    const { body, headers } = await empty.shopper().get('/')
    expect(body).toContain('Test store. Nothing is sold here.')
    expect(headers['x-robots-tag']).toBe('noindex')
  })

  test('SAFE-01: opens by itself when a catalogue is imported', async () => {
    await world.importLines(testCatalog())
    await expect.poll(async () => (await world.shopper().get('/')).statusCode, { timeout: 5_000 }).toBe(200)
  })
})
