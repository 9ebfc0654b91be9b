import { writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { createSessionService } from '#server/account/sessions/session-service.ts'
import { sku } from '#test/builders/catalog.ts'
import { askAt, callCart, patience, serving, severalProcesses, visitorAt } from '#test/builders/several-processes.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { freePort } from '#test/e2e/store-process.ts'
import { cardToken } from '#test/order/gateway.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { expectBalancedBooks } from '#test/order/ordering.ts'
import { childrenOf, connectionsOf, isRunning } from '#test/start/processes.ts'

const several = severalProcesses()
let token: string
beforeAll(async () => {
  token = await cardToken(several.world())
})

describe('OPS-05: replaced and ended without a word', () => {
  const sessions = () =>
    createSessionService({ database: several.world().database, secret: several.world().config.secret })

  test('OPS-05: 500 calls of orders during three reloads: none is refused, and the books balance', async () => {
    const server = await several.start(2, { ROLE: 'all' })
    const statuses: number[] = []
    const errors: unknown[] = []
    let isOver = false
    let placed = 0
    async function buyOn(agent: Agent | undefined): Promise<void> {
      while (!isOver) {
        const shopper = visitorAt(server.port, agent)
        const note = async (answer: ReturnType<TestShopper['rawCall']>) => {
          const { statusCode, body } = await answer
          statuses.push(statusCode)
          return body
        }
        try {
          await note(shopper.get('/session'))
          const shopperId = (await sessions().find(shopper.cookies.get('sid')))?.shopperId ?? ''
          const email = `${shopperId}@example.com`
          await insertCart(several.world().database, {
            shopperId,
            lines: [{ sku: sku.mug, quantity: 1 }],
            tokens: [token],
            email,
          })
          await note(shopper.rawCall('cart', 'getCartJsx', {}))
          await note(shopper.get('/checkout/cart'))
          const answer = JSON.parse(await note(shopper.rawCall('order', 'placeOrder', { adata: '' })))
          if (answer.isSuccess === true) placed += 1
          else errors.push(answer)
          await note(shopper.rawCall('cart', 'getCartJsx', {}))
        } catch (error) {
          errors.push(error)
        }
      }
    }
    const agents = [1, 2].map(() => new Agent({ keepAlive: true }))
    const buying = [...agents, undefined, undefined].map(buyOn)
    let before = childrenOf(server.pid)
    for (let nth = 0; nth < 3; nth += 1) {
      process.kill(server.pid, 'SIGHUP')
      const left = () => childrenOf(server.pid).filter((pid) => before.includes(pid))
      await expect.poll(left, { ...patience, timeout: 120_000 }).toEqual([])
      await expect.poll(() => childrenOf(server.pid).length, patience).toBe(3)
      before = childrenOf(server.pid)
    }
    await expect.poll(() => statuses.length, { ...patience, timeout: 120_000 }).toBeGreaterThanOrEqual(500)
    isOver = true
    await Promise.all(buying)
    for (const agent of agents) agent.destroy()
    expect(errors).toEqual([])
    expect(statuses.filter((status) => status !== 200)).toEqual([])
    expect(placed).toBeGreaterThanOrEqual(100)
    await expectBalancedBooks(several.world())
  }, 400_000)

  test('OPS-05: SIGTERM lets what is at work end, in all of them', async () => {
    const server = await several.start(2)
    const shopper = await several.shopperAt(server.port)
    await several.lockCarts()
    const calls = Array.from({ length: 8 }, () => callCart(server.port, shopper))
    await expect.poll(several.waitingForLock, patience).toBeGreaterThan(1)
    const children = childrenOf(server.pid)
    for (const pid of children) expect(connectionsOf(pid, server.port).length).toBeGreaterThan(0)
    process.kill(server.pid, 'SIGTERM')
    await expect.poll(async () => (await askAt(server.opsPort, '/readyz')).text(), patience).toBe('draining\n')
    expect(await several.waitingForLock()).toBeGreaterThan(1)
    await several.admin().query('rollback')
    expect(await Promise.all(calls.map(({ status }) => status))).toEqual(calls.map(() => 200))
    expect(await server.ended).toBe(0)
    expect(children.filter(isRunning)).toEqual([])
  }, 120_000)

  test('OPS-05: a parent that is killed takes its children along, when what is at work has ended', async () => {
    const server = await several.start(2)
    const shopper = await several.shopperAt(server.port)
    await several.lockCarts()
    const calls = Array.from({ length: 4 }, () => callCart(server.port, shopper))
    await expect.poll(several.waitingForLock, patience).toBeGreaterThan(1)
    const children = childrenOf(server.pid)
    process.kill(server.pid, 'SIGKILL')
    await server.ended
    expect(await several.waitingForLock()).toBeGreaterThan(1)
    await several.admin().query('rollback')
    expect(await Promise.all(calls.map(({ status }) => status))).toEqual(calls.map(() => 200))
    await expect.poll(() => children.filter(isRunning), patience).toEqual([])
  }, 120_000)

  test('OPS-05: a reload whose new process cannot start leaves the others where they are; the next goes on', async () => {
    const file = join(several.world().config.dataDir, 'shop-secret')
    writeFileSync(file, several.world().config.secret, { mode: 0o600 })
    const server = await several.start(2, { SHOP_SECRET: '', SHOP_SECRET_FILE: file })
    const before = childrenOf(server.pid)
    writeFileSync(file, '')
    process.kill(server.pid, 'SIGHUP')
    await expect.poll(() => server.log(), patience).toContain('processes are not replaced')
    expect(server.log()).toContain('SHOP_SECRET_FILE:')
    expect(await serving(server, 2)).toEqual(before)
    writeFileSync(file, several.world().config.secret)
    process.kill(server.pid, 'SIGHUP')
    await expect.poll(() => childrenOf(server.pid).filter((pid) => before.includes(pid)), patience).toEqual([])
    await expect.poll(() => serving(server, 2), patience).toHaveLength(2)
  }, 120_000)
})

describe('OPS-24: SIGHUP reads secrets anew', () => {
  const fileOf = (text: string) => {
    const file = join(several.world().config.dataDir, `shop-secret-${text.length}`)
    writeFileSync(file, text, { mode: 0o600 })
    return file
  }
  const isStranger = async (shopper: TestShopper) =>
    (await shopper.rawCall('cart', 'getCartJsx', {})).json().IsReset === true

  test.each([1, 2])(
    'OPS-24: %s processes: cookies of the old secret are a stranger’s, and nothing has ended',
    async (count) => {
      const file = fileOf('the secret that a shop begins with')
      const settings = { SHOP_SECRET: '', SHOP_SECRET_FILE: file, STORED_VALUE_KEY: several.world().config.secret }
      const server =
        count === 1 ? await several.startOne({ ...settings, LOG_LEVEL: 'info' }) : await several.start(count, settings)
      const shopper = visitorAt(server.port)
      await shopper.get('/session')
      expect(await isStranger(shopper)).toBe(false)
      writeFileSync(file, 'the secret that this shop has from now on')
      process.kill(server.pid, 'SIGHUP')
      await expect.poll(() => isStranger(shopper), patience).toBe(true)
      const other = visitorAt(server.port)
      await other.get('/session')
      await expect.poll(() => isStranger(other), patience).toBe(false)
      expect(isRunning(server.pid)).toBe(true)
    },
    120_000,
  )

  test('OPS-24: a worker with a parent begins anew, and says at OPS_PORT that it is ready', async () => {
    const opsPort = await freePort()
    const server = await several.spawn({ ROLE: 'worker', WEB_PROCESSES: '2', OPS_PORT: String(opsPort) })
    const readyz = async () => (await askAt(opsPort, '/readyz').catch(() => undefined))?.text()
    await expect.poll(readyz, patience).toBe('ready\n')
    const before = childrenOf(server.pid)
    expect(before).toHaveLength(1)
    process.kill(server.pid, 'SIGHUP')
    await expect.poll(() => childrenOf(server.pid).length, patience).toBe(2)
    await expect.poll(() => childrenOf(server.pid).filter((pid) => !before.includes(pid)).length, patience).toBe(1)
    await expect.poll(() => before.filter(isRunning), patience).toEqual([])
    expect(await readyz()).toBe('ready\n')
  }, 120_000)
})
