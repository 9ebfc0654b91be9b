// npm run drill:restore [-- --orders 100 --by pgbackrest|copy]: a database is restored to a moment between so many orders and as many
// more, and a shop starts on it. Nothing of what it does not know may be given back before a person says so.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createGateway } from '#sandbox/card-gateway/gateway.ts'
import { type Database, statement } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase } from '#server/db/pool.ts'
import { reconcileRound } from '#server/order/books/hold-round.ts'
import type { OrderDeps } from '#server/order/order-deps.ts'
import { importLines, sku, testCatalog } from '#test/builders/catalog.ts'
import { testConfig } from '#test/builders/config.ts'
import { drillOrders } from '#test/drill/orders.ts'
import { type BackupWay, missingPackages, startRestorableServer } from '#test/drill/restorable-server.ts'
import { startStore } from '#test/e2e/store-process.ts'
import { booksCommand } from '#test/order/command.ts'
import { cardToken, gatewayBooks } from '#test/order/gateway.ts'
import { holdWatchOf } from '#test/order/guard.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { order } from '#test/order/place.ts'

const { values } = parseArgs({ options: { orders: { type: 'string' }, by: { type: 'string' } } })
const count = Number(values.orders ?? 100)
const missing = missingPackages()
const way: BackupWay = values.by === 'copy' || (values.by === undefined && missing.length > 0) ? 'copy' : 'pgbackrest'
if (way === 'pgbackrest' && missing.length > 0) throw new Error(`Not installed: ${missing.join(', ')}`)
if (!Number.isInteger(count) || count < 3) throw new Error('--orders: 3 or more')

const silent = { info: () => undefined, warn: () => undefined }
const enough = statement('drill.enough', 'update shop.stock set on_hand = 100000')
const moment = statement<{ at: string }>('drill.moment', 'select clock_timestamp()::text as at')
const counted = statement<{ orders: number; mode: string; reason: string | null; alarms: number }>(
  'drill.counted',
  `select (select count(*)::int from shop.orders where state = 'placed') as orders, mode, reason,
     (select count(*)::int from shop.alarm where kind = 'hold') as alarms from shop.installation`,
)
const heldRound = statement<{ id: string; count: number }>(
  'drill.held-round',
  `select round_id::text as id, jsonb_array_length(would) as count from shop.reconcile_round where state = 'held'`,
)

const faults: string[] = []
function expectSame(what: string, is: unknown, shouldBe: unknown): void {
  const isGood = JSON.stringify(is) === JSON.stringify(shouldBe)
  console.log(
    `${isGood ? 'ok   ' : 'FAULT'} ${what}: ${JSON.stringify(is)}${isGood ? '' : `, not ${JSON.stringify(shouldBe)}`}`,
  )
  if (!isGood) faults.push(what)
}

const dataDir = mkdtempSync(join(tmpdir(), 'cartwright-restore-data-'))
const config = testConfig({ dataDir })
const { apiKey, webhookHmacKey: hmacKey, merchantAccount } = config.gateway
const sandbox = createGateway({
  ...{
    apiKey,
    hmacKey,
    merchantAccount,
    storePath: ':memory:',
    now: () => new Date(),
    storeOrigins: [config.origins.cb],
  },
  ...{ webhookUrl: null, webhookRetryMs: 1_000, publicOrigin: null, smtpPort: 0 },
})
const gatewayOrigin = await sandbox.listen(0)
const gateway = { gatewayOrigin, config }
const server = await startRestorableServer(way)
console.log(
  `${way === 'copy' ? 'A copy of the data folder' : 'pgBackRest'}, ${count} orders before the moment and ${count} after it`,
)

async function openAt(url: string): Promise<{ database: Database; orders: OrderDeps & { close(): void } }> {
  const database = createDatabase({ url, max: 4, applicationName: 'drill', log: silent })
  const limits = { connectMs: 2_000, answerMs: 8_000 }
  return { database, orders: await drillOrders(database, { origin: gatewayOrigin, apiKey, merchantAccount }, limits) }
}

