import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { importCatalog } from '#server/catalog/import/importer.ts'
import { type Database, statement } from '#server/db/database.ts'
import { checkInvariants } from '#server/order/books/invariants-store.ts'
import { importStoredValue } from '#server/tender/stored-value-import.ts'
import { storedValueMac } from '#server/tender/stored-value-mac.ts'
import { testCatalog } from '#test/builders/catalog.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#test/database.ts'
import { insertCart, seedGiftCard } from '#test/order/insert-cart.ts'
import { childrenOf, portsOf, treeOf } from './processes.ts'
import {
  freePort,
  getPage,
  newFolder,
  productionSettings,
  run,
  type Settings,
  type Started,
  start,
  testStoreSettings,
  untilReady,
} from './server.ts'

const running: Started[] = []
const databases: { drop(): Promise<void> }[] = []
afterAll(async () => {
  await Promise.all(running.map((each) => each.stop()))
  await Promise.all(databases.map((each) => each.drop()))
}, 60_000)

const slow = 90_000

async function open(settings: Settings): Promise<Started> {
  const started = await start(settings)
  running.push(started)
  return started
}

async function newDatabase(): Promise<TestDatabase> {
  const made = await createTestDatabase()
  databases.push(made)
  return made
}

async function fill(database: Database): Promise<void> {
  const file = join(newFolder(), 'catalog.jsonl')
  writeFileSync(
    file,
    testCatalog()
      .map((line) => JSON.stringify(line))
      .join('\n'),
  )
  expect(await importCatalog(database, { file })).toMatchObject({ isTaken: true })
}

const rowsOf = statement<{ table: string; count: number }>(
  'test.rows-of-tables',
  `select relname as "table", (xpath('/row/c/text()',
     query_to_xml(format('select count(*) as c from shop.%I', relname), false, true, '')))[1]::text::int as count
   from pg_stat_user_tables where schemaname = 'shop' order by 1`,
)

