// npm run drill [-- --kills 50 --seed 7]: kills the order machinery at random moments under load and checks the books.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createGateway } from '#sandbox/card-gateway/gateway.ts'
import { importCatalog } from '#server/catalog/importer.ts'
import { statement } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase } from '#server/db/pool.ts'
import { compareBooks } from '#server/order/compare-books.ts'
import { checkInvariants } from '#server/order/invariants-store.ts'
import { createBuiltInGateway } from '#server/providers/card-gateway/built-in.ts'
import { sku, testCatalog } from '#test/builders/catalog.ts'
import type { DrillServerSettings } from '#test/drill/drill-server.ts'
import { seedBasket, seedGiftCard, seedTenderCode } from '#test/order/basket.ts'
import { cardToken, drill, gatewayBooks } from '#test/order/gateway.ts'

const { values } = parseArgs({ options: { kills: { type: 'string' }, seed: { type: 'string' } } })
const kills = Number(values.kills ?? 50)
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
const basketsPerKill = 24

let state = seed
function chance(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}
const oneOf = <One>(list: readonly One[]): One => list[Math.floor(chance() * list.length)]!

const folder = mkdtempSync(join(tmpdir(), 'cartwright-drill-'))
const log = { info: () => undefined, warn: () => undefined }
console.log(`${kills} kills, seed ${seed}`)

const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), fallbackDir: tmpdir(), port: 0, log })
await migrate({ url: postgres.url, log })
const database = createDatabase({ url: postgres.url, max: 6, applicationName: 'drill', log })
writeFileSync(
  join(folder, 'catalog.jsonl'),
  testCatalog()
    .map((line) => JSON.stringify(line))
    .join('\n'),
)
const imported = await importCatalog(database, { file: join(folder, 'catalog.jsonl') })
if (!imported.isTaken) throw new Error('the drill has no catalogue')

const settings = { apiKey: 'drill-key', hmacKey: 'ab'.repeat(32), merchantAccount: 'Drill' }
const sandbox = createGateway({
  ...settings,
  storePath: join(folder, 'gateway.sqlite'),
  now: () => new Date(),
  storeOrigins: ['http://cb.localhost:3000'],
  noticeUrl: null,
  noticeRetryMs: 1_000,
  publicOrigin: null,
  smtpPort: 0,
})
const gatewayOrigin = await sandbox.listen(0)
const gateway = { gatewayOrigin, config: { gateway: settings } } as unknown as Parameters<typeof cardToken>[0]

