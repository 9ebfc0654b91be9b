import type { Server } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from '#test/world.ts'

let world: World
let port: number
beforeAll(async () => {
  world = await createWorld()
  await world.shop.app.http.listen({ port: 0, host: '127.0.0.1' })
  port = (world.shop.app.http.server.address() as { port: number }).port
})
afterAll(() => world.close())

/** Sends bytes as they are, and answers all that comes back until the server closes. */
function send(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.setEncoding('utf8')
    socket.on('data', (data) => {
      answer += data
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
    socket.write(text)
  })
}

const head = 'POST /Checkout/Log HTTP/1.1\r\nHost: cb.localhost:3000\r\nContent-Type: application/json\r\n'

describe('what no browser sends', () => {
  test.each([
    ['two lengths', `${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
    ['a length and chunks', `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
    ['headers of 20 kB', `${head}X-Filler: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['no HTTP at all', 'hello\r\n\r\n', 400],
  ])('checklist 9, 64: %s is refused and the connection closed', async (_name, text, status) => {
    expect(await send(text)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  })

  test('checklist 64: a compressed body is refused', async () => {
    const answer = await send(
      `${head}Content-Encoding: gzip\r\nContent-Length: 3\r\nConnection: close\r\n\r\n\u001f\u0008\u0000`,
    )
    expect(answer).toMatch(/^HTTP\/1.1 400 /)
  })

  test('checklist 64: late requests are looked for every second, so that the limits of time are kept', () => {
    const { headersTimeout, requestTimeout, connectionsCheckingInterval } = world.shop.app.http.server as Server & {
      readonly connectionsCheckingInterval?: number
    }
    expect({ headersTimeout, requestTimeout }).toEqual({ headersTimeout: 10_000, requestTimeout: 15_000 })
    expect(connectionsCheckingInterval).toBe(1_000)
  })

  test('checklist 6: TRACE is answered 405', async () => {
    const answer = await send('TRACE / HTTP/1.1\r\nHost: cb.localhost:3000\r\nConnection: close\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1.1 405 /)
  })

  test('checklist 8: a forwarded address is believed from nobody unless configured', async () => {
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
  expect(text).toMatch(/http_request_seconds_count\{method="GET",route="\/product\/:sku",status="200"\} 1/)
  expect(text).not.toContain('/product/1101')
  expect((await world.shopper().get('/metrics')).statusCode).toBe(404)
})
