import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { variants } from '#domain/variant.ts'
import { isAlive } from '#embedded-postgres/postmaster.ts'
import { createSessionService, type SessionService } from '#server/account/sessions/session-service.ts'
import { statement } from '#server/db/database.ts'
import { sku } from '#test/builders/catalog.ts'
import { startServerBeside } from '#test/builders/server-process.ts'
import { testShopper } from '#test/builders/shopper.ts'
import { overTheWire } from '#test/builders/wire.ts'
import type { StoreProcess } from '#test/e2e/store-process.ts'
import { cardToken } from '#test/order/gateway.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { expectBalancedBooks } from '#test/order/ordering.ts'
import { type DatabaseProxy, startProxy } from '#test/proxy.ts'
import { createWorld, type World } from '#test/world.ts'

const jobsLeft = statement<{ jobs: number }>(
  'test.jobs-left',
  `select count(*) as jobs from graphile_worker._private_jobs where run_at < now() + interval '1 minute'
     and attempts < max_attempts`,
)
const addFailingJob = statement(
  'test.failing-job',
  `select graphile_worker.add_job('deliver', '{}', max_attempts := 1)`,
)
const lockedJobs = statement<{ jobs: number }>(
  'test.locked-jobs',
  'select count(*) as jobs from graphile_worker._private_jobs where locked_by is not null',
)
const undelivered = statement<{ rows: number }>(
  'test.undelivered',
  `select (select count(*) from shop.outbox where done_at is null)
     + (select count(*) from shop.orders where state = 'pending') as rows`,
)
// a busy machine takes its time
const patience = { timeout: 40_000, interval: 100 }

describe('SAFE-60: the database goes away under a server at work', () => {
  let world: World
  let wire: DatabaseProxy
  let server: StoreProcess
  let token: string
  let sessions: SessionService
  beforeAll(async () => {
    world = await createWorld()
    token = await cardToken(world)
    // the server has the clock of the machine, the test's shop one that stands
    const { database, config } = world
    sessions = createSessionService({ database, secret: config.secret })
    wire = await startProxy(world.databaseUrl)
    server = await startServerBeside(world, wire.url)
  }, 60_000)
  afterAll(async () => {
    await server.stop()
    await wire.close()
    await world.close()
  })

  let shoppers = 0
  /** A shopper's cart and her press of the button at the server; what it answered, null when nothing came. */
  async function buy(): Promise<boolean | null> {
    shoppers += 1
    const address = `10.0.${shoppers >> 8}.${shoppers & 255}`
    const shopper = testShopper(overTheWire({ port: () => server.port, address }), variants.cb)
    try {
      await shopper.get('/session')
      const shopperId = (await sessions.find(shopper.cookies.get('sid')))?.shopperId ?? ''
      const email = `shopper-${shoppers}@example.com`
      await insertCart(world.database, { shopperId, lines: [{ sku: sku.mug, quantity: 1 }], tokens: [token], email })
      const answer = await shopper.rawCall('order', 'placeOrder', { adata: '' })
      return answer.statusCode === 200 ? (answer.json().isSuccess ?? null) : null
    } catch {
      return null
    }
  }
  const count = async (of: typeof jobsLeft) => (await world.database.row(of))?.jobs
  const isReady = async () => (await fetch(`http://127.0.0.1:${server.port}/readyz`)).status

  test('the answer to what ends a job is lost: the process lives, and no job stays in a dead hand', async () => {
    const { pid } = server
    wire.swallowAnswerTo('complete_job')
    expect(await buy()).toBe(true)
    await expect.poll(() => server.log(), patience).toContain('the job runner ended')
    wire.heal()
    await expect.poll(() => count(jobsLeft), patience).toBe(0)

    wire.swallowAnswerTo('fail_job')
    // two that end at once: the library lost its own end in the second
    await Promise.all([world.database.row(addFailingJob), world.database.row(addFailingJob)])
    await expect.poll(async () => server.log().split('the job runner ended').length, patience).toBeGreaterThan(2)
    wire.heal()
    expect(await buy()).toBe(true)
    await expect.poll(() => count(jobsLeft), patience).toBe(0)
    await expect.poll(() => count(lockedJobs), patience).toBe(0)
    await expect.poll(isReady, patience).toBe(200)
    expect(isAlive(pid)).toBe(true)
  })

  test('cut ten times under orders: the same process serves on, every order ends, and the books balance', async () => {
    const { pid } = server
    for (let nth = 0; nth < 10; nth += 1) {
      const buying = Array.from({ length: 4 }, buy)
      await new Promise((resolve) => setTimeout(resolve, 30 * nth))
      wire.cut(nth % 2 === 0 ? 'closed' : 'silent')
      await new Promise((resolve) => setTimeout(resolve, 700))
      wire.heal()
      await Promise.all(buying)
      await expect.poll(isReady, patience).toBe(200)
    }
    expect(await buy()).toBe(true)
    await expect
      .poll(async () => (await world.database.row(undelivered))?.rows, { ...patience, timeout: 90_000 })
      .toBe(0)
    expect(isAlive(pid)).toBe(true)
    await expectBalancedBooks(world)
  }, 240_000)
})
