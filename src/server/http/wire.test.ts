import type { Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendBytes } from '#test/builders/raw-bytes.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let port: number
beforeAll(async () => {
  world = await createWorld()
  await world.shop.app.http.listen({ port: 0, host: '127.0.0.1' })
  port = (world.shop.app.http.server.address() as { port: number }).port
})
afterAll(() => world.close())

const send = (text: string) => sendBytes(port, text)
const utf = (charset: string) =>
  `POST /Checkout/Log HTTP/1.1\r\nHost: cb.localhost:3000\r\nContent-Type: application/json; charset=${charset}\r\n`
const head = 'POST /Checkout/Log HTTP/1.1\r\nHost: cb.localhost:3000\r\nContent-Type: application/json\r\n'

/** What every answer has, whatever it answers. */
const safe = [
  'x-content-type-options: nosniff',
  'referrer-policy: strict-origin-when-cross-origin',
  'cross-origin-opener-policy: same-origin-allow-popups',
  'cross-origin-resource-policy: same-origin',
  'permissions-policy: ',
]

describe('SAFE-45: what may be read in two ways, and what cannot be read', () => {
  const get = 'GET /customer-service/terms-of-use HTTP/1.1\r\n'
  const own = 'Host: cb.localhost:3000\r\n'
  test.each([
    ['two Host headers', `${get}${own}Host: cb2.localhost:3000\r\n\r\n`, 400],
    ['the same Host twice', `${get}${own}hOST: cb.localhost:3000\r\n\r\n`, 400],
    ['no Host', `${get}\r\n`, 400],
    ['an expectation nobody knows', `${get}${own}Expect: wonders\r\n\r\n`, 417],
    ['an address that cannot be read', `GET /%zz HTTP/1.1\r\n${own}Connection: close\r\n\r\n`, 400],
    ['a method nobody knows', `BREW / HTTP/1.1\r\n${own}\r\n`, 400],
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['a version nobody knows', `GET / HTTP/9.9\r\n${own}\r\n`, 400],
    ['two lengths', `${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
    ['a length and chunks', `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
    ['headers of 20 kB', `${head}X-Filler: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['a body in UTF-16', `${utf('utf-16')}Content-Length: 2\r\n\r\n{}`, 415],
    ['a body in Latin 1', `${utf('"ISO-8859-1"')}Content-Length: 2\r\n\r\n{}`, 415],
    ['a body in both', `${utf('utf-8; charset=utf-7')}Content-Length: 2\r\n\r\n{}`, 415],
  ])('%s is refused, with the headers of every answer, and the connection is closed', async (_name, text, status) => {
    // a cached page is answered before the framework: it is refused all the same
    await send(`${get}${own}Accept-Encoding: br\r\nConnection: close\r\n\r\n`)
    const answer = await send(text)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    const lines = answer.toLowerCase()
    expect(safe.filter((header) => !lines.includes(header))).toEqual([])
    expect(lines).toMatch(/\r\nconnection: close\r\n/)
    expect(answer.split('HTTP/1.1')).toHaveLength(2)
  })

  test.each(['utf-8', 'UTF-8', '"utf-8"', 'utf8'])('a body in %s is read', async (charset) => {
    const body = '{"message":"ä","level":"error"}'
    const length = Buffer.byteLength(body)
    expect(await send(`${utf(charset)}Content-Length: ${length}\r\nConnection: close\r\n\r\n${body}`)).toMatch(
      /^HTTP\/1.1 200 /,
    )
  })

  test.each([
    ['br', 'br'],
    ['gzip, br;q=0.1', 'br'],
    ['br;q=0', undefined],
    ['notbrx', undefined],
  ])('to a reader who accepts %j a page, kept or not, and a file are sent as %j', async (accepted, coding) => {
    for (const path of [
      '/customer-service/terms-of-use',
      '/customer-service/terms-of-use',
      '/checkout/cart',
      '/sitemap.xml',
      '/assets/entry-1.js',
    ]) {
      const answer = await send(
        `GET ${path} HTTP/1.1\r\n${own}Accept-Encoding: ${accepted}\r\nConnection: close\r\n\r\n`,
      )
      expect(answer).toMatch(/^HTTP\/1.1 200 /)
      const encoding = /\r\ncontent-encoding: (\w+)\r\n/.exec(answer)?.[1]
      // a file or page that is small, or whose copy is not made yet, is sent as it is
      expect(coding === undefined ? [undefined] : [coding, undefined]).toContain(encoding)
      if (path === '/customer-service/terms-of-use') expect(encoding).toBe(coding)
    }
  })
})

describe('what no browser sends', () => {
  test.each([
    ['two lengths', `${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
    ['a length and chunks', `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
    ['headers of 20 kB', `${head}X-Filler: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['no HTTP at all', 'hello\r\n\r\n', 400],
  ])('SEC-09 SEC-64: %s is refused and the connection closed', async (_name, text, status) => {
    expect(await send(text)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  })

  test('SEC-64: a compressed body is refused', async () => {
    const answer = await send(
      `${head}Content-Encoding: gzip\r\nContent-Length: 3\r\nConnection: close\r\n\r\n\u001f\u0008\u0000`,
    )
    expect(answer).toMatch(/^HTTP\/1.1 400 /)
  })

  test('SEC-64: late requests are looked for every second, so that the limits of time are kept', () => {
    const { headersTimeout, requestTimeout, connectionsCheckingInterval } = world.shop.app.http.server as Server & {
      readonly connectionsCheckingInterval?: number
    }
    expect({ headersTimeout, requestTimeout }).toEqual({ headersTimeout: 10_000, requestTimeout: 15_000 })
    expect(connectionsCheckingInterval).toBe(1_000)
  })

  test('SEC-06: TRACE is answered 405', async () => {
    const answer = await send('TRACE / HTTP/1.1\r\nHost: cb.localhost:3000\r\nConnection: close\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1.1 405 /)
  })

  test('SEC-08: a forwarded address is believed from nobody unless configured', async () => {
    const headers = {
      host: 'cb.localhost:3000',
      'x-forwarded-host': 'cb2.localhost:3000',
      'x-forwarded-for': '1.2.3.4',
    }
    const page = await world.shop.app.http.inject({ url: '/', headers: { ...headers, accept: 'application/json' } })
    expect(page.json().frame.variantKey).toBe('cb')
  })
})

test('the metrics count answers by route and status, and name nobody', async () => {
  await world.shopper().get('/product/1101')
  const text = await world.shop.app.metrics.text()
  expect(text).toMatch(/http_requests_total\{method="GET",route="\/product\/:sku",status="200"\} 1/)
  expect(text).not.toContain('/product/1101')
  expect((await world.shopper().get('/metrics')).statusCode).toBe(404)
})