async function sell({ database, orders }: { database: Database; orders: OrderDeps }, times: number): Promise<number> {
  const token = await cardToken(gateway)
  let placed = 0
  for (let nth = 0; nth < times; nth += 1) {
    const { shopperId } = await insertCart(database, { lines: [{ sku: sku.mug, quantity: 1 }], tokens: [token] })
    if (
      (await order(orders, shopperId, { now: new Date(), clientAddress: `10.0.${nth >> 8}.${nth & 255}` })).kind ===
      'placed'
    )
      placed += 1
  }
  return placed
}

const heldMoney = async () => (await gatewayBooks(gateway)).filter(({ state }) => state === 'authorized').length

await migrate({ url: server.url, log: silent })
const before = await openAt(server.url)
await importLines(before.database, dataDir, testCatalog())
await before.database.count(enough)
expectSame('the original is live', await holdWatchOf(before.orders).look(), 'live')
await server.backUp('before')
expectSame('orders before the moment', await sell(before, count), count)
const at = (await before.database.row(moment))?.at ?? ''
await server.backUp('at the moment')
expectSame('orders after it', await sell(before, count), count)
before.orders.close()
await before.database.end()

const url = await server.restore(at)
const copy = await openAt(url)
expectSame('orders that the copy knows', (await copy.database.row(counted))?.orders, count)
// a data folder of its own: nothing beside the database says that it is a copy
const copyDir = mkdtempSync(join(tmpdir(), 'cartwright-restore-copy-'))
const env = {
  ...{ NODE_ENV: 'test', DATABASE_URL: url, SHOP_SECRET: config.secret, GATEWAY_ORIGIN: gatewayOrigin },
  ...{ GATEWAY_API_KEY: apiKey, GATEWAY_HMAC_KEY: hmacKey, GATEWAY_MERCHANT_ACCOUNT: merchantAccount },
  SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort() ?? 0}`,
}
const store = await startStore({ dataDir: copyDir, env })
const { mode, reason, alarms } = (await copy.database.row(counted)) ?? {}
expectSame('hold and its reason', [mode, reason], ['hold', way === 'copy' ? 'new-timeline' : 'restored'])
expectSame('it is told', (alarms ?? 0) > 0, true)

const world = { config: { ...config, dataDir: copyDir }, databaseUrl: url, gatewayOrigin }
const command = (name: 'hold' | 'reconcile', ...words: string[]) => booksCommand(name, world, ...words)
const watch = holdWatchOf(copy.orders)
const round = () => reconcileRound(copy.orders, watch, new Date(Date.now() - 86_400_000))
const looked = await round()
expectSame('a round gives back and lists', [looked.orphans.length, looked.held.length], [0, count])
const list = await command('hold', '--list')
const references = list.out
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { reference: string }).reference)
expectSame('listed', [list.status, new Set(references).size], [1, count])
expectSame('money that is still held', await heldMoney(), 2 * count)
const home = await fetch(`http://127.0.0.1:${store.port}/`, { headers: { host: 'cb.localhost' } })
expectSame('the store answers', [home.status, /payments:hold|on hold/i.test(await home.text())], [200, false])
expectSame('the store sells', await sell(copy, 3), 3)
await round()
expectSame('money that is still held', await heldMoney(), 2 * count + 3)

const [stays = '', goes = ''] = references
expectSame('--keep', (await command('hold', '--keep', stays)).status, 0)
expectSame('--void', (await command('hold', '--void', goes)).status, 0)
expectSame('money that is still held', await heldMoney(), 2 * count + 2)
expectSame('--release', (await command('hold', '--release')).status, 0)
await round()
const held = await copy.database.row(heldRound)
expectSame('the rest waits in a round, being too much', held?.count, count - 2)
expectSame('money that is still held', await heldMoney(), 2 * count + 2)
expectSame('the round is released', (await command('reconcile', '--release', held?.id ?? '')).status, 0)
expectSame('what is held is that of the orders, and what stands', await heldMoney(), count + 3 + 1)
const books = await command('reconcile')
expectSame('the books agree', [books.status, books.out], [0, ''])
expectSame('the hold is over', [(await copy.database.row(counted))?.mode, await watch.look()], ['live', 'live'])

await store.stop()
copy.orders.close()
await copy.database.end()
await server.close()
await sandbox.close()
for (const folder of [dataDir, copyDir]) rmSync(folder, { recursive: true, force: true })
console.log(faults.length === 0 ? 'Nothing was given back that a person had not decided.' : `${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1
