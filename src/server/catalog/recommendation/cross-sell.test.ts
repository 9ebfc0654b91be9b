import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { variants } from '#domain/variant.ts'
import { piece, sku, testCatalog } from '#test/builders/catalog.ts'
import { seedOrder, seedSession } from '#test/builders/sold.ts'
import { createWorld, type World } from '#test/world.ts'
import { refreshRecommendations } from './recommendation-engine.ts'

let world: World
beforeAll(async () => {
  const more = Array.from({ length: 30 }, (_, nth) => piece('CB', 7100 + nth, `Cup ${nth}`)).flat()
  world = await createWorld({ catalog: [...testCatalog(), ...more] })
  await seedOrder(world.database, variants.cb, [{ sku: sku.mug }, { sku: sku.rug }])
  await seedSession(world.database, variants.cb, [sku.mug, sku.shelf])
  await refreshRecommendations(world.database)
})
afterAll(() => world.close())

const host = 'cb.localhost:3000'
const read = (address: string, headers: { readonly [name: string]: string } = {}, method: 'GET' | 'POST' = 'GET') =>
  world.shop.app.http.inject({ method, url: address, headers: { host, ...headers } })

/** What a page's script would be called with. */
function called(script: string, callback: string): { readonly skus: number[] } {
  const given: string[] = []
  runInNewContext(script, { [callback]: (value: unknown) => given.push(JSON.stringify(value)) })
  return JSON.parse(given[0] ?? 'null')
}

describe('CALL-86: the chain of calls', () => {
  test.each([
    ['piDataUrl', 'page', sku.rug],
    ['addToCartPiDataUrl', 'addToCart', sku.shelf],
  ] as const)(
    'XSELL-09, XSELL-11, XSELL-12, OPEN-107: %s gives what fits the sku, without it',
    async (name, kind, first) => {
      const shopper = world.shopper()
      const addresses = await shopper.call('recommendation', 'crossSell', { sku: sku.mug, page: 'product' })
      expect(Object.keys(addresses)).toEqual(['piDataUrl', 'addToCartPiDataUrl'])
      expect(addresses[name]).toBe(`/recommendation/feed?item=${sku.mug}&kind=${kind}`)
      const { skus } = called((await read(`${addresses[name]}&callback=feed_1`)).body, 'feed_1')
      expect(skus[0]).toBe(first)
      expect(skus).not.toContain(sku.mug)
      const widget = await shopper.call('recommendation', 'mainPi', { skus })
      expect(widget.title).not.toBe('')
      expect(widget.items.map((item) => item.sku)).toEqual(skus)
    },
  )

  test('XSELL-06, CONST-18: the feed and the widget answer at most 24', async () => {
    const { skus } = called((await read(`/recommendation/feed?item=${sku.mug}&callback=feed_1`)).body, 'feed_1')
    expect(skus).toHaveLength(24)
    const many = Array.from({ length: 30 }, (_, nth) => 7100 + nth)
    const { items } = await world.shopper().call('recommendation', 'mainPi', { skus: many })
    expect(items).toHaveLength(24)
  })

  test('XSELL-11, RECO-05: {title, items} for two skus, in their order; what cannot be had is left out', async () => {
    const shopper = world.shopper()
    const { items } = await shopper.call('recommendation', 'mainPi', {
      skus: [sku.rug, sku.lamp, sku.mug, 999_999, sku.rug],
    })
    expect(items.map((item) => item.id)).toEqual([String(sku.rug), String(sku.mug)])
    const other = await world.shopper('cb2').call('recommendation', 'mainPi', { skus: [sku.rug] })
    expect(other.items).toEqual([])
  })

  test('CALL-92: a visitor without a session is answered, and given none', async () => {
    const answer = await world.shop.app.http.inject({
      method: 'POST',
      url: '/browse/widget/CrossSell',
      headers: { host, origin: world.config.origins.cb, 'content-type': 'application/json' },
      payload: JSON.stringify({ sku: sku.mug, page: 'list' }),
    })
    expect([answer.statusCode, answer.json().piDataUrl, answer.cookies]).toEqual([200, expect.any(String), []])
  })
})

describe('the feed as a script', () => {
  const address = `/recommendation/feed?item=${sku.mug}&kind=page`

  test('XSELL-10, XSELL-13: it is served as JavaScript that nothing else can be taken for, and may be kept', async () => {
    const answer = await read(`${address}&callback=feed_1`)
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['x-content-type-options']]).toEqual([
      200,
      'application/javascript; charset=utf-8',
      'nosniff',
    ])
    expect(answer.body).toMatch(/^\/\*\*\/feed_1\(\{"skus":\[[\d,]+\]\}\);$/)
    expect(answer.headers['cache-control']).toBe('public, max-age=300')
    // no other site can load it into a page of its own
    expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin')
  })

  test('XSELL-13: two shoppers get the same bytes, and no cookie', async () => {
    const [first, second] = [world.shopper(), world.shopper()]
    for (const shopper of [first, second]) await shopper.get('/session')
    const answers = await Promise.all([first, second].map((shopper) => shopper.get(`${address}&callback=feed_1`)))
    expect(answers[0]?.body).toBe(answers[1]?.body)
    expect(answers.flatMap((answer) => answer.cookies)).toEqual([])
  })

  test.each([
    'callback=a(b)',
    'callback=alert(1)%2F%2F',
    'callback=%3Cscript%3E',
    'callback=a%0Ab',
    'callback=a%E2%80%A8b',
    'callback=a-b',
    'callback=f',
    'callback=feed_',
    'callback=feed_1a',
    'callback=feed_1.close',
    'callback=shop.feed_1',
    'callback=opener.feed_1',
    'callback=feed_1%20',
    'callback=feed_1%0A',
    'callback=feed_%D9%A1',
    `callback=feed_${'1'.repeat(13)}`,
    'callback=',
    'callback=feed_1&callback=feed_2',
    '',
  ])('SAFE-45, XSELL-13: the query %j answers 400, as JSON that does not say it again', async (query) => {
    const answer = await read(`${address}&${query}`)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([400, 'application/json; charset=utf-8'])
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(answer.body).not.toContain('script')
    expect(answer.body).not.toContain('alert')
  })

  test.each(['item=x', 'item=', 'item=-1', 'item=1&item=2', 'item=1%20or%201', 'item=1101&kind=other'])(
    'XSELL-12: a feed for %j answers 400',
    async (query) => {
      expect((await read(`/recommendation/feed?${query}&callback=feed_1`)).statusCode).toBe(400)
    },
  )

  test('XSELL-12: it answers to GET only', async () => {
    const answer = await read(`${address}&callback=feed_1`, { 'content-type': 'application/json' }, 'POST')
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD'])
  })
})
