import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { processWebhooks } from '#server/order/payment/receive-webhook.ts'
import { webhookPath } from '#server/order/payment/webhook-path.ts'
import { createWebhookRejections } from '#server/order/payment/webhook-rejections.ts'
import { sku } from '#test/builders/catalog.ts'
import { cardToken, gatewayBooks } from '#test/order/gateway.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { order } from '#test/order/place.ts'
import { batchOf, signedWebhook } from '#test/order/webhook.ts'
import { createWorld, type World, type WorldOptions } from '#test/world.ts'

const events = statement<{ state: string; why: string | null; raw: string | null }>(
  'test.events',
  'select state, why, raw from shop.webhook_event order by received_at, event_id',
)
const alarms = statement<{ kind: string; key: string; facts: { eventIds?: string[] } }>(
  'test.alarms',
  'select kind, key, facts from shop.alarm order by kind, key',
)
const payments = statement<{ state: string }>('test.payments', 'select state from shop.payment')
const breakAlarms = statement(
  'test.break-alarms',
  `alter table shop.alarm add constraint no_news check (kind <> 'dispute')`,
)

let world: World
let lines: string[]
async function open(options: WorldOptions = {}): Promise<void> {
  lines = []
  world = await createWorld({ ...options, logLine: (line) => void lines.push(line) })
}
afterEach(() => world.close())

function post(payload: string, host = 'cb.localhost:3000', remoteAddress = '203.0.113.7') {
  return world.shop.app.http.inject({
    ...{ method: 'POST', url: webhookPath, payload, remoteAddress },
    headers: { host, 'content-type': 'application/json' },
  })
}

async function placed(): Promise<{ reference: string; amount: number; psp: string }> {
  const tokens = [await cardToken(world)]
  const { shopperId } = await insertCart(world.database, { lines: [{ sku: sku.mug, quantity: 1 }], tokens })
  expect(await order(world.shop.orders, shopperId)).toMatchObject({ kind: 'placed' })
  const [booked] = await gatewayBooks(world)
  return { reference: booked?.reference ?? '', amount: booked?.amount ?? 0, psp: booked?.psp ?? '' }
}

