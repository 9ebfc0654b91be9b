import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase } from '#server/db/pool.ts'
import { type Breach, checkInvariants } from '#server/order/books/invariants-store.ts'
import { type GrownShop, openGrownShop, type Progress } from './grow/grown-shop.ts'
import { growthTable } from './grow/growth-table.ts'
import { measure } from './grow/measure.ts'
import { openPlanLog } from './grow/plan-log.ts'
import { type Size, tooMuch } from './grow/readings.ts'

const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000000' },
    skus: { type: 'string', default: '1000000' },
    /** Where the database is, which stays. */
    folder: { type: 'string', default: 'bench/grown' },
    /** Stops at ten thousand, a hundred thousand and so on, and measures what every call and job reads. */
    measure: { type: 'boolean', default: false },
  },
})
const wanted = { orders: Number(options.orders), skus: Number(options.skus) }
const say = (text: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`)
const log = { info: () => undefined, warn: () => undefined }

const folder = resolve(options.folder)
mkdirSync(folder, { recursive: true })
// started as root, PostgreSQL runs as a user of its own, who must be able to enter
chmodSync(folder, 0o755)
const readingsFile = join(folder, 'readings.json')
const server = await startEmbeddedPostgres({ dataDir: folder, port: 0, durable: false, log })
const superuserUrl = server.url.replace('//cartwright:', '//postgres:')
try {
  await migrate({ url: server.url, log })
  const sizes = options.measure ? await measured() : []
  const isWhole = await withShop((shop) => grow(shop, wanted))
  if (options.measure) sizes.push(await measureNow())
  if (sizes.length > 0) console.log(`\n${growthTable(sizes)}\n`)
  const found = tooMuch(sizes)
  for (const one of found) console.log(one)
  process.exitCode = isWhole && found.length === 0 ? 0 : 1
} finally {
  await server.stop()
}

/** What is read at each size on the way; one that it has passed already was measured then. */
async function measured(): Promise<Size[]> {
  for (let orders = 10_000; orders < wanted.orders; orders *= 10) {
    if (readSizes().some((size) => size.orders >= orders)) continue
    await withShop((shop) => grow(shop, { orders, skus: Math.min(orders, wanted.skus) }))
    await measureNow()
  }
  return readSizes().filter((size) => size.orders < wanted.orders)
}

async function withShop<Result>(work: (shop: GrownShop) => Promise<Result>, connections?: number): Promise<Result> {
  const shop = await openGrownShop(server.url, { superuserUrl, ...(connections === undefined ? {} : { connections }) })
  try {
    return await work(shop)
  } finally {
    await shop.close()
  }
}

async function measureNow(): Promise<Size> {
  say('measuring')
  const plans = await openPlanLog(superuserUrl)
  try {
    const size = await withShop((shop) => measure(shop, plans), 2)
    writeFileSync(readingsFile, JSON.stringify([...readSizes(), size]))
    return size
  } finally {
    await plans.close()
  }
}

function readSizes(): Size[] {
  return existsSync(readingsFile) ? (JSON.parse(readFileSync(readingsFile, 'utf8')) as Size[]) : []
}

/** Makes it so big; false where the books do not hold. */
async function grow(shop: GrownShop, to: { readonly orders: number; readonly skus: number }): Promise<boolean> {
  const done = await shop.grow(to, telling(to))
  say(`${done.skus} skus, ${done.orders} orders; cleaning up`)
  await shop.client.query('vacuum analyze')
  say('checking the books')
  const breaches = await checkAll(shop)
  const { rows } = await shop.client.query('select pg_database_size(current_database()) as bytes')
  const gigabytes = Number(rows[0].bytes) / 1e9
  say(`${breaches.length} breaches of invariants, ${gigabytes.toFixed(2)} GB`)
  for (const breach of breaches.slice(0, 10)) console.log(JSON.stringify(breach))
  return breaches.length === 0
}

/** All invariants over everything: of a million orders that takes minutes. */
async function checkAll(shop: GrownShop): Promise<Breach[]> {
  const limits = { statementTimeoutMs: 0, transactionTimeoutMs: 0 }
  const patient = createDatabase({ url: shop.world.databaseUrl, max: 1, ...limits, log })
  try {
    return await checkInvariants(patient)
  } finally {
    await patient.end()
  }
}

/** Says now and then how far it is and, by what the last stretch took, how long it still takes. */
function telling(to: { readonly orders: number; readonly skus: number }): (progress: Progress) => void {
  let last: { readonly at: number; readonly progress: Progress } | undefined
  return (progress) => {
    const at = performance.now()
    if (last !== undefined && at - last.at < 10_000) return
    const isOrders = progress.orders > 0
    const [now, before, end] = isOrders
      ? [progress.orders, last?.progress.orders ?? 0, to.orders]
      : [progress.skus, last?.progress.skus ?? 0, to.skus]
    const gone = before > 0 ? now - before : 0
    const minutes = gone > 0 ? (((at - (last?.at ?? at)) / 60_000) * (end - now)) / gone : null
    say(`${now} ${isOrders ? 'orders' : 'skus'}${minutes === null ? '' : `, ${minutes.toFixed(1)} minutes to go`}`)
    last = { at, progress: { ...progress } }
  }
}
