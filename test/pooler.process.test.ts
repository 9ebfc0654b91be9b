import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { sku } from '#test/builders/catalog.ts'
import { createStockedDatabase, roleUrl, type TestDatabase } from '#test/database.ts'
import { cardToken } from '#test/order/gateway.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { expectBalancedBooks, orderCounts } from '#test/order/ordering.ts'
import { order } from '#test/order/place.ts'
import { canPrepare, type Pooler, poolerVersion, startPooler } from '#test/pooler.ts'
import {
  developmentSettings,
  freePort,
  productionSettings,
  type Settings,
  type Started,
  start,
  untilReady,
} from '#test/start/server.ts'
import { makeRoles } from '#test/superuser.ts'
import { createWorld } from '#test/world.ts'

const version = poolerVersion()
const isMissing = version === null
const named = isMissing ? ' (skipped: the package pgbouncer is not installed)' : ''
const tooOld = canPrepare(version)
  ? ''
  : ` (skipped: PgBouncer 1.21 or newer is not installed, ${version?.join('.') ?? 'nor another'} is)`
const tooNew = canPrepare(version) ? ' (skipped: this PgBouncer does not lose them)' : named

const patient = { timeout: 180_000 }

/** One of both, with both kinds of servers behind it. */
describe.skipIf(isMissing)(`OPS-13: behind PgBouncer${named}`, patient, () => {
  let made: TestDatabase
  let asWeb: string
  let poolers: { readonly [Mode in 'session' | 'transaction']: Pooler }
  beforeAll(async () => {
    made = await createStockedDatabase()
    await makeRoles(made.url)
    asWeb = roleUrl(made.url, 'web')
    poolers = { session: await startPooler(asWeb, 'session'), transaction: await startPooler(asWeb, 'transaction') }
  }, 120_000)
  afterAll(async () => {
    await Promise.all(Object.values(poolers).map((each) => each.stop()))
    await made.drop()
  })

  async function serve(settings: Settings): Promise<Started> {
    const started = await start({ ...productionSettings, DATABASE_DIRECT_URL: made.url, ...settings })
    onTestFinished(() => started.stop())
    return started
  }

  /** Visitors fill carts and place orders, many at once, so that connections go from hand to hand. */
  async function trade(mode: 'session' | 'transaction', wire: { isTransactionPooled: boolean; isPrepared: boolean }) {
    const own = await createStockedDatabase()
    await makeRoles(own.url)
    const world = await createWorld({ on: { ...own, shopUrl: poolers[mode].urlOf(own.url), wire } })
    onTestFinished(async () => {
      await world.close()
      await own.drop()
    })
    const token = await cardToken(world)
    const carts = await Promise.all(
      Array.from({ length: 30 }, () =>
        insertCart(world.database, { lines: [{ sku: sku.mug, quantity: 1 }], tokens: [token] }),
      ),
    )
    const visitors = Array.from({ length: 10 }, () => world.shopper('cb'))
    const [placed, filled] = await Promise.all([
      Promise.all(carts.map(({ shopperId }) => order(world.shop.orders, shopperId))),
      Promise.all(
        visitors.map(async (each) => {
          await each.call('cart', 'addItems', { items: [{ Sku: sku.mug, Quantity: 2 }] })
          return each.call('cart', 'getCartJsx', {})
        }),
      ),
    ])
    expect(placed.map(({ kind }) => kind)).toEqual(carts.map(() => 'placed'))
    for (const cart of filled) expect(cart).toMatchObject({ lineItems: [{ sku: sku.mug, quantity: 2 }] })
    expect(await orderCounts(world)).toEqual({ placed: 30 })
    await expectBalancedBooks(world)
    return world
  }

  test('in session mode orders and carts go through it, and each connection is told its limits', async () => {
    const world = await trade('session', { isTransactionPooled: false, isPrepared: true })
    const limit = statement<{ limit: string }>('test.limit', "select current_setting('transaction_timeout') as limit")
    // what the tests' own pool sets, not what the role brings along
    expect(await world.shop.orders.database.row(limit)).toEqual({ limit: '1min' })
    await untilReady(await serve({ DATABASE_URL: poolers.session.urlOf(made.url), DATABASE_POOLER: 'session' }))
  })

  test.skipIf(canPrepare(version))(
    `in transaction mode a start finds that it loses prepared statements, and ends${tooNew}`,
    async () => {
      const server = await serve({ DATABASE_URL: poolers.transaction.urlOf(made.url), DATABASE_POOLER: 'transaction' })
      expect(await server.ended).toBe(1)
      expect(server.said()).toBe(
        'The pooler in front of the database loses prepared statements. Use PgBouncer 1.21 or newer with max_prepared_statements, or DATABASE_POOLER=session.\n',
      )
    },
  )

  test('in transaction mode without prepared statements orders and carts go through it', async () => {
    const pooled = {
      DATABASE_URL: poolers.transaction.urlOf(made.url),
      DATABASE_POOLER: 'transaction',
      DATABASE_PREPARED: 'off',
    }
    await trade('transaction', { isTransactionPooled: true, isPrepared: false })
    await untilReady(await serve(pooled))
    const opsPort = await freePort()
    await serve({ ...pooled, ROLE: 'worker', OPS_PORT: String(opsPort) })
    const readyz = () => fetch(`http://127.0.0.1:${opsPort}/readyz`).then((answer) => answer.status, String)
    await expect.poll(readyz, { timeout: 60_000 }).toBe(200)
    // the worker's four, and those of the starts are over
    const client = new pg.Client({ connectionString: made.url })
    await client.connect()
    onTestFinished(() => client.end())
    const direct = async () =>
      (
        await client.query(
          "select count(*)::int as n from pg_stat_activity where datname = current_database() and usename <> 'cartwright_web' and application_name like 'cartwright%'",
        )
      ).rows[0].n
    await expect.poll(direct, { timeout: 20_000 }).toBeLessThanOrEqual(4)
  })

  test.skipIf(!canPrepare(version))(`in transaction mode orders and carts go through it${tooOld}`, async () => {
    await trade('transaction', { isTransactionPooled: true, isPrepared: true })
    await untilReady(await serve({ DATABASE_URL: poolers.transaction.urlOf(made.url), DATABASE_POOLER: 'transaction' }))
  })

  test('in transaction mode a setting that the role does not bring along is named, and no other', async () => {
    const client = new pg.Client({ connectionString: asWeb })
    await client.connect()
    const [{ name } = { name: '' }] = (await client.query('select current_database() as name')).rows
    await client.query(`alter role cartwright_web in database ${name} set lock_timeout = '7s'`)
    await client.query(`alter role cartwright_web in database ${name} reset search_path`)
    await client.end()
    const pooler = await startPooler(asWeb, 'transaction')
    onTestFinished(() => pooler.stop())
    const server = await serve({
      DATABASE_URL: pooler.urlOf(made.url),
      ...{ DATABASE_POOLER: 'transaction', DATABASE_PREPARED: 'off' },
    })
    expect(await server.ended).toBe(1)
    expect(server.said()).toBe(
      'With DATABASE_POOLER=transaction the role cartwright_web brings the settings of its connections along:\n' +
        '  - lock_timeout is 7000, and must be 2000\n  - search_path is "$user", public, and must be shop\n' +
        'npm run db:roles -- --apply writes those of cartwright_web and cartwright_worker.\n',
    )
  })
})

test('OPS-13: without a way past a pooler in transaction mode a start names DATABASE_DIRECT_URL', patient, async () => {
  const server = await start({
    ...{ ...developmentSettings, DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c', DATABASE_POOLER: 'transaction' },
  })
  onTestFinished(() => server.stop())
  expect(await server.ended).toBe(1)
  expect(server.said()).toContain(
    'DATABASE_DIRECT_URL: needed with DATABASE_POOLER=transaction: the address of the database itself',
  )
})
