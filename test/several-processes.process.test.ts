import { request } from 'node:http'
import type { Socket } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { piece, prices } from '#test/builders/catalog.ts'
import {
  askAt,
  callCart,
  openConnections,
  patience,
  serving,
  severalProcesses,
} from '#test/builders/several-processes.ts'
import { childrenOf, connectionsOf, isRunning, portsOf } from '#test/start/processes.ts'

const several = severalProcesses()

describe('OPS-03: one port, several processes', () => {
  test('OPS-03: thirty new connections are spread over three children; their parent has none to the database', async () => {
    const server = await several.start(3)
    const database = several.databasePort()
    const children = childrenOf(server.pid)
    expect(children).toHaveLength(3)
    const sockets: Socket[] = []
    // one after the other: of a crowd at once a process that the machine is slow to run gets less
    while (sockets.length < 30) sockets.push(...(await openConnections(server.port, 1)))
    const spread = children.map((pid) => connectionsOf(pid, server.port).length)
    expect(spread.reduce((one, other) => one + other)).toBe(30)
    for (const each of spread) expect(each).toBeGreaterThan(0)
    for (const each of spread) expect(each).toBeLessThanOrEqual(15)
    for (const socket of sockets) socket.destroy()
    expect(connectionsOf(server.pid, database)).toEqual([])
    for (const pid of children) expect(connectionsOf(pid, database).length).toBeGreaterThan(1)
    // the parent hands connections on, and answers operators by itself
    expect(portsOf([server.pid])).toEqual([server.port, server.opsPort].sort((one, other) => one - other))
    expect(portsOf(children)).toEqual([])
    expect([
      (await askAt(server.opsPort, '/healthz')).status,
      await (await askAt(server.opsPort, '/readyz')).text(),
    ]).toEqual([200, 'ready\n'])
    const metrics = await (await askAt(server.opsPort, '/metrics')).text()
    const answered = [...metrics.matchAll(/^http_requests_total\{.*route="\/healthz".*\} (\d+)$/gm)]
    expect(answered).toHaveLength(1)
    expect(Number(answered[0]?.[1])).toBeGreaterThanOrEqual(30)
    expect(server.log().split('The stores are open').length).toBe(2)
  }, 120_000)

  test('OPS-03 OPS-40 OPS-34 OPS-37: in role all exactly one child is the worker, each has its number in its name, and all are told of once', async () => {
    const server = await several.start(2, { ROLE: 'all', INSTANCE_NAME: 'shop' })
    const heard = statement<{ instance: string; role: string }>(
      'test.heard',
      "select instance, role from shop.heartbeat where seen_at > now() - interval '6 s' order by instance",
    )
    const rows = () => several.world().database.rows(heard)
    await expect.poll(rows, patience).toHaveLength(3)
    const all = await rows()
    expect(all.map(({ instance }) => instance)).toEqual(['shop-1', 'shop-2', 'shop-3'])
    expect(all.map(({ role }) => role).sort()).toEqual(['web', 'web', 'worker'])
    // what the shop is at is the same at each, and not three times as much
    const metrics = await (await askAt(server.opsPort, '/metrics')).text()
    expect(metrics).toMatch(/^cartwright_shop_read 1$/m)
    expect(metrics.match(/^cartwright_heartbeat_age_seconds\{/gm)).toHaveLength(3)
    expect(Number(/^cartwright_disk_free_ratio (\S+)$/m.exec(metrics)?.[1])).toBeLessThanOrEqual(1)
    const page = await (await askAt(server.opsPort, '/status')).text()
    for (const { instance } of all) expect(page).toContain(`<th scope="row">${instance}</th>`)
    expect(await serving(server, 3)).toHaveLength(2)
    await server.stop()
    expect(await rows()).toEqual([])
  }, 120_000)

  test.each(['0', '-1', '1.5', 'x', '257'])('OPS-03: WEB_PROCESSES=%s ends the start', async (value) => {
    const server = await several.spawn({ WEB_PROCESSES: value })
    expect(await server.ended).toBe(1)
    expect(server.log()).toBe('The settings are not good:\n  - WEB_PROCESSES: auto, or a whole number from 1 to 256\n')
  })
})

describe('OPS-04: a child that dies', () => {
  test('OPS-04: of 200 calls only those at the killed child fail; it is replaced', async () => {
    const server = await several.start(3)
    const shopper = await several.shopperAt(server.port)
    await several.lockCarts()
    const calls = Array.from({ length: 200 }, () => callCart(server.port, shopper))
    const ports = await Promise.all(calls.map(({ localPort }) => localPort))
    const children = childrenOf(server.pid)
    const [doomed = 0] = children
    const open = () => children.flatMap((pid) => connectionsOf(pid, server.port)).length
    await expect.poll(open, patience).toBe(200)
    await expect.poll(several.waitingForLock, patience).toBeGreaterThan(3)
    const there = new Set(connectionsOf(doomed, server.port))
    process.kill(doomed, 'SIGKILL')
    await expect.poll(() => isRunning(doomed), patience).toBe(false)
    await several.admin().query('rollback')
    const statuses = await Promise.all(calls.map(({ status }) => status))
    expect(there.size).toBeGreaterThan(30)
    expect(statuses).toEqual(ports.map((port) => (there.has(port) ? null : 200)))
    expect(await callCart(server.port, shopper).status).toBe(200)
    await expect.poll(() => serving(server, 3), patience).toHaveLength(3)
    expect(childrenOf(server.pid)).not.toContain(doomed)
    expect(isRunning(server.pid)).toBe(true)
  }, 120_000)

  test('OPS-04: when all have died five times within a minute the parent ends with code 1 and says why', async () => {
    const server = await several.start(2)
    const killed = new Set<number>()
    const killAll = () => {
      for (const pid of childrenOf(server.pid).filter(isRunning)) {
        process.kill(pid, 'SIGKILL')
        killed.add(pid)
      }
      return isRunning(server.pid)
    }
    await expect.poll(killAll, patience).toBe(false)
    expect(await server.ended).toBe(1)
    expect(killed.size).toBeGreaterThanOrEqual(10)
    expect(server.log()).toContain('Cartwright ends: each of its processes died five times within a minute.')
  }, 120_000)

  test('OPS-04: what ends the first start is said once, and nothing is tried again', async () => {
    const url = new URL(several.world().databaseUrl)
    url.password = 'wrong'
    const server = await several.spawn({ WEB_PROCESSES: '3' }, url.href)
    expect(await server.ended).toBe(1)
    expect(server.log().match(/password authentication failed/g)).toHaveLength(1)
    expect(server.log()).not.toContain('started again')
  }, 60_000)
})

describe('OPS-06: nobody sees how many there are', () => {
  /** A page as a guest without any cookie gets it, on a connection of its own. */
  function guestPage(port: number): Promise<string> {
    return new Promise((resolve, reject) => {
      const headers = { host: 'cb.localhost:3000', accept: 'text/html', 'accept-encoding': 'br' }
      const path = '/category/tableware'
      const sent = request({ port, host: '127.0.0.1', agent: false, path, headers }, (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => resolve(brotliDecompressSync(Buffer.concat(parts)).toString()))
      })
      sent.on('error', reject)
      sent.end()
    })
  }
  const cup = (cents: number) => piece('CB', 7_001, 'Clay Cup', { prices: prices(cents) }, { category: 'tableware' })

  test('OPS-06: a new price shows at each of four, kept pages and all, and never the old one after it', async () => {
    await several.world().importLines(cup(4_321))
    const server = await several.start(4)
    /** Twice as many visitors as there are processes: each process answers one of them or two. */
    async function eight(): Promise<string[]> {
      const pages: string[] = []
      while (pages.length < 8) pages.push(await guestPage(server.port))
      return pages
    }
    const pricesSeen = async () => [...new Set((await eight()).map((page) => /\$(43\.21|87\.65)/.exec(page)?.[1]))]
    expect(await pricesSeen()).toEqual(['43.21'])
    await several.world().importLines(cup(8_765))
    await expect.poll(pricesSeen, patience).toEqual(['87.65'])
    for (let nth = 0; nth < 5; nth += 1) expect(await pricesSeen()).toEqual(['87.65'])
    const metrics = await (await askAt(server.opsPort, '/metrics')).text()
    expect(Number(/^kept_pages_total (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(20)
  }, 120_000)

  test('OPS-06: a limit counts what all of them were asked, and a cart is the same at each', async () => {
    const server = await several.start(4)
    const shopper = await several.shopperAt(server.port)
    const opened: boolean[] = []
    for (let nth = 0; nth < 44; nth += 1) {
      opened.push((await shopper.call('payment', 'createCardSession', {})).isSuccess === true)
    }
    // cardSessionsPerSession
    expect(opened).toEqual([...Array(40).fill(true), ...Array(4).fill(false)])
    const carts = new Set<string>()
    for (let nth = 0; nth < 8; nth += 1) carts.add((await shopper.rawCall('cart', 'getCartJsx', {})).body)
    expect(carts.size).toBe(1)
  }, 120_000)
})
