import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { variants } from '#domain/variant.ts'
import { createSessionService, type SessionService } from '#server/account/sessions/session-service.ts'
import { statement } from '#server/db/database.ts'
import { sku } from '#test/builders/catalog.ts'
import { startServerBeside } from '#test/builders/server-process.ts'
import { testShopper } from '#test/builders/shopper.ts'
import { overTheWire } from '#test/builders/wire.ts'
import type { StoreProcess } from '#test/e2e/store-process.ts'
import { mailsTo } from '#test/order/cancelling.ts'
import { cardToken } from '#test/order/gateway.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { type DatabaseProxy, startProxy } from '#test/proxy.ts'
import { isRunning } from '#test/start/processes.ts'
import { createWorld, type World } from '#test/world.ts'

// a busy machine takes its time; a mail that a lost hand had has a lease of 30 s, and a row without a job is found within 65 s
const patience = { timeout: 150_000, interval: 100 }
const cuts = 10
const cutMs = 15_000

const undelivered = statement<{ rows: number }>(
  'test.undelivered',
  `select (select count(*) from shop.outbox where done_at is null)
     + (select count(*) from graphile_worker._private_jobs where locked_by is not null) as rows`,
)

/** A mail server that lets nobody in while it is shut: whoever delivers waits at its door. */
async function startDoor(toPort: number) {
  const waiting = new Set<Socket>()
  let isShut = false
  const enter = (client: Socket) => {
    const inside = connect(toPort, '127.0.0.1')
    for (const socket of [client, inside]) socket.on('error', () => undefined)
    client.pipe(inside).pipe(client)
  }
  const server = createServer((client) => {
    if (!isShut) return enter(client)
    waiting.add(client)
    client.on('error', () => undefined)
    client.on('close', () => waiting.delete(client))
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    waiting: () => waiting.size,
    shut() {
      isShut = true
    },
    open() {
      isShut = false
      for (const client of waiting) enter(client)
      waiting.clear()
    },
    close: () => void server.close(),
  }
}

describe('OPS-08: jobs and a database that goes away', () => {
  let world: World
  let wire: DatabaseProxy
  let server: StoreProcess
  let token: string
  let sessions: SessionService
  let door: Awaited<ReturnType<typeof startDoor>>
  beforeAll(async () => {
    world = await createWorld()
    token = await cardToken(world)
    const { database, config, gateway } = world
    // the server has the clock of the machine, the test's shop one that stands
    sessions = createSessionService({ database, secret: config.secret })
    wire = await startProxy(world.databaseUrl)
    door = await startDoor(gateway.smtpPort() ?? 0)
    server = await startServerBeside(world, wire.url, { SMTP_URL: `smtp://127.0.0.1:${door.port}` })
  }, 60_000)
  afterAll(async () => {
    await server.stop()
    door.close()
    await wire.close()
    await world.close()
  })

  let shoppers = 0
  /** An order, which leaves a mail to be sent; answers whose. */
  async function buy(): Promise<string> {
    shoppers += 1
    const shopper = testShopper(overTheWire({ port: () => server.port, address: `10.2.0.${shoppers}` }), variants.cb)
    await shopper.get('/session')
    const shopperId = (await sessions.find(shopper.cookies.get('sid')))?.shopperId ?? ''
    const email = `buyer-${shoppers}@example.com`
    await insertCart(world.database, { shopperId, lines: [{ sku: sku.mug, quantity: 1 }], tokens: [token], email })
    const answer = await shopper.rawCall('order', 'placeOrder', { adata: '' })
    expect(answer.json()).toMatchObject({ isSuccess: true })
    return email
  }
  const left = async () => (await world.database.row(undelivered))?.rows
  const isReady = async () => (await fetch(`http://127.0.0.1:${server.port}/readyz`)).status
  const mailed = async (email: string) => (await mailsTo(world, email, /./)).length

  test('OPS-08: cut for 15 s under a job at work, ten times: the same process, and every job is done', async () => {
    const buyers: string[] = []
    for (let nth = 0; nth < cuts; nth += 1) {
      door.shut()
      buyers.push(await buy(), await buy())
      await expect.poll(door.waiting, patience).toBeGreaterThan(0)
      wire.cut(nth % 2 === 0 ? 'closed' : 'silent')
      // so long is it away
      await sleep(cutMs)
      wire.heal()
      door.open()
      await expect.poll(isReady, patience).toBe(200)
      await expect.poll(left, patience).toBe(0)
    }
    expect(await Promise.all(buyers.map(mailed))).not.toContain(0)
    expect(isRunning(server.pid)).toBe(true)
    expect(server.log()).not.toMatch(/unhandled/i)
  }, 1_200_000)

  test('OPS-08: a runner that is forced to end is followed by another, which does the next job within 35 s', async () => {
    wire.swallowAnswerTo('complete_job')
    const before = server.log().split('the job runner ended').length
    await buy()
    await expect.poll(() => server.log().split('the job runner ended').length, patience).toBeGreaterThan(before)
    wire.heal()
    const email = await buy()
    await expect.poll(() => mailed(email), { timeout: 35_000, interval: 100 }).toBe(1)
    expect(isRunning(server.pid)).toBe(true)
    expect(server.log()).not.toMatch(/unhandled/i)
  }, 240_000)
})
