import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { version } from '#server/config/version.ts'
import { statement } from '#server/db/database.ts'
import { createLog } from '#server/http/ops/log.ts'
import { startOps } from '#server/http/ops/ops.ts'
import { inRequest } from '#server/http/ops/request-scope.ts'
import { raiseAlarm } from '#server/jobs/alarm-store.ts'
import { shopJobs } from '#server/jobs/shop-jobs.ts'
import { createExchange, gatewayLimits } from '#server/providers/card-gateway/exchange.ts'
import { add, item, reachReview } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { testConfig } from '#test/builders/config.ts'
import { sendBytes } from '#test/builders/raw-bytes.ts'
import { deliveryDeps } from '#test/order/deliveries.ts'
import { createWorld, type World } from '#test/world.ts'

type Line = { readonly [name: string]: unknown }

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const proxy = '10.0.0.1'
const host = 'cb.localhost:3000'
let world: World
let port: number
const written: string[] = []
const lines = () => written.map((line) => JSON.parse(line) as Line)
beforeAll(async () => {
  world = await createWorld({
    logLine: (line) => written.push(line),
    config: { trustedProxies: [proxy, '127.0.0.1'], instanceName: 'shop-3' },
  })
  await world.shop.app.http.listen({ port: 0, host: '127.0.0.1' })
  port = (world.shop.app.http.server.address() as AddressInfo).port
})
afterAll(() => world.close())

async function idFor(given: string | undefined, remoteAddress = proxy, url = '/checkout/cart'): Promise<string> {
  const headers = { host, ...(given === undefined ? {} : { 'x-request-id': given }) }
  const answer = await world.shop.app.http.inject({ url, headers, remoteAddress })
  return String(answer.headers['x-request-id'])
}

const send = (text: string) => sendBytes(port, text)
const idsIn = (answer: string) => [...answer.matchAll(/^x-request-id: (.*)\r$/gim)].map(([, id]) => id)