describe('a production start', () => {
  test(
    'SAFE-01, SAFE-06: on an empty database imports nothing, starts nothing, is ready and says that it gets ready',
    async () => {
      const [used, untouched] = [await newDatabase(), await newDatabase()]
      const opsPort = await freePort()
      const server = await untilReady(
        await open({ ...productionSettings, DATABASE_URL: used.url, OPS_PORT: String(opsPort) }),
      )
      // the process itself is heard of, and nothing else was written
      const rows = (await untouched.database.rows(rowsOf)).map((each) =>
        each.table === 'heartbeat' ? { ...each, count: 1 } : each,
      )
      expect(await used.database.rows(rowsOf)).toEqual(rows)
      const page = await getPage(server.port, 'www.cb2.example.ca', '/')
      expect([page.status, page.headers['retry-after']]).toEqual([503, '60'])
      expect(page.body).toContain('data-brand="CB2"')
      expect(page.body).toContain('We are getting ready')
      expect(server.said().match(/npm run catalog:import/g)).toHaveLength(1)
      expect(server.said().match(/addresses are not completed .* set ADDRESS_PLACES/g)).toHaveLength(1)
      expect(childrenOf(server.pid)).toEqual([])
      expect(portsOf(treeOf(server.pid))).toEqual([server.port, opsPort].sort((a, b) => a - b))
    },
    slow,
  )

  test(
    'SAFE-04: ends at once and names everything, before it opens a port or starts anything',
    async () => {
      const { code, said } = await run(['src/server/main.ts'], { NODE_ENV: 'production', PORT: 'eighty' })
      expect(code).toBe(1)
      for (const name of [
        'PORT',
        'DATABASE_URL',
        'SHOP_SECRET',
        'CB2_CA_ORIGIN',
        'ADYEN_API_KEY',
        'SMTP_URL',
        'MAIL_FROM',
      ]) {
        expect(said).toContain(`  - ${name}: `)
      }
    },
    slow,
  )

  test(
    'SAFE-04: ends at once when NODE_ENV was forgotten beside settings of real shoppers, and says what to set',
    async () => {
      const { NODE_ENV: _, ...forgotten } = productionSettings
      const { url } = await newDatabase()
      const { code, said } = await run(['src/server/main.ts'], { ...forgotten, DATABASE_URL: url })
      expect([code, said]).toEqual([
        1,
        expect.stringContaining('  - NODE_ENV: must be production, as ADYEN_ENVIRONMENT'),
      ])
    },
    slow,
  )

  test(
    'SAFE-03: is refused with a list and the command while stored value of the demo is there; then it opens, and what the retailer and a shopper made is kept',
    async () => {
      const { database, url } = await newDatabase()
      await fill(database)
      const settings = { ...productionSettings, DATABASE_URL: url }
      // of another secret: a demo database that is opened in production
      await importStoredValue(
        database,
        'catalog/stored-value.jsonl',
        storedValueMac('the secret of development, long enough'),
        {
          isDemo: true,
        },
      )
      const own = await seedGiftCard(database, 10_000)
      const cart = await insertCart(database, { lines: [], tenders: [{ kind: 'giftCard', tenderId: own }] })

      const refused = await open(settings)
      expect(await refused.ended).toBe(1)
      expect(refused.said()).toContain('  - gift card ending in 0001, 50.00 USD')
      expect(refused.said()).toContain('npm run demo:remove')

      const removed = await run(['src/server/demo-cli.ts', 'remove'], settings)
      expect([removed.code, removed.said]).toEqual([0, expect.stringContaining('16 taken out of use.')])
      await untilReady(await open(settings))
      expect(await database.row(balanceOf, [own])).toEqual({ cents: 10_000, status: 'active' })
      expect(await database.row(tendersOf, [cart.shopperId])).toEqual({ count: 1 })
      expect(await checkInvariants(database)).toEqual([])
    },
    slow,
  )

  test(
    'SAFE-01, SAFE-02, SAFE-03: what waits for a catalogue is opened by nobody’s demo, whatever runs on its database; it opens with a clean catalogue',
    async () => {
      const { database, url } = await newDatabase()
      const settings = { ...productionSettings, DATABASE_URL: url }
      const server = await untilReady(await open(settings))
      const pageAt = async () => (await getPage(server.port, 'www.cb.example', '/')).status
      // a second process of the same shop whose NODE_ENV was forgotten
      const careless = { SHOP_SECRET: productionSettings.SHOP_SECRET ?? '', DATABASE_URL: url }
      const imported = await run(['src/server/demo-cli.ts', 'import'], careless)
      expect([imported.code, imported.said]).toEqual([1, expect.stringContaining('production has opened')])
      const started = await open(careless)
      expect([await started.ended, started.said()]).toEqual([1, expect.stringContaining('NODE_ENV=production')])
      for (const env of [careless, settings]) {
        const issued = await run(['src/server/tender/import-cli.ts', 'catalog/stored-value.jsonl'], env)
        expect([issued.code, issued.said]).toEqual([1, expect.stringMatching(/line 1, number: .*everybody knows it/)])
        expect(issued.said).toContain('Nothing was issued.')
      }
      expect(await pageAt()).toBe(503)

      // an older program, which knows no mark
      await database.count(plantCard)
      await fill(database)
      await new Promise((resolve) => setTimeout(resolve, 1_200))
      expect([await pageAt(), await pageAt()]).toEqual([503, 503])
      await expect.poll(() => server.said()).toContain('gift card ending in 0001, 50.00 USD')
      expect(server.said().match(/npm run demo:remove/g)).toHaveLength(1)
      expect((await run(['src/server/demo-cli.ts', 'remove'], settings)).code).toBe(0)
      await expect.poll(pageAt, { timeout: 10_000 }).toBe(200)
    },
    slow,
  )

  test(
    'SAFE-02: demo:import refuses in production and says why',
    async () => {
      const { url } = await newDatabase()
      const { code, said } = await run(['src/server/demo-cli.ts', 'import'], {
        ...productionSettings,
        DATABASE_URL: url,
      })
      expect([code, said]).toEqual([1, expect.stringContaining('everybody knows the numbers of its gift cards')])
    },
    slow,
  )

  test(
    'SAFE-05, SAFE-06: with stand-ins it warns of them by name, starts their one program, and every answer tells robots noindex',
    async () => {
      const { database, url } = await newDatabase()
      await fill(database)
      const [gatewayPort, mailPort] = [await freePort(), await freePort()]
      const ports = { GATEWAY_PORT: String(gatewayPort), MAIL_SMTP_PORT: String(mailPort) }
      const server = await untilReady(await open({ ...testStoreSettings, ...ports, DATABASE_URL: url }))
      expect(server.said()).toContain('"standIns":["card-gateway","wallets","mail","identity","delivery"]')
      expect(childrenOf(server.pid)).toHaveLength(1)
      expect(portsOf(treeOf(server.pid))).toEqual([server.port, gatewayPort, mailPort].sort((a, b) => a - b))
      // the second is answered before the framework
      for (const _ of [1, 2, 3]) {
        const page = await getPage(server.port, 'www.cb.example', '/', { 'accept-encoding': 'br' })
        expect([page.status, page.headers['x-robots-tag']]).toEqual([200, 'noindex'])
      }
      expect((await getPage(server.port, 'www.cb.example', '/account/signin')).body).toContain('Nothing is sold here.')
      // mail alone needs no wallet, no identity and no drill
      expect((await getPage(server.port, 'www.cb.example', '/fire-drill/cart')).status).toBe(404)
    },
    slow,
  )

  test(
    'SAFE-05: a mailbox alone is started beside a gateway that moves no real money',
    async () => {
      const { database, url } = await newDatabase()
      await fill(database)
      const { SMTP_URL: _, ...real } = productionSettings
      const [gatewayPort, mailPort] = [await freePort(), await freePort()]
      const server = await untilReady(
        await open({
          ...real,
          ...{
            STAND_INS: 'card-gateway,mail',
            ADYEN_ENVIRONMENT: 'test',
            ADYEN_CLIENT_KEY: 'test_client',
            GATEWAY_PORT: String(gatewayPort),
            MAIL_SMTP_PORT: String(mailPort),
            DATABASE_URL: url,
          },
          ...{
            GATEWAY_API_KEY: 'api key of a mailbox, long enough to be one',
            GATEWAY_HMAC_KEY: '0123456789abcdef'.repeat(4),
          },
        }),
      )
      expect(portsOf(treeOf(server.pid))).toEqual([server.port, gatewayPort, mailPort].sort((a, b) => a - b))
      const policy = (await getPage(server.port, 'www.cb.example', '/checkout/cart')).headers['content-security-policy']
      expect(policy).not.toMatch(/127\.0\.0\.1|localhost/)
    },
    slow,
  )
})

