import { fileURLToPath } from 'node:url'
import type { RecommendationSource } from '#domain/catalog/recommendation-pods.ts'
import { variants } from '#domain/variant.ts'
import { refreshRecommendations } from '#server/catalog/recommendation/recommendation-engine.ts'
import { availableFacts, recommendedSkus } from '#server/catalog/recommendation/recommendation-service.ts'
import { type Database, statement } from '#server/db/database.ts'
import { createDatabase } from '#server/db/pool.ts'
import { firstSku } from './catalog.ts'
import { measureImport } from './import-run.ts'
import { startBenchPostgres } from './postgres.ts'

// three lines an order and five looks a session; half of all falls on one product in a hundred, as in a real shop
const orders = statement(
  'bench.orders',
  `with buyer as (select nth, gen_random_uuid() as id from generate_series(1, $1::int) nth),
   shoppers as (insert into shop.shopper (shopper_id) select id from buyer),
   carts as (insert into shop.cart (shopper_id, cart_id, brand, country, currency, state)
     select id, id, 'CB', 'US', 'USD', 'ordered' from buyer),
   orders as (insert into shop.orders (shopper_id, order_id, cart_id, attempt, order_number, brand, country, state,
       cart_version, currency, total_cents, stored_value_cents, card_due_cents, facts, summary, recipients, settled_at)
     select id, id, id, 1, id::text, 'CB', 'US', 'placed', 1, 'USD', 0, 0, 0, '{}', '{}', '[]',
       now() - random() * interval '300 days' from buyer)
   insert into shop.order_line (shopper_id, order_id, line_no, sku, quantity, unit_cents, line_cents, item)
   select id, id, line, $2::bigint + floor(random() * $3::int / case when random() < 0.5 then 100 else 1 end)::int, 1, 0, 0, '{}'
   from buyer cross join generate_series(1, 3) line`,
)
const views = statement(
  'bench.views',
  `insert into shop.product_view (shopper_id, brand, country, product_id)
   select s.id, 'CB', 'US',
     'bench-' || (1 + floor(random() * $2::int / 3 / case when random() < 0.5 then 100 else 1 end))::int
   from (select gen_random_uuid() as id from generate_series(1, $1::int) n) s cross join generate_series(1, 5) look
   on conflict do nothing`,
)
const analyze = ['cart', 'shopper', 'orders', 'order_line', 'product_view'].map((table) =>
  statement(`bench.analyze-${table}`, `analyze shop.${table}`),
)

const sources: readonly RecommendationSource[] = ['alternatives', 'alsoBought', 'alsoViewed', 'bestsellers', 'trending']

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

/** The job over a year of orders and a month of sessions, and the reads that a page makes of it. */
async function measure(database: Database, skus: number): Promise<void> {
  // in slices: the checks of a table that was empty a moment ago would be planned as if it still were
  for (let slice = 0; slice < 100; slice += 1) {
    await database.count(orders, [2_000, firstSku, skus])
    await database.count(views, [2_000, skus])
    if (slice % 10 === 0) for (const each of analyze) await database.count(each)
  }
  for (const each of analyze) await database.count(each)
  console.log(
    `all lists from 200,000 orders and 200,000 sessions: ${(await seconds(() => refreshRecommendations(database))).toFixed(1)} s`,
  )
  console.log(`a run without news: ${((await seconds(() => refreshRecommendations(database))) * 1000).toFixed(0)} ms`)
  for (const source of sources) {
    const times: number[] = []
    for (let nth = 0; nth < 220; nth += 1) {
      const sku = firstSku + ((nth * 7919) % skus)
      const today = new Date().toISOString().slice(0, 10)
      const spent = await seconds(async () => {
        const found = await recommendedSkus(database, variants.cb, { source, sku, held: [], limit: 15, today })
        if (found.length < 15) throw new Error(`${source} of ${sku} has ${found.length}`)
        await availableFacts(database, variants.cb, found, today)
      })
      if (nth >= 20) times.push(spent * 1000)
    }
    times.sort((a, b) => a - b)
    console.log(
      `${source.padEnd(14)} p50 ${times[100]?.toFixed(1).padStart(6)} ms   p99 ${times[197]?.toFixed(1).padStart(6)} ms`,
    )
  }
}

/** Alone: `node bench/recommendations.ts [skus]`. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const skus = Number(process.argv[2] ?? 100_000)
  const postgres = await startBenchPostgres()
  try {
    const url = await postgres.clone('template1', 'recommended')
    await measureImport(url, skus)
    const silent = { info: () => undefined, warn: () => undefined }
    const database = createDatabase({
      url,
      max: 2,
      statementTimeoutMs: 0,
      transactionTimeoutMs: 0,
      idleInTransactionMs: 0,
      log: silent,
    })
    try {
      await measure(database, skus)
    } finally {
      await database.end()
    }
  } finally {
    await postgres.stop()
  }
}