describe('OPS-39: the id of a request', () => {
  test('OPS-39: that of a trusted proxy is taken when it is one; any other is replaced', async () => {
    const own = 'edge-7_Zq81'
    expect(await idFor(own)).toBe(own)
    expect(await idFor('A'.repeat(64))).toBe('A'.repeat(64))
    expect(await idFor(own, '203.0.113.5')).toMatch(uuid)
    for (const wrong of ['A'.repeat(65), 'short-7', 'with blank', 'a.b.c.d.e', 'née-née-née', '4111111111111111', '']) {
      expect(await idFor(wrong), wrong).toMatch(uuid)
    }
    expect(await idFor(undefined)).toMatch(uuid)
  })

  test('OPS-39: two headers, and a line end in one, are no id', async () => {
    const get = `GET /checkout/cart HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n`
    expect(idsIn(await send(`${get}X-Request-Id: first-one-1\r\n\r\n`))).toEqual(['first-one-1'])
    const [two] = idsIn(await send(`${get}X-Request-Id: first-one-1\r\nX-Request-Id: second-one-2\r\n\r\n`))
    expect(two).toMatch(uuid)
    const folded = await send(`${get}X-Request-Id: first-one-1\r\n Set-Cookie: a=b\r\n\r\n`)
    expect(folded).toMatch(/^HTTP\/1.1 400 /)
    expect(idsIn(folded)).toEqual([expect.stringMatching(uuid)])
    expect(folded.toLowerCase()).not.toContain('set-cookie: a=b')
    const bare = await send(`${get}X-Request-Id: first-one-1\rSet-Cookie: a=b\r\n\r\n`)
    expect(bare).toMatch(/^HTTP\/1.1 400 /)
    expect(bare.toLowerCase()).not.toContain('set-cookie: a=b')
  })

  test('OPS-39: every kind of answer has it, but for those of the fast path', async () => {
    for (const url of [
      ...['/checkout/cart', `/product/${sku.mug}`, '/nothing/there', '/healthz', '/readyz', '/robots.txt', '/session'],
      ...['/ReactCart/GetCartJsx', '/account', '/assets/none.js', '/product/4111111111111111', '/%zz'],
    ]) {
      expect(await idFor('edge-7_Zq81', proxy, url), url).toBe('edge-7_Zq81')
    }
    expect(idsIn(await send('GET / HTTP/1.1\r\n\r\n'))).toEqual([expect.stringMatching(uuid)])
    // found on the long way with an id of its own, which the fast path must not hand to everybody
    const get = `GET /product/${sku.mug} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/html\r\nAccept-Encoding: br\r\nConnection: close\r\n\r\n`
    const answers = []
    for (let nth = 0; nth < 4; nth += 1) answers.push(await send(get))
    expect(answers.every((answer) => answer.startsWith('HTTP/1.1 200 '))).toBe(true)
    expect(answers.map((answer) => idsIn(answer).length).at(-1)).toBe(0)
  })

  test('OPS-39: our own providers are told it, and whoever is asked outside a request is not', async () => {
    const heard: unknown[] = []
    const provider = createServer((request, response) => {
      heard.push(request.headers['x-request-id'])
      response.end('{}')
    })
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
    const exchange = createExchange(gatewayLimits)
    const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/`
    const ask = () => exchange({ url, method: 'GET', headers: {}, body: '' })
    await inRequest({ reqId: 'edge-7_Zq81' }, ask)
    await ask()
    exchange.close()
    await new Promise((resolve) => provider.close(resolve))
    expect(heard).toEqual(['edge-7_Zq81', undefined])
  })
})

const jobs = statement<{ payload: { readonly requestId: string | null } }>(
  'test.delivery-jobs',
  `select payload from graphile_worker._private_jobs where payload::text like '%outboxId%' order by id desc limit 1`,
)
const alarms = statement<{ facts: unknown }>('test.alarms', 'select facts from shop.alarm where kind = $1')

test('OPS-39, OPS-40: each line of a purchase and of its job says which request, process and version it is of', async () => {
  written.length = 0
  const shopper = world.shopper()
  await add(shopper, item(sku.mug, 2))
  await reachReview(world, shopper)
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
  const headers = { 'x-request-id': 'the-order-1', traceparent: `00-${trace}-00f067aa0ba902b7-01` }
  const placed = await shopper.call('order', 'placeOrder', { adata: '' }, { headers })
  expect(placed).toMatchObject({ isSuccess: true })

  expect(lines().length).toBeGreaterThan(8)
  for (const line of lines()) {
    expect(line).toMatchObject({ instance: 'shop-3', role: 'all', version, level: expect.any(String) })
    expect(line).toMatchObject({ time: expect.any(Number), reqId: expect.stringMatching(/^[A-Za-z0-9_-]{8,64}$/) })
  }
  const ofOrder = lines().filter(({ reqId }) => reqId === 'the-order-1')
  expect(ofOrder.length).toBeGreaterThan(0)
  for (const line of ofOrder) expect(line).toMatchObject({ traceId: trace })
  expect(lines().filter(({ traceId }) => traceId !== undefined)).toEqual(ofOrder)

  // the mail that the order left behind, as its job sends it
  const payload = (await world.database.row(jobs))?.payload
  expect(payload).toMatchObject({ requestId: 'the-order-1' })
  const ofJob: string[] = []
  const log = createLog({ logLevel: 'info', instanceName: 'shop-4' }, { write: (line) => ofJob.push(line) })
  const deps = deliveryDeps(world)
  const mail = {
    async sendMail() {
      log.info({}, 'a line of the job')
      return { state: 'sent' } as const
    },
    close: () => undefined,
  }
  const watches = { guard: { round: async () => undefined }, hold: { look: async () => 'live' as const } }
  const { jobs: work } = shopJobs({ ...deps, mail }, world.clock.now, world.database, watches, world.config.retention)
  await work.deliver?.(payload)
  deps.mail.close()
  expect(ofJob.map((line) => JSON.parse(line) as Line)).toMatchObject([{ reqId: 'the-order-1', instance: 'shop-4' }])
})

test('OPS-39: an alarm says which request it came of', async () => {
  await inRequest({ reqId: 'edge-7_Zq81' }, () => raiseAlarm(world.database, 'dispute', 'k', { cents: 5 }))
  await raiseAlarm(world.database, 'chargeback', 'k', { cents: 5 })
  expect(await world.database.rows(alarms, ['dispute'])).toEqual([{ facts: { cents: 5, requestId: 'edge-7_Zq81' } }])
  expect(await world.database.rows(alarms, ['chargeback'])).toEqual([{ facts: { cents: 5 } }])
})

test('OPS-40: a process without a name is called by its machine and number, and tells its version to operators', async () => {
  expect(testConfig().instanceName).toMatch(/^[^\s]+-\d+$/)
  const ops = await startOps(39_417, '127.0.0.1', () => 'starting')
  const answer = await fetch('http://127.0.0.1:39417/healthz')
  await ops.close()
  expect([answer.status, answer.headers.get('cartwright-version')]).toEqual([200, version])
})

test('OPS-40: a start that is asked for its version prints it and starts nothing', () => {
  const { status, stdout } = spawnSync(process.execPath, ['scripts/start.mjs', '--version'], { encoding: 'utf8' })
  expect([status, stdout]).toEqual([0, `${version}\n`])
})

test('OPS-47: a kept page leaves no line; another page or call leaves one of at most 400 bytes', async () => {
  const shopper = world.shopper()
  await shopper.get('/session')
  const inject = (url: string) =>
    world.shop.app.http.inject({ url, headers: { host, accept: 'text/html', 'accept-encoding': 'br' } })
  await inject('/')
  await inject(`/product/${sku.mug}`)
  written.length = 0
  const before = await requestsCounted()
  for (let nth = 0; nth < 1_000; nth += 1) await inject(nth % 2 === 0 ? '/' : `/product/${sku.mug}`)
  expect(written).toEqual([])
  expect((await requestsCounted()) - before).toBe(1_000)
  for (let nth = 0; nth < 100; nth += 1) {
    if (nth % 2 === 0) await shopper.call('cart', 'getCartJsx', {}, { headers: { 'x-request-id': 'e'.repeat(64) } })
    else await shopper.get('/checkout/cart', { 'x-request-id': 'e'.repeat(64) })
  }
  expect(written).toHaveLength(100)
  const sizes = written.map((line) => Buffer.byteLength(line))
  expect(Math.max(...sizes)).toBeLessThanOrEqual(400)
  // 20,000 of them in a busy hour
  expect((sizes.reduce((sum, size) => sum + size, 0) / 100) * 20_000).toBeLessThan(10_000_000)
})

/** All pages that were counted, by whichever way they were answered. */
async function requestsCounted(): Promise<number> {
  const text = await world.shop.app.metrics.text()
  const early = Number(/^kept_pages_total (\d+)$/m.exec(text)?.[1] ?? 0)
  const counts = [...text.matchAll(/^http_requests_total\{method="GET".* (\d+)$/gm)].map(([, count]) => Number(count))
  return counts.reduce((sum, count) => sum + count, early)
}