test(
  'SAFE-02: a development start fills an empty shop with the demo',
  async () => {
    const empty = await createEmptyDatabase()
    databases.push(empty)
    const settings = {
      NODE_ENV: 'development',
      GATEWAY_PORT: String(await freePort()),
      MAIL_SMTP_PORT: String(await freePort()),
    }
    const server = await untilReady(await open({ ...settings, DATABASE_URL: empty.url }))
    expect((await getPage(server.port, `cb.localhost:${server.port}`, '/category/sofas')).status).toBe(200)
  },
  slow,
)

const balanceOf = statement<{ cents: number; status: string }>(
  'test.balance',
  'select balance_cents as cents, status from shop.gift_card where card_id = $1',
)
const tendersOf = statement<{ count: number }>(
  'test.tenders',
  'select count(*)::int as count from shop.cart_tender where shopper_id = $1',
)
const plantCard = statement(
  'test.plant-demo-card',
  `with card as (
     insert into shop.gift_card (card_id, number_mac, last4, pin_mac, currency, balance_cents, is_demo)
     values (gen_random_uuid(), 'number', '0001', 'pin', 'USD', 5000, true) returning card_id)
   insert into shop.gift_card_entry (card_id, kind, amount_cents) select card_id, 'issue', 5000 from card`,
)