function start(hasLoad: boolean): Promise<ChildProcess> {
  const given: DrillServerSettings = {
    databaseUrl: postgres.url,
    gatewayOrigin,
    apiKey: settings.apiKey,
    merchantAccount: settings.merchantAccount,
    smtpPort: sandbox.smtpPort() ?? 0,
    hasLoad,
  }
  const program = join(import.meta.dirname, 'drill-server.ts')
  const child = spawn(process.execPath, [program, JSON.stringify(given)], { stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((resolve, reject) => {
    child.stdout.once('data', () => resolve(child))
    child.once('error', reject)
  })
}

const tokens = [await cardToken(gateway), await cardToken(gateway, '4242'), await cardToken(gateway, '0002')]
const scarce = [sku.lastVase, sku.shelf, sku.mug, sku.towel]
await database.count(statement('drill.scarce', 'update shop.stock set on_hand = least(on_hand, 300)'))
const stockBefore = statement<{ pieces: number }>('drill.stock', 'select sum(on_hand) as pieces from shop.stock')
const piecesBefore = (await database.row(stockBefore))?.pieces ?? 0
const cards = await Promise.all(Array.from({ length: 5 }, () => seedGiftCard(database, 20_000)))

async function fill(): Promise<void> {
  for (let nth = 0; nth < basketsPerKill; nth += 1) {
    const lines = Array.from({ length: 1 + Math.floor(chance() * 3) }, (_, at) => {
      return { sku: scarce[(Math.floor(chance() * 4) + at) % 4]!, quantity: 1 + Math.floor(chance() * 2) }
    })
    const isSplit = chance() < 0.2
    const code = chance() < 0.2 ? await seedTenderCode(database, 700) : null
    await seedBasket(database, {
      lines: lines.filter((line, at) => lines.findIndex((other) => other.sku === line.sku) === at),
      tokens: isSplit ? [tokens[0]!, oneOf(tokens)] : [oneOf(tokens)],
      firstCents: 500,
      tenders: [
        ...(chance() < 0.3 ? [{ kind: 'giftCard' as const, tenderId: oneOf(cards) }] : []),
        ...(code === null ? [] : [{ kind: 'tenderCode' as const, tenderId: code }]),
      ],
    })
  }
}

const pending = statement<{ count: number }>(
  'drill.pending',
  `select (select count(*) from shop.orders where state = 'pending')
     + (select count(*) from shop.payment where state = 'voiding') as count`,
)
// nobody presses the button for baskets that cannot be ordered any more
const abandon = statement('drill.abandon', "update shop.cart set state = 'abandoned' where state = 'open'")

let slowest = 0
let child = await start(true)
for (let nth = 1; nth <= kills; nth += 1) {
  await fill()
  if (chance() < 0.6) {
    const fault = oneOf(['cut', '503', 'timeoutAfterCharge', 'slow', 'decline'] as const)
    await drill(gateway, { fault, count: 1 + Math.floor(chance() * 4), delayMs: 300 })
  }
  await sleep(60 + chance() * 700)
  child.kill('SIGKILL')
  if (nth % 10 === 0 || nth === kills) {
    // the sandbox is well again: from the restart on, everything must be settled within 10 s
    await fetch(`${gatewayOrigin}/fire-drill`, { method: 'DELETE' })
    const open = (await database.row(pending))?.count ?? 0
    const from = performance.now()
    const healer = await start(false)
    while (((await database.row(pending))?.count ?? 0) > 0 && performance.now() - from < 60_000) await sleep(50)
    const seconds = (performance.now() - from) / 1000
    slowest = Math.max(slowest, seconds)
    const breaches = await checkInvariants(database)
    console.log(
      `after ${nth} kills: ${open} left open, settled in ${seconds.toFixed(1)} s, ${breaches.length} invariants broken`,
    )
    for (const breach of breaches) console.log('  ', JSON.stringify(breach))
    healer.kill('SIGKILL')
    await database.count(abandon)
  }
  if (nth < kills) child = await start(true)
}

const found = await findings()
for (const [what, is] of Object.entries(found.numbers)) console.log(`${what}: ${is}`)
for (const fault of found.faults) console.log(`FAULT: ${fault}`)
console.log(
  found.faults.length === 0 ? 'Nothing lost, nothing charged twice.' : `${found.faults.length} faults, seed ${seed}`,
)
process.exitCode = found.faults.length === 0 ? 0 : 1
await database.end()
await sandbox.close()
await postgres.stop()
rmSync(folder, { recursive: true, force: true })

async function findings() {
  const faults = (await checkInvariants(database)).map((breach) => JSON.stringify(breach))
  const kept = statement<{ reference: string; amount: number }>(
    'drill.kept',
    `select p.reference, p.amount_cents as amount from shop.payment p join shop.orders o using (shopper_id, order_id)
     where o.state = 'placed' and p.state in ('authorized', 'captured')`,
  )
  const ours = new Set((await database.rows(kept)).map(({ reference, amount }) => `${reference} ${amount}`))
  const { apiKey, merchantAccount } = settings
  const processor = createBuiltInGateway({ origin: gatewayOrigin, apiKey, merchantAccount, connection: {} })
  const report = await compareBooks({ database, processors: [processor] }, new Date(3_600_000))
  processor.close()
  if (typeof report === 'string') faults.push(report)
  else faults.push(...report.differences.map((difference) => `books: ${JSON.stringify(difference)}`))
  const books = await gatewayBooks(gateway)
  const theirs = books.filter(({ state: is }) => is === 'authorized' || is === 'captured')
  for (const { reference, amount } of theirs) {
    if (!ours.delete(`${reference} ${amount}`)) faults.push(`money without an order: ${reference} ${amount}`)
  }
  for (const one of ours) faults.push(`an order without its money: ${one}`)
  const counts = statement<{ state: string; count: number }>(
    'drill.counts',
    'select state, count(*) as count from shop.orders group by state order by state',
  )
  const states = await database.rows(counts)
  const sold = statement<{ pieces: number }>(
    'drill.sold',
    `select coalesce(sum(l.quantity), 0) as pieces from shop.order_line l join shop.orders o using (shopper_id, order_id)
     where o.state = 'placed' and l.location_id is not null`,
  )
  const soldPieces = (await database.row(sold))?.pieces ?? 0
  const left = (await database.row(stockBefore))?.pieces ?? 0
  if (piecesBefore - left !== soldPieces)
    faults.push(`${piecesBefore - left} pieces left the stock, ${soldPieces} were sold`)
  if (slowest > 10) faults.push(`settling took ${slowest.toFixed(1)} s after a restart`)
  const spent = statement<{ cards: number; codes: number; pairs: number }>(
    'drill.spent',
    `select (select count(*) from shop.gift_card_entry where kind = 'spend') as cards,
       (select count(*) from shop.certificate where state = 'used') as codes,
       (select count(*) from shop.payment where slot = 2 and state = 'authorized') as pairs`,
  )
  const tenders = await database.row(spent)
  const numbers = {
    'placed with gift cards, codes, two cards': `${tenders?.cards}, ${tenders?.codes}, ${tenders?.pairs}`,
    'open payments in the reconcile report': typeof report === 'string' ? report : report.open,
    'orders by state': states.map(({ state: is, count }) => `${is} ${count}`).join(', '),
    'payments in the books of the gateway': books.length,
    'kept payments': theirs.length,
    'pieces sold': soldPieces,
    'slowest settling after a restart, s': slowest.toFixed(1),
  }
  return { faults, numbers }
}
