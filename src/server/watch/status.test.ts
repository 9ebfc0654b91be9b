import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { type Ops, startOps } from '#server/http/ops/ops.ts'
import { raiseAlarm } from '#server/jobs/alarm-store.ts'
import { beatAndLook } from '#server/run/heartbeat-store.ts'
import { sku } from '#test/builders/catalog.ts'
import { freePort } from '#test/e2e/store-process.ts'
import { cardToken } from '#test/order/gateway.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { order } from '#test/order/place.ts'
import { createWorld, type World } from '#test/world.ts'
import { readShopState } from './shop-state-store.ts'
import { readStatusFacts } from './status-store.ts'

let world: World
let ops: Ops | undefined
beforeAll(async () => {
  world = await createWorld()
})
afterEach(async () => {
  await ops?.close()
  ops = undefined
})
afterAll(() => world.close())

async function open(): Promise<string> {
  const port = await freePort()
  ops = await startOps(port, '127.0.0.1', () => 'database away')
  return `http://127.0.0.1:${port}/status`
}

test('OPS-37: the status is a page at OPS_PORT that loads and runs nothing, and is nowhere at the shop’s own address', async () => {
  const { app, status } = world.shop
  const address = await open()
  const early = await fetch(address)
  expect([early.status, await early.text()]).toEqual([503, 'starting\n'])
  ops?.watch({ ...app, status })
  const answer = await fetch(address)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/)
  const page = await answer.text()
  expect(page).toContain('No orders yet')
  expect(page).not.toMatch(/<script|<link|<img|url\(|https?:/)
  for (const host of ['cb.localhost:3000', '127.0.0.1']) {
    const there = await app.http.inject({ url: '/status', headers: { host } })
    expect([404, 421]).toContain(there.statusCode)
  }
  expect((await world.shopper().get('/status')).statusCode).toBe(404)
})

test('OPS-37: what is counted is what happened: orders by minute and outcome, alarms that are not over, processes', async () => {
  const { database, shop } = world
  const tokens = [await cardToken(world)]
  const lines = [{ sku: sku.mug, quantity: 1 }]
  for (let nth = 0; nth < 3; nth += 1)
    await order(shop.orders, (await insertCart(database, { lines, tokens })).shopperId)
  const refused = await insertCart(database, { lines, tokens: [await cardToken(world, '0002')] })
  await order(shop.orders, refused.shopperId)
  const move = statement(
    'test.move-order',
    "update shop.orders set created_at = now() - interval '2 hours' where shopper_id = $1",
  )
  await database.count(move, [refused.shopperId])
  await raiseAlarm(database, 'no-worker', 'shop', { silentSeconds: 61 })
  await raiseAlarm(database, 'chargeback', 'reference', {})
  const resolve = statement('test.resolve', "update shop.alarm set resolved_at = now() where kind = 'chargeback'")
  await database.count(resolve)
  await beatAndLook(database, { instance: 'shop-9', role: 'all', version: '9.9.9', startedAt: new Date(), skewMs: -40 })

  const facts = await readStatusFacts(database)
  expect(facts.hasOrders).toBe(true)
  expect(facts.minutes.reduce((sum, { count }) => sum + count, 0)).toBe(4)
  const [first] = facts.minutes
  expect(first?.count).toBe(1)
  expect(Math.round((Date.now() - Date.parse(first?.at ?? '')) / 3_600_000)).toBe(2)
  // in the first two hours of a day one of them is of the day before
  expect(facts.outcomes.placed).toBe(3)
  expect(facts.alarms).toEqual([
    {
      ...{ kind: 'no-worker', severity: 'page', times: 1, acknowledgedBy: null },
      ...{ sinceSeconds: expect.any(Number), lastSeconds: expect.any(Number) },
    },
  ])
  const state = await readShopState(database)
  expect(state.alarms).toEqual({ page: 1, ticket: 0 })
  expect(state.processes).toEqual([expect.objectContaining({ instance: 'shop-9', version: '9.9.9', skewMs: -40 })])
})
