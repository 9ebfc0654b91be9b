import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSessionService } from '#server/account/sessions/session-service.ts'
import { statement } from '#server/db/database.ts'
import { createDatabase } from '#server/db/pool.ts'
import { createLog } from '#server/http/ops/log.ts'
import { createProviders } from '#server/providers.ts'
import { createShop } from '#server/shop.ts'
import { sku } from '#test/builders/catalog.ts'
import { plainBuild } from '#test/builders/plain-build.ts'
import { testShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const carts = statement<{ brand: string; country: string; currency: string }>(
  'test.carts',
  'select brand, country, currency from cart where shopper_id = (select shopper_id from session where token_sha256 = sha256($1::text::bytea))',
)

/** Another process on the same database: it knows nothing but what is kept there. */
async function anotherServer(url: string) {
  const database = createDatabase({ url, max: 2, log: { info: () => undefined, warn: () => undefined } })
  const providers = await createProviders(world.config)
  const shop = await createShop({
    config: world.config,
    database,
    log: createLog({ logLevel: 'silent' }),
    now: world.clock.now,
    providers,
    build: plainBuild,
    killPoint: () => undefined,
  })
  return {
    http: shop.app.http,
    async close() {
      await shop.app.http.close()
      providers.close()
      await database.end()
    },
  }
}

test('PLAT-34: after a restart of the server the cart of the same session is unchanged', async () => {
  const shopper = world.shopper('cb')
  await shopper.call('cart', 'addItems', { items: [{ Sku: sku.mug, Quantity: 2 }] })
  const before = await shopper.call('cart', 'getCartJsx', {})
  const server = await anotherServer(world.databaseUrl)
  const same = testShopper(server.http, shopper.variant)
  same.cookies.set('sid', shopper.cookies.get('sid') ?? '')
  expect(await same.call('cart', 'getCartJsx', {})).toEqual(before)
  await server.close()
})

test('OPEN-07: a request answered by one server is answered alike by another', async () => {
  const shopper = world.shopper('cb')
  const items = [{ Sku: sku.mug, Quantity: 1 }]
  const first = await shopper.call('cart', 'addItems', { items }, { key: 'over-a-restart' })
  const server = await anotherServer(world.databaseUrl)
  const same = testShopper(server.http, shopper.variant)
  same.cookies.set('sid', shopper.cookies.get('sid') ?? '')
  expect(await same.call('cart', 'addItems', { items }, { key: 'over-a-restart' })).toEqual(first)
  expect((await same.call('cart', 'getHeaderCounts', {})).basketCount).toBe(1)
  await server.close()
})

test.each([
  ['cb', 'CB', 'US', 'USD'],
  ['cb-ca', 'CB', 'CA', 'CAD'],
  ['cb2', 'CB2', 'US', 'USD'],
  ['cb2-ca', 'CB2', 'CA', 'CAD'],
] as const)(
  'PLAT-01, PLAT-02: a cart made on %s is stored with brand %s, country %s and %s',
  async (key, brand, country, currency) => {
    const shopper = world.shopper(key)
    const number = brand === 'CB' ? sku.mug : sku.mug + 1000
    await shopper.call('cart', 'addItems', { items: [{ Sku: number, Quantity: 1 }] })
    expect(await world.database.rows(carts, [shopper.cookies.get('sid')])).toEqual([{ brand, country, currency }])
  },
)

test('PLAT-05: a session is a guest or signed in; the database takes no other role', async () => {
  const sessions = createSessionService({ database: world.database, secret: world.config.secret })
  const { session } = sessions.openGuest(world.shopper().variant, false)
  await sessions.store(session)
  expect(session.auth).toBe('guest')
  const promote = statement('test.promote', `update session set auth = 'administrator' where token_sha256 = $1`)
  await expect(world.database.count(promote, [session.tokenSha256])).rejects.toThrow(/session_auth_check/)
})

test('OPEN-05: a session ends after 30 days, a revoked one at once, and only its hash is stored', async () => {
  const sessions = createSessionService({ database: world.database, secret: world.config.secret })
  const { session, token } = sessions.openGuest(world.shopper().variant, false)
  await sessions.store(session)
  const end = statement(
    'test.end',
    `update session set created_at = now() - interval '31 days', ends_at = now() - interval '1 day' where token_sha256 = $1`,
  )
  const stored = statement<{ text: string }>('test.stored', 'select json_agg(s)::text as text from session s')
  expect(await sessions.find(token)).toMatchObject({ shopperId: session.shopperId })
  expect((await world.database.row(stored))?.text).not.toContain(token)
  await world.database.count(end, [session.tokenSha256])
  expect(await sessions.find(token)).toBeNull()
})

test('OPEN-05: being seen is noted at most once an hour', async () => {
  const sessions = createSessionService({ database: world.database, secret: world.config.secret })
  const { session, token } = sessions.openGuest(world.shopper().variant, false)
  await sessions.store(session)
  const age = statement('test.age', `update session set seen_at = now() - interval '2 hours' where token_sha256 = $1`)
  const seen = statement<{ fresh: boolean }>(
    'test.seen',
    `select seen_at > now() - interval '1 minute' as fresh from session where token_sha256 = $1`,
  )
  await world.database.count(age, [session.tokenSha256])
  await sessions.find(token)
  await expect.poll(async () => (await world.database.row(seen, [session.tokenSha256]))?.fresh).toBe(true)
})

test('OPEN-03, OPEN-120: with the database away calls answer 503 with Retry-After, and readyz says so', async () => {
  const broken = await createWorld()
  const shopper = broken.shopper()
  await shopper.get('/session')
  await broken.database.end()
  const call = await shopper.rawCall('cart', 'getCartJsx', {})
  expect([call.statusCode, call.headers['retry-after'], call.json().isSuccess]).toEqual([503, '10', false])
  expect((await shopper.get('/readyz')).statusCode).toBe(503)
  expect((await shopper.get('/healthz')).statusCode).toBe(200)
  await broken.close()
})