describe('SAFE-20: what the processor did not sign leaves no row', () => {
  beforeEach(() => open())

  test('SAFE-20: 1,000 different bodies: no row, counters by reason, two lines of log at most', async () => {
    const good = signedWebhook(world, 'CAPTURE', { reference: 'r', amount: 1 })
    const bodies = Array.from({ length: 250 }, (_, nth) => [
      [good.replace('"CAPTURE"', `"CAPTURE${nth}"`), 'cb.localhost:3000'],
      [good.replace(/"hmacSignature":"[^"]*"/, `"n":"${nth}"`), 'elsewhere.example'],
      [`{"nothing":${nth}}`, 'cb.localhost:3000'],
      [`{${nth}`, '10.0.0.1'],
    ]).flat()
    const answers: number[] = []
    for (const [body = '', host] of bodies) answers.push((await post(body, host)).statusCode)
    expect([
      answers.filter((status) => status === 401).length,
      answers.filter((status) => status === 400).length,
    ]).toEqual([750, 250])
    expect(await world.database.rows(events)).toEqual([])
    expect(await world.database.rows(alarms)).toEqual([])
    const told = lines.filter((line) => line.includes('webhooks-rejected'))
    expect(told.length).toBeGreaterThan(0)
    expect(told.length).toBeLessThanOrEqual(2)
    const metrics = await world.shop.app.metrics.text()
    expect(metrics).toContain('webhooks_rejected_total{reason="wrongSignature"} 250')
    expect(metrics).toContain('webhooks_rejected_total{reason="unsigned"} 250')
    expect(metrics).toContain('webhooks_rejected_total{reason="unreadable"} 500')
  })

  test('SAFE-20: one line a minute, with all that came since the one before', () => {
    const told: object[] = []
    let now = 0
    const log = { ...world.shop.orders.log, warn: (facts: object) => void told.push(facts) }
    const rejected = createWebhookRejections(
      log,
      () => undefined,
      () => now,
    )
    rejected('unsigned')
    rejected('unsigned')
    now = 59_999
    rejected('wrongSignature')
    expect(told).toMatchObject([{ rejected: { unsigned: 1 } }])
    now = 60_000
    rejected('unsigned')
    expect(told).toMatchObject([{}, { rejected: { unsigned: 2, wrongSignature: 1 } }])
  })
})

describe('SAFE-20: limits on addresses stand before everything else', () => {
  beforeEach(() => open({ config: { requestsPerSecond: 1, isProduction: true } }))

  test.each([
    ['an unknown host', 'GET', '/', 'elsewhere.example', 421],
    ['the webhook at an unknown host', 'POST', webhookPath, 'elsewhere.example', 400],
    ['the webhook', 'POST', webhookPath, 'cb.localhost:3000', 400],
    ['a question for its health', 'GET', '/healthz', 'elsewhere.example', 200],
    ['a page', 'GET', '/', 'cb.localhost:3000', 200],
  ] as const)('SAFE-20: %s', async (_what, method, url, host, status) => {
    const ask = async (remoteAddress: string) =>
      (await world.shop.app.http.inject({ method, url, headers: { host }, remoteAddress })).statusCode
    const answers: number[] = []
    for (let nth = 0; nth < 6; nth += 1) answers.push(await ask('198.51.100.1'))
    expect(answers.slice(0, 4)).toEqual(Array(4).fill(status))
    expect(answers.at(-1)).toBe(429)
    expect(await ask('198.51.100.77')).toBe(status)
  })
})

describe('SAFE-23: what is signed and cannot be processed is kept whole, and not sent again', () => {
  beforeEach(() => open())
  afterEach(() => processWebhooks(world.shop.orders))

  const item = (body: string) => JSON.stringify(JSON.parse(body).notificationItems[0].NotificationRequestItem)

  test.each([
    ['a NUL in its reference', 'CAPTURE', { reference: 'AB\u0000CD', amount: 1 }, {}],
    ['a reference of 10,000 characters', 'CAPTURE', { reference: 'R'.repeat(10_000), amount: 1 }, {}],
    ['a control character in the name of its payment', 'CAPTURE', { reference: 'r', amount: 1 }, { psp: 'P\u0007' }],
    ['half a cent', 'CAPTURE', { reference: 'r', amount: 0.5 }, {}],
    ['more money than there is', 'REFUND', { reference: 'r', amount: 1e15 }, {}],
    ['success that is neither', 'CAPTURE', { reference: 'r', amount: 1 }, { success: 'perhaps' as 'true' }],
  ])('SAFE-23: %s', async (_what, event, about, more) => {
    const body = signedWebhook(world, event, about, more)
    for (let nth = 0; nth < 2; nth += 1) {
      expect(await post(body)).toMatchObject({ statusCode: 200, body: '[accepted]' })
    }
    expect(await processWebhooks(world.shop.orders)).toBe(0)
    expect(await world.database.rows(events)).toEqual([{ state: 'dead', why: 'unreadable', raw: item(body) }])
    const told = await world.database.rows(alarms)
    expect(told).toMatchObject([{ kind: 'dead-letter', key: 'built-in unreadable' }])
    expect(told[0]?.facts.eventIds).toHaveLength(1)
  })

  test('SAFE-23: an event nobody knows is a dead letter with an alarm; one that only speaks of reports is none', async () => {
    const about = await placed()
    const body = signedWebhook(world, 'MOON_LANDING', about)
    expect(await post(body)).toMatchObject({ statusCode: 200 })
    expect(await post(signedWebhook(world, 'REPORT_AVAILABLE', { reference: '', amount: 0 }))).toMatchObject({
      statusCode: 200,
    })
    await processWebhooks(world.shop.orders)
    await expect
      .poll(async () => (await world.database.rows(events)).map(({ state, why }) => [state, why]).sort())
      .toEqual([
        ['dead', 'unknown event'],
        ['ignored', null],
      ])
    expect((await world.database.rows(events)).map(({ raw }) => raw)).toContain(item(body))
    expect(await world.database.rows(alarms)).toMatchObject([{ kind: 'dead-letter', key: 'built-in MOON_LANDING' }])
    expect(await world.database.rows(payments)).toEqual([{ state: 'authorized' }])
  })

  test('SAFE-23: an event whose work ends in a fault is a dead letter, and holds up no other', async () => {
    const about = await placed()
    await world.database.count(breakAlarms)
    expect(await post(signedWebhook(world, 'REQUEST_FOR_INFORMATION', about))).toMatchObject({ statusCode: 200 })
    const capture = signedWebhook(world, 'CAPTURE', about, { psp: 'CAP1', original: about.psp })
    expect(await post(capture)).toMatchObject({ statusCode: 200 })
    await processWebhooks(world.shop.orders)
    await expect
      .poll(async () => (await world.database.rows(events)).map(({ state }) => state).sort())
      .toEqual(['dead', 'done'])
    const dead = (await world.database.rows(events)).find(({ state }) => state === 'dead')
    expect(dead?.why).toContain('no_news')
    expect(await world.database.rows(alarms)).toMatchObject([{ kind: 'dead-letter', key: 'built-in fault' }])
    expect(await world.database.rows(payments)).toEqual([{ state: 'captured' }])
  })

  test('SAFE-23: a batch of 500 is taken whole, what can be read of it is processed', async () => {
    const about = await placed()
    const good = signedWebhook(world, 'CAPTURE', about, { psp: 'CAP1', original: about.psp })
    const bad = signedWebhook(world, 'CAPTURE', { reference: 'A\u0000', amount: 1 })
    const others = Array.from({ length: 498 }, (_, nth) =>
      signedWebhook(world, 'CAPTURE', { reference: 'elsewhere', amount: 1 }, { psp: `P${nth}` }),
    )
    expect(await post(batchOf([bad, ...others, good]))).toMatchObject({ statusCode: 200, body: '[accepted]' })
    await processWebhooks(world.shop.orders)
    await expect
      .poll(async () => (await world.database.rows(events)).filter(({ state }) => state === 'new'))
      .toEqual([])
    const states = (await world.database.rows(events)).map(({ state }) => state)
    expect(states.filter((state) => state === 'ignored')).toHaveLength(498)
    expect(states.filter((state) => state !== 'ignored').sort()).toEqual(['dead', 'done'])
    expect(await world.database.rows(payments)).toEqual([{ state: 'captured' }])
  })

  test('SAFE-23: a body of 5 MB is a clean 413 to who sends it over a real connection', async () => {
    const origin = await world.shop.app.http.listen({ port: 0, host: '127.0.0.1' })
    const answer = await fetch(`${origin}${webhookPath}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `"${'x'.repeat(5_000_000)}"`,
    })
    expect(answer.status).toBe(413)
    expect(await answer.text()).not.toBe('')
    expect(await world.database.rows(events)).toEqual([])
  })
})
