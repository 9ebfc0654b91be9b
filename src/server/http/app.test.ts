import type { FastifyReply, FastifyRequest } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { platformCalls } from '#contracts/platform/calls.ts'
import { variants } from '#domain/variant.ts'
import { createSessionService, type OpenedSession } from '#server/account/sessions/session-service.ts'
import { createShelfIndexes } from '#server/catalog/browse/browse-index.ts'
import { type Config, readConfig } from '#server/config/config.ts'
import { statement } from '#server/db/database.ts'
import { type App, buildApp } from '#server/http/app.ts'
import { topicCalls } from '#server/http/calls/call-routes.ts'
import { maskToken } from '#server/http/guards/anti-forgery.ts'
import { createThrottle } from '#server/http/guards/throttle.ts'
import { createMetrics } from '#server/http/ops/metrics.ts'
import { createMessages } from '#server/platform/messages.ts'
import { platformHandlers } from '#server/platform/platform-handlers.ts'
import { testRates } from '#test/builders/rates.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'

const logged = statement<{ level: string; message: string }>(
  'test.logged',
  'select level, message from client_log order by log_id',
)

let db: TestDatabase
let app: App
let opened: OpenedSession
const config: Config = readConfig({
  NODE_ENV: 'test',
  SHOP_SECRET: 'x'.repeat(32),
  GATEWAY_API_KEY: 'y'.repeat(32),
  GATEWAY_HMAC_KEY: '0f'.repeat(32),
})

beforeAll(async () => {
  db = await createTestDatabase()
  const { database } = db
  const sessions = createSessionService({ database, secret: config.secret })
  const messages = createMessages(database)
  app = await buildApp({
    config,
    database,
    sessions,
    log: pino({ level: 'silent' }),
    now: () => new Date('2026-03-02T15:00:00Z'),
    rates: testRates(),
    textOf: (site) => messages.textOf(site.variant),
    topics: [topicCalls(platformCalls, platformHandlers({ throttle: createThrottle(config.secret) }))],
    tellUnreadable: () => undefined,
    metrics: createMetrics(),
    whyNotReady: async () => null,
    shelves: createShelfIndexes(database),
  })
  opened = sessions.openGuest(variants.cb, false)
})
afterAll(async () => {
  await app.http.close()
  await db.drop()
})

const log = (body: object | string, headers: Record<string, string> = {}) =>
  app.http.inject({
    method: 'POST',
    url: '/Checkout/Log',
    headers: { host: 'cb.localhost:3000', 'content-type': 'application/json', ...headers },
    payload: body,
  })

describe('POST /Checkout/Log', () => {
  test('PLAT-16, CALL-92: without a session a message is stored', async () => {
    const answer = await log({ message: 'it broke', level: 'error' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ isSuccess: true, errorMessage: '' })
    expect(await db.database.rows(logged)).toContainEqual({ level: 'error', message: 'it broke' })
  })

  test('CALL-18: with a session but without its token the answer is IsReset and nothing is stored', async () => {
    const answer = await log({ message: 'forged', level: 'error' }, { cookie: `sid=${opened.token}` })
    expect(answer.json()).toEqual({ IsReset: true })
    const token = maskToken(opened.session.csrfSecret)
    const good = await log(
      { message: 'mine', level: 'info' },
      { cookie: `sid=${opened.token}`, requestverificationtoken: token },
    )
    expect(good.json()).toEqual({ isSuccess: true, errorMessage: '' })
    expect((await db.database.rows(logged)).map((row) => row.message)).not.toContain('forged')
  })

  test('OPEN-92: 5000 characters are cut to 4000 and a card number is masked', async () => {
    await log({ message: `4111111111111111 ${'a'.repeat(5000)}`, level: 'warn' })
    const stored = (await db.database.rows(logged)).find((row) => row.level === 'warn')?.message
    expect(stored).toHaveLength(4000)
    expect(stored?.startsWith('************1111 aaa')).toBe(true)
  })

  test.each([
    ['malformed JSON', '{"message":', 400],
    ['wrong field types', { message: 3, level: 'error' }, 400],
    ['an unknown level', { message: 'x', level: 'fatal' }, 400],
    ['__proto__', '{"__proto__":{"x":1},"message":"x","level":"error"}', 400],
    ['more than 8 KiB', { message: 'x'.repeat(9000), level: 'error' }, 413],
  ])('OPEN-03: %s is refused with both fields', async (_name, body, status) => {
    const answer = await log(body)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toEqual({ isSuccess: false, errorMessage: expect.stringMatching(/./) })
  })

  test('OPEN-03, PLAT-08: another method answers 405 with Allow, another path 404', async () => {
    const wrong = await app.http.inject({ method: 'GET', url: '/Checkout/Log' })
    expect([wrong.statusCode, wrong.headers.allow]).toEqual([405, 'POST'])
    const told = await app.http.inject({ method: 'POST', url: '/readyz' })
    expect([told.statusCode, told.headers.allow]).toEqual([405, 'GET, HEAD'])
    expect((await app.http.inject({ method: 'GET', url: '/Checkout/Nothing' })).statusCode).toBe(404)
  })
})

describe('graceful stop', () => {
  test('OPEN-120: readyz says 503 and new requests are turned away, while open ones are answered', async () => {
    const { database } = db
    const sessions = createSessionService({ database, secret: config.secret })
    const messages = createMessages(database)
    const stopping = await buildApp({
      config,
      database,
      sessions,
      log: pino({ level: 'silent' }),
      now: () => new Date('2026-03-02T15:00:00Z'),
      rates: testRates(),
      textOf: (site) => messages.textOf(site.variant),
      topics: [],
      shelves: createShelfIndexes(database),
      tellUnreadable: () => undefined,
      metrics: createMetrics(),
      whyNotReady: async () => null,
      pages(http) {
        http.get('/slow', async (_request, reply) => {
          await new Promise((resolve) => setTimeout(resolve, 150))
          return reply.send('done')
        })
        const unaccepted = async (_request: FastifyRequest, reply: FastifyReply) => reply.code(400).send('')
        return { missing: async (_request, reply) => reply.code(404).send(''), unaccepted }
      },
    })
    await stopping.http.listen({ port: 0, host: '127.0.0.1' })
    const { port } = stopping.http.server.address() as { port: number }
    const at = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
    expect((await at('/readyz')).status).toBe(200)
    const slow = at('/slow')
    await new Promise((resolve) => setTimeout(resolve, 50))
    const draining = stopping.drain(5_000)
    const refused = await at('/slow')
    expect([refused.status, refused.headers.get('connection')]).toEqual([503, 'close'])
    expect([(await at('/readyz')).status, (await at('/healthz')).status]).toEqual([503, 200])
    expect(await draining).toBe(0)
    expect(await (await slow).text()).toBe('done')
    await stopping.http.close()
  })
})
