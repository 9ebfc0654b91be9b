import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { piece, sku } from '#test/builders/catalog.ts'
import { createWorld, type World } from '#test/world.ts'

const asked = 'no-cache'
const byCdn = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600'
const personal = 'private, no-store'

const worlds: { plain: World; cdn: World } = {} as never
beforeAll(async () => {
  worlds.plain = await createWorld()
  worlds.cdn = await createWorld({ config: { isBehindCdn: true } })
})
afterAll(async () => {
  await worlds.plain.close()
  await worlds.cdn.close()
})

describe('OPS-44: who may keep an answer', () => {
  const kept = ['/', '/category/sofas', `/product/${sku.mug}`, '/search?query=mug', '/customer-service/terms-of-use']
  const own = ['/checkout/cart', '/account/login', '/checkout/shipping', '/favorites', '/session']
  const calls = ['/ReactCart/GetCartJsx']

  test.each(kept)(
    'OPS-44: %s is for all guests: asked about every time, or kept by a CDN for a minute',
    async (path) => {
      for (const [world, expected] of [
        [worlds.plain, asked],
        [worlds.cdn, byCdn],
      ] as const) {
        const guest = await world.shopper().get(path)
        expect([guest.statusCode, guest.headers['cache-control']]).toEqual([200, expected])
        expect(guest.headers['set-cookie']).toBeUndefined()
        expect(guest.headers.vary).toBe('cookie, accept-encoding, accept')
        expect(guest.headers.etag === undefined).toBe(world === worlds.plain)
        const shopper = world.shopper()
        await shopper.get('/session')
        const { headers } = await shopper.get(path)
        expect([headers['cache-control'], headers.etag]).toEqual([personal, undefined])
      }
    },
  )

  test.each([...own, ...calls])('OPS-44: %s belongs to one shopper: kept by nobody', async (path) => {
    for (const world of [worlds.plain, worlds.cdn]) {
      const shopper = world.shopper()
      for (const { headers } of [await shopper.get(path), await shopper.get(path)]) {
        expect([headers['cache-control'], headers.etag]).toEqual([personal, undefined])
      }
    }
  })

  test('OPS-44: what leads elsewhere, is missing or is asked for as data is nothing that a CDN may show as a page', async () => {
    const guest = worlds.cdn.shopper()
    const state = await guest.get('/', { accept: 'application/json' })
    expect([state.statusCode, state.headers['cache-control']]).toEqual([200, 'private, no-cache'])
    const missing = await guest.get('/product/999999999')
    expect([missing.statusCode, missing.headers['cache-control'], missing.headers.etag]).toEqual([
      404,
      asked,
      undefined,
    ])
    const unknown = await guest.get('/nothing/there')
    expect([unknown.statusCode, unknown.headers['cache-control']]).toEqual([404, 'no-store'])
    const sent = await worlds.cdn.shopper().submit('/checkout', { isGuestCheckout: 'true' })
    expect(sent.headers['cache-control']).toBe(personal)
  })
})

describe('OPS-44: the ETag of a kept page', () => {
  let port: number
  beforeAll(async () => {
    await worlds.cdn.shop.app.http.listen({ port: 0, host: '127.0.0.1' })
    port = (worlds.cdn.shop.app.http.server.address() as { port: number }).port
  })

  type Answer = { readonly status: number; readonly headers: Record<string, unknown>; readonly bytes: number }

  function ask(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    const common = { host: 'cb.localhost:3000', 'accept-encoding': 'br', accept: 'text/html' }
    return new Promise((resolve, reject) => {
      const sent = request({ port, path, headers: { ...common, ...headers } })
      sent.on('error', reject)
      sent.on('response', (response) => {
        let bytes = 0
        response.on('data', (part: Buffer) => {
          bytes += part.length
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes }))
      })
      sent.end()
    })
  }
  const answeredEarly = async () =>
    Number(/kept_pages_total (\d+)/.exec(await worlds.cdn.shop.app.metrics.text())?.[1] ?? Number.NaN)

  test('OPS-44: who has the page gets 304 without a body, on the long way and on the fast one, in any encoding', async () => {
    const path = `/product/${sku.mug}`
    const first = await ask(path, { 'accept-encoding': 'identity' })
    const etag = String(first.headers.etag)
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/)
    const long = await ask(path, { 'accept-encoding': 'identity', 'if-none-match': etag })
    // learned by the first who reads brotli
    expect((await ask(path)).headers.etag).toBe(etag)
    const before = await answeredEarly()
    const early = await ask(path, { 'if-none-match': `"another", ${etag.slice(2)}` })
    expect(await answeredEarly()).toBe(before + 1)
    for (const { status, headers, bytes } of [long, early]) {
      expect([status, bytes, headers.etag, headers['cache-control']]).toEqual([304, 0, etag, byCdn])
      expect([headers['content-encoding'], headers['content-type']]).toEqual([undefined, undefined])
      expect(headers).toMatchObject({ vary: 'cookie, accept-encoding, accept', 'x-content-type-options': 'nosniff' })
    }
    const other = await ask(path, { 'if-none-match': 'W/"another"' })
    expect([other.status, other.bytes > 1_000, other.headers['content-encoding']]).toEqual([200, true, 'br'])
    expect((await ask('/', { 'if-none-match': etag })).status).toBe(200)
  })

  test('OPS-44: a page that changed has another ETag, on the fast way too', async () => {
    const path = '/product/7441'
    await worlds.cdn.importLines(piece('CB', 7441, 'Plain Bench', {}, { category: 'sofas' }))
    await ask(path)
    await expect.poll(async () => (await ask(path)).status, { timeout: 10_000 }).toBe(200)
    const etag = String((await ask(path)).headers.etag)
    expect((await ask(path, { 'if-none-match': etag })).status).toBe(304)
    await worlds.cdn.importLines(piece('CB', 7441, 'Oiled Bench', {}, { category: 'sofas' }))
    await expect
      .poll(async () => (await ask(path, { 'if-none-match': etag })).headers.etag, { timeout: 10_000 })
      .not.toBe(etag)
    expect((await ask(path, { 'if-none-match': etag })).status).toBe(200)
  })
})
