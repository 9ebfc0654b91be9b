import { type Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { variants } from '#domain/variant.ts'
import { sku } from '#test/builders/catalog.ts'
import { spawnServerBeside } from '#test/builders/server-process.ts'
import { type TestShopper, testShopper } from '#test/builders/shopper.ts'
import { overTheWire } from '#test/builders/wire.ts'
import { freePort, type StoreProcess } from '#test/e2e/store-process.ts'
import { type DatabaseProxy, startProxy } from '#test/proxy.ts'
import { childrenOf, connectionsOf } from '#test/start/processes.ts'
import { createWorld, type World } from '#test/world.ts'

/** A busy machine takes its time. */
export const patience = { timeout: 60_000, interval: 50 }

export type Several = StoreProcess & { readonly opsPort: number }
type Pending = { readonly localPort: Promise<number>; readonly status: Promise<number | null> }

let shoppers = 0

/** A shop in a file of tests, beside which several processes of one parent are started; each is ended with its test. */
export function severalProcesses() {
  let world: World
  let wire: DatabaseProxy
  let admin: pg.Client
  const running: StoreProcess[] = []
  beforeAll(async () => {
    world = await createWorld()
    wire = await startProxy(world.databaseUrl)
    admin = new pg.Client({ connectionString: world.databaseUrl })
    admin.on('error', () => undefined)
    await admin.connect()
  }, 60_000)
  afterEach(async () => {
    await admin.query('rollback')
    await Promise.all(running.splice(0).map((each) => each.stop()))
  })
  afterAll(async () => {
    await admin.end()
    await wire.close()
    await world.close()
  })

  /** One or several, without waiting for them. */
  async function spawn(env: NodeJS.ProcessEnv, url = wire.url): Promise<StoreProcess> {
    const server = await spawnServerBeside(world, url, env)
    running.push(server)
    return server
  }

  return {
    world: () => world,
    /** The port of the database that they reach. */
    databasePort: () => Number(new URL(wire.url).port),
    admin: () => admin,
    spawn,
    async startOne(env: NodeJS.ProcessEnv): Promise<StoreProcess> {
      const server = await spawn(env)
      await server.ready()
      return server
    },
    /** A parent whose processes all serve. */
    async start(count: number, env: NodeJS.ProcessEnv = {}): Promise<Several> {
      const opsPort = await freePort()
      const server = await spawn({
        ...{ WEB_PROCESSES: String(count), ROLE: 'web', OPS_PORT: String(opsPort), LOG_LEVEL: 'info', ...env },
      })
      const several = { ...server, opsPort }
      const isTaken = () => server.log().includes('is taken by another program')
      const state = async () => ({
        said: server.log(),
        serving: isTaken() ? count : (await serving(several, count)).length,
      })
      await expect.poll(state, { ...patience, timeout: 120_000 }).toMatchObject({ serving: count })
      // a port that was free when it was looked for
      return isTaken() ? this.start(count, env) : several
    },
    /** A shopper with a cart. */
    async shopperAt(port: number): Promise<TestShopper> {
      const shopper = visitorAt(port)
      await shopper.get('/session')
      await shopper.call('cart', 'addItems', { items: [{ Sku: sku.mug, Quantity: 1 }] })
      return shopper
    },
    /** From now on no call reads a cart, until the transaction ends. */
    lockCarts: () => admin.query('begin; lock table shop.cart in access exclusive mode'),
    async waitingForLock(): Promise<number> {
      const waiting = `select count(*) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      return Number((await admin.query(waiting)).rows[0].count)
    },
  }
}

/** Somebody whose network nobody else has. */
export function visitorAt(port: number, agent?: Agent): TestShopper {
  shoppers += 1
  const address = `10.1.${shoppers >> 8}.${shoppers & 255}`
  return testShopper(overTheWire({ port: () => port, address, ...(agent === undefined ? {} : { agent }) }), variants.cb)
}

/** The processes that answer new connections, after as many tries as tell. */
export async function serving({ port, pid }: StoreProcess, count: number): Promise<number[]> {
  const sockets = await openConnections(port, count * 2).catch(() => [])
  const found = childrenOf(pid).filter((each) => connectionsOf(each, port).length > 0)
  for (const socket of sockets) socket.destroy()
  return sockets.length === 0 ? [] : found
}

/** Connections that were answered once and stay. */
export function openConnections(port: number, count: number): Promise<Socket[]> {
  return Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<Socket>((resolve, reject) => {
          const socket = connect(port, '127.0.0.1', () =>
            socket.write('GET /healthz HTTP/1.1\r\nhost: cb.localhost:3000\r\n\r\n'),
          )
          socket.once('data', () => resolve(socket))
          socket.once('error', reject)
          socket.once('close', () => reject(new Error('closed')))
        }),
    ),
  )
}

/** A call on a connection of its own that needs the shopper's cart; null when nothing came. */
export function callCart(port: number, shopper: TestShopper): Pending {
  const sent = request({
    ...{ port, host: '127.0.0.1', agent: false, path: '/ReactCart/GetCartJsx' },
    headers: { host: 'cb.localhost:3000', cookie: `sid=${shopper.cookies.get('sid')}` },
  })
  const status = new Promise<number | null>((resolve) => {
    sent.on('error', () => resolve(null))
    sent.on('response', (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
      answer.on('error', () => resolve(null))
    })
  })
  const localPort = new Promise<number>((resolve) => {
    sent.on('socket', (socket) => socket.on('connect', () => resolve(socket.localPort ?? 0)))
  })
  sent.end()
  return { localPort, status }
}

/** What operators are answered. */
export const askAt = (port: number, path: string) => fetch(`http://127.0.0.1:${port}${path}`)
