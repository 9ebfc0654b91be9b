import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { variants } from '#domain/variant.ts'
import { statement } from '#server/db/database.ts'
import { place, sku } from '#test/builders/catalog.ts'
import { makeAccount, signInBy } from '#test/builders/member.ts'
import { startServerBeside } from '#test/builders/server-process.ts'
import { type TestShopper, testShopper } from '#test/builders/shopper.ts'
import { overTheWire } from '#test/builders/wire.ts'
import { freePort, type StoreProcess } from '#test/e2e/store-process.ts'
import { insertCartOf } from '#test/order/cancelling.ts'
import { cardToken } from '#test/order/gateway.ts'
import { expectBalancedBooks } from '#test/order/ordering.ts'
import { createWorld, type World } from '#test/world.ts'

// a busy machine takes its time
const patience = { timeout: 40_000, interval: 100 }
const hour = 3_600_000
/** By so much their clocks are wrong: an hour, and more than any tolerance. */
const offMs = { hour, ahead: 50 * hour, behind: -50 * hour } as const
const names = ['hour', 'ahead', 'behind'] as const

const alarms = statement<{ key: string; severity: string; facts: { instance: string; skewMs: number } }>(
  'test.alarms',
  `select key, severity, facts from shop.alarm where kind = 'clock-skew' order by key`,
)
const states = statement<{ state: string }>('test.states', 'select state from shop.orders where shopper_id = $1')

let world: World
let opsPort: number
let right: StoreProcess
const off = new Map<string, StoreProcess>()

const startWith = (clockOffMs: number, env: NodeJS.ProcessEnv) =>
  startServerBeside(world, world.databaseUrl, {
    ...{
      NODE_OPTIONS: `--import ${new URL('builders/clock-off.mjs', import.meta.url)}`,
      CLOCK_OFF_MS: String(clockOffMs),
    },
    ...env,
  })
beforeAll(async () => {
  world = await createWorld({ now: new Date().toISOString() })
  opsPort = await freePort()
  right = await startServerBeside(world, world.databaseUrl, { INSTANCE_NAME: 'right', OPS_PORT: String(opsPort) })
  for (const name of names) off.set(name, await startWith(offMs[name], { INSTANCE_NAME: name, ROLE: 'web' }))
}, 120_000)
afterAll(async () => {
  await Promise.all([right, ...off.values()].map((server) => server?.stop()))
  await world.close()
})

/** A page for who is signed in. */
const members = '/account/addresses/new'

let visitors = 0
/** A visitor who may go from one server to the other. */
function visitor(first: StoreProcess): { readonly shopper: TestShopper; goTo(server: StoreProcess): void } {
  let at = first
  visitors += 1
  const address = `10.1.0.${visitors}`
  return {
    shopper: testShopper(overTheWire({ port: () => at.port, address }), variants.cb),
    goTo(server) {
      at = server
    },
  }
}
const wrong = (name: string) => off.get(name) ?? right

