import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sku } from '#test/builders/catalog.ts'
import { type HttpProxy, seenAs, startHttpProxy } from '#test/builders/http-proxy.ts'
import { createWorld, type World, type WorldOptions } from '#test/world.ts'

type Answer = { readonly status: number; readonly headers: { readonly [name: string]: unknown }; readonly body: Buffer }
type Headers = { readonly [name: string]: string }

const path = `/product/${sku.mug}`

/** As a browser without cookies asks, of the shop itself or of a proxy before it. */
function ask(port: number, host: string, headers: Headers = {}, url = path): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const browser = { 'accept-encoding': 'gzip, br', accept: 'text/html' }
    const sent = request({ port, host: '127.0.0.1', path: url, headers: { host, ...browser, ...headers } })
    sent.on('error', reject)
    sent.on('response', (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        const { date, connection, 'keep-alive': kept, 'x-request-id': ofThis, ...stored } = response.headers
        resolve({ status: response.statusCode ?? 0, headers: stored, body: Buffer.concat(parts) })
      })
    })
    sent.end()
  })
}

/** A shop that listens, with a row of proxies before it: the port of the shop, of one, of two. */
async function open(options: WorldOptions) {
  const world = await createWorld(options)
  await world.shop.app.http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = world.shop.app.http.server.address() as AddressInfo
  const inner = await startHttpProxy(port)
  const outer = await startHttpProxy(inner.port)
  return { world, ports: [port, inner.port, outer.port] as const, proxies: [outer, inner] }
}

async function end({ world, proxies }: { readonly world: World; readonly proxies: readonly HttpProxy[] }) {
  for (const proxy of proxies) await proxy.close()
  await world.close()
}

const answeredEarly = async ({ world }: { readonly world: World }) =>
  Number(/^kept_pages_total (\d+)$/m.exec(await world.shop.app.metrics.text())?.[1] ?? 0)

const origins = {
  cb: 'https://cb.example',
  'cb-ca': 'https://cb.example.ca',
  cb2: 'https://cb2.example',
  'cb2-ca': 'https://cb2.example.ca',
}

describe('SPEED-11: a shop of HTTPS behind proxies that it trusts', () => {
  let shop: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    shop = await open({ config: { trustedProxies: ['127.0.0.1'], origins } })
  })
  afterAll(() => end(shop))
  const host = 'cb.example'

  test.each([1, 2] as const)('behind %i the second guest and all after are answered from the cache', async (length) => {
    const port = shop.ports[length]
    const first = await ask(port, host, { [seenAs]: '203.0.113.1' })
    const before = await answeredEarly(shop)
    for (const visitor of ['203.0.113.2', '203.0.113.3', '2001:db8::4']) {
      expect(await ask(port, host, { [seenAs]: visitor })).toEqual(first)
    }
    expect((await answeredEarly(shop)) - before).toBe(3)
    expect(brotliDecompressSync(first.body).toString()).toContain('Stoneware Mug')
    expect(await ask(shop.ports[0], host)).toEqual(first)
  })

  test.each([
    ['by a proxy that says https', 1, {}],
    ['by two', 2, {}],
    ['by a proxy that was told http', 1, { 'x-forwarded-proto': 'http' }],
    ['straight, and says http', 0, { 'x-forwarded-proto': 'http' }],
    ['straight, and says nothing', 0, {}],
  ] as const)('who comes %s gets what HTTPS asks for, kept or not', async (_how, length, headers) => {
    const port = shop.ports[length]
    const forged = { ...headers, 'x-forwarded-host': 'evil.example' }
    await ask(port, host, forged)
    const before = await answeredEarly(shop)
    const page = await ask(port, host, forged)
    expect((await answeredEarly(shop)) - before).toBe(1)
    expect(page.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    const html = brotliDecompressSync(page.body).toString()
    expect(html).toContain(`<link rel="canonical" href="https://cb.example${path}`)
    expect(html).not.toMatch(/http:\/\/cb\.|evil/)

    const session = await ask(port, host, forged, '/session')
    expect(session.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    const cookies = [session.headers['set-cookie']].flat()
    expect(cookies).toEqual([expect.stringMatching(/^__Host-sid=[^;]+;.*\bSecure\b/)])
  })
})

describe('SPEED-11: limits behind proxies', () => {
  // one page each, and no more: their clock stands still
  const requestsPerSecond = 0.25
  let trusting: Awaited<ReturnType<typeof open>>
  let openedAt = 0
  let wary: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    trusting = await open({ config: { trustedProxies: ['127.0.0.1'], requestsPerSecond } })
    wary = await open({ config: { trustedProxies: ['192.0.2.7'], requestsPerSecond } })
    // from now on the page is answered early
    await ask(trusting.ports[1], 'cb.localhost:3000', { [seenAs]: '192.0.2.1' })
    openedAt = performance.now()
  })
  afterAll(() => Promise.all([end(trusting), end(wary)]))
  beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(openedAt))

  /** How pages that are asked for at once are answered, and how many of them early. */
  async function askAtOnce(shop: typeof trusting, length: 0 | 1 | 2, visitors: readonly Headers[]) {
    const before = await answeredEarly(shop)
    const answers = await Promise.all(visitors.map((each) => ask(shop.ports[length], 'cb.localhost:3000', each)))
    const statuses = answers.map(({ status }) => status).sort()
    return { statuses, early: (await answeredEarly(shop)) - before }
  }

  test.each([1, 2] as const)('behind %i each visitor has a limit of her own', async (length) => {
    const visitors = Array.from({ length: 6 }, (_, nth) => ({ [seenAs]: `203.0.113.${10 * length + nth}` }))
    const once = await askAtOnce(trusting, length, visitors)
    expect(once).toEqual({ statuses: [200, 200, 200, 200, 200, 200], early: 6 })
    const again = await askAtOnce(trusting, length, [visitors[0] ?? {}, { [seenAs]: `203.0.113.${10 * length + 9}` }])
    expect(again).toEqual({ statuses: [200, 429], early: 1 })
  })

  test.each([1, 2] as const)(
    'behind %i nobody has more by writing addresses before those of proxies',
    async (length) => {
      const seen = `198.51.100.${length}`
      const forged = Array.from({ length: 4 }, (_, nth) => ({
        [seenAs]: seen,
        'x-forwarded-for': `1.2.3.${nth}, 127.0.0.1`,
      }))
      expect(await askAtOnce(trusting, length, forged)).toEqual({ statuses: [200, 429, 429, 429], early: 1 })
    },
  )

  test('from an address that is not trusted nothing that is written of others is believed', async () => {
    const forged = Array.from({ length: 4 }, (_, nth) => ({ 'x-forwarded-for': `203.0.113.${nth}` }))
    expect((await askAtOnce(wary, 0, forged)).statuses).toEqual([200, 429, 429, 429])
    expect((await askAtOnce(wary, 1, [{ [seenAs]: '203.0.113.9' }])).statuses).toEqual([429])
  })
})