describe('OPS-41: the clock of a process is wrong', () => {
  test('OPS-41: an alarm for each such process, the measured difference as a metric, and a warning at its start', async () => {
    await expect
      .poll(async () => (await world.database.rows(alarms)).map(({ key }) => key), patience)
      .toEqual(['ahead', 'behind', 'hour'])
    for (const { key, severity, facts } of await world.database.rows(alarms)) {
      expect([key, severity, facts.instance]).toEqual([key, 'ticket', key])
      expect(Math.abs(facts.skewMs - offMs[key as keyof typeof offMs])).toBeLessThan(2_000)
      expect(wrong(key).log()).toContain('the clock of this process differs')
    }
    expect(right.log()).not.toContain('the clock of this process differs')
    const metrics = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text()
    const skewOf = (name: string) =>
      Number(new RegExp(`^cartwright_clock_skew_seconds\\{.*instance="${name}".*\\} (\\S+)$`, 'm').exec(metrics)?.[1])
    for (const name of names) expect(Math.abs(skewOf(name) - offMs[name] / 1_000)).toBeLessThan(2)
    expect(Math.abs(skewOf('right'))).toBeLessThan(2)
  }, 60_000)

  test.each(names)(
    'OPS-41: a guest’s cookie is good at the other, made by the one that is %s or by the right one',
    async (name) => {
      for (const [first, second] of [
        [wrong(name), right],
        [right, wrong(name)],
      ] as const) {
        const { shopper, goTo } = visitor(first)
        await shopper.get('/session')
        const sid = shopper.cookies.get('sid')
        goTo(second)
        await shopper.call('cart', 'addItems', { items: [{ Sku: sku.mug, Quantity: 2 }] })
        expect(shopper.cookies.get('sid')).toBe(sid)
        goTo(first)
        expect(await shopper.call('cart', 'getHeaderCounts', {})).toMatchObject({ basketCount: 2 })
      }
    },
    60_000,
  )

  test.each(names)(
    'OPS-41: who signed in at the one that is %s is signed in at the right one, and the other way round',
    async (name) => {
      for (const [first, second] of [
        [wrong(name), right],
        [right, wrong(name)],
      ] as const) {
        const email = `${name}-${first === right}@example.com`
        await makeAccount(world, { email })
        const { shopper, goTo } = visitor(first)
        expect((await shopper.get(members)).statusCode).not.toBe(200)
        await signInBy(shopper, email)
        expect((await shopper.get(members)).statusCode).toBe(200)
        goTo(second)
        expect((await shopper.get(members)).statusCode).toBe(200)
      }
    },
    60_000,
  )

  test('OPS-41: delivery dates are those of the right clock', async () => {
    const { shopper, goTo } = visitor(right)
    await shopper.call('cart', 'addItems', { items: [{ Sku: sku.mug, Quantity: 1 }] })
    const told = async (server: StoreProcess) => {
      goTo(server)
      return {
        cart: await shopper.call('cart', 'getCartJsx', {}),
        availability: await shopper.call('cart', 'getAvailability', { sku: sku.sofaOat, zipCode: '60563' }),
        estimates: await shopper.call('cart', 'getEdd', { locationId: String(place.store.CB.US), zipCode: '60563' }),
      }
    }
    const asIs = await told(right)
    for (const name of names) expect(await told(wrong(name))).toEqual(asIs)
  }, 60_000)

  test.each(names)(
    'OPS-41: tries are counted as one at the right one and at the one that is %s',
    async (name) => {
      const { shopper, goTo } = visitor(right)
      await shopper.call('cart', 'addItems', { items: [{ Sku: sku.mug, Quantity: 1 }] })
      const tried = (nth: number) =>
        shopper
          .rawCall('tender', 'applyGiftCard', { cardNumber: `60000000000000${10 + nth}`, cardPin: '12345678' })
          .then((reply) => reply.body)
      const said: string[] = []
      for (let nth = 0; nth < 22; nth += 1) {
        goTo(nth % 2 === 0 ? right : wrong(name))
        said.push(await tried(nth))
      }
      const refused = said.findIndex((body) => body !== said[0])
      expect(refused).toBe(20)
      expect(said.slice(20)).toEqual([said[20], said[20]])
    },
    60_000,
  )

  test.each(names)(
    'OPS-41: what a process that is %s leaves behind is taken up by the right one, with its holds',
    async (name) => {
      const dying = await startWith(offMs[name], { ROLE: 'web', KILL: 'k3' })
      const { shopper } = visitor(dying)
      const token = await cardToken(world)
      const shopperId = await insertCartOf(world, shopper, { lines: [{ sku: sku.mug, quantity: 1 }], tokens: [token] })
      await expect(shopper.call('order', 'placeOrder', { adata: '' })).rejects.toThrow()
      await expect.poll(() => world.database.rows(states, [shopperId]), patience).toEqual([{ state: 'placed' }])
      await expectBalancedBooks(world)
      // it ended itself
      await dying.stop()
    },
    90_000,
  )
})
