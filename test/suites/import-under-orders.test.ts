import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { variants } from '#domain/variant.ts'
import { createCatalogService } from '#server/catalog/catalog-service.ts'
import { importCatalog } from '#server/catalog/import/importer.ts'
import type { Database } from '#server/db/database.ts'
import { createDatabase } from '#server/db/pool.ts'
import { jsonLinesFile } from '#test/builders/json-lines.ts'
import { firstOfShelf, shelfLines } from '#test/builders/shelf-lines.ts'
import { cardToken } from '#test/order/gateway.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { expectBalancedBooks, orderCounts } from '#test/order/ordering.ts'
import { type PatientOrders, patientOrders } from '#test/order/patient.ts'
import { order } from '#test/order/place.ts'
import { createWorld, type World } from '#test/world.ts'

/** Three skus each: 20,001 in all. */
const products = 6_667
const name = 'importing'
/** A look of the watcher, and how many of them in a row are 200 ms: a machine that stands still does so for all. */
const lookMs = 20
const looks = 10

let world: World
let parts: PatientOrders
let importing: Database
let client: pg.Client
let reader: pg.Client
beforeAll(async () => {
  world = await createWorld({ catalog: shelfLines(1, { word: 'elder', cents: 1_000, onHand: 100_000 }) })
  parts = patientOrders(world)
  const limits = { statementTimeoutMs: 0, transactionTimeoutMs: 0, idleInTransactionMs: 0 }
  const log = { info: () => undefined, warn: () => undefined }
  importing = createDatabase({ url: world.databaseUrl, max: 2, applicationName: name, ...limits, log })
  client = await connect()
  reader = await connect()
  await client.query(`${moreOfShelf}; ${noteSizes}`)
}, 600_000)
afterAll(async () => {
  await Promise.all([client.end(), reader.end()])
  await importing.end()
  await parts.close()
  await world.close()
})

async function connect(): Promise<pg.Client> {
  const made = new pg.Client({ connectionString: world.databaseUrl })
  await made.connect()
  await made.query('set search_path = shop')
  return made
}

/** The rest of the shelf, as the first of it is. */
const copyOf = (table: string, columns: string, values: string, more = '') =>
  `insert into ${table} (${columns}) select ${values} from ${table} t, generate_series(1, ${products - 1}) n ${more}`
const nextId = `'piece-' || lpad(n::text, 6, '0')`
const moreOfShelf = [
  copyOf(
    'product',
    'brand, product_id, category_slug, name, options, row_hash',
    `brand, ${nextId}, category_slug, name, options, ''`,
  ),
  copyOf(
    'sku',
    'sku, brand, product_id, name, option_choice, ship_kind, row_hash',
    `sku + 3 * n, brand, ${nextId}, name, option_choice, ship_kind, ''`,
  ),
  copyOf('price', 'sku, country, current_cents, regular_cents', 'sku + 3 * n, country, current_cents, regular_cents'),
  copyOf('stock', 'sku, location_id, on_hand', 'sku + 3 * n, location_id, on_hand'),
  copyOf(
    'listing',
    `brand, country, product_id, category_slug, name, position, lead_sku, low_current_cents, high_current_cents,
     low_regular_cents, high_regular_cents`,
    `brand, country, ${nextId}, category_slug, name, position, lead_sku + 3 * n, low_current_cents, high_current_cents,
     low_regular_cents, high_regular_cents`,
  ),
  copyOf('product_search', 'brand, product_id, words', `brand, ${nextId}, words`),
  'analyze',
].join('; ')

/** How many rows of which table each transaction of the import writes. */
const noteSizes = `
  create table public.size (xid xid8, name text, rows int);
  create function public.note_size() returns trigger language plpgsql as $$ begin
    if current_setting('application_name') = '${name}' then
      insert into public.size select pg_current_xact_id(), tg_table_name, count(*) from new_rows having count(*) > 0;
    end if;
    return null;
  end $$;
  ${['product', 'sku', 'price', 'listing', 'stock']
    .flatMap((table) => ['insert', 'update'].map((event) => [table, event]))
    .map(
      ([table, event]) => `create trigger note_${event} after ${event} on ${table} referencing new table as new_rows
        for each statement execute function public.note_size();`,
    )
    .join('\n')}`

const waits = `
  select l.pid || ' ' || l.waitstart as wait from pg_locks l
  where not l.granted and l.waitstart is not null and exists (
    select from unnest(pg_blocking_pids(l.pid)) b join pg_stat_activity a on a.pid = b where a.application_name = '${name}')`
const strongLocks = `
  select c.relname || ' ' || l.mode as lock from pg_locks l
  join pg_stat_activity a on a.pid = l.pid and a.application_name = '${name}' join pg_class c on c.oid = l.relation
  where l.locktype = 'relation' and c.relnamespace = 'shop'::regnamespace and c.relname not like 'stage\\_%'
    and l.mode not in ('AccessShareLock', 'RowShareLock', 'RowExclusiveLock', 'ShareUpdateExclusiveLock')`

/** Watches who waits for the import; answers in how many looks in a row the longest wait was seen. */
async function watchWaits(isOver: () => boolean): Promise<{ readonly longest: number; readonly strong: string[] }> {
  const seen = new Map<string, number>()
  const strong = new Set<string>()
  while (!isOver()) {
    for (const { wait } of (await client.query<{ wait: string }>(waits)).rows) seen.set(wait, (seen.get(wait) ?? 0) + 1)
    for (const { lock } of (await client.query<{ lock: string }>(strongLocks)).rows) strong.add(lock)
    await sleep(lookMs)
  }
  return { longest: Math.max(0, ...seen.values()), strong: [...strong] }
}

const whole = `
  select p.name like '%younger' as "isNew", count(*)::int as skus,
    bool_and(k.name like p.name || ', %') and bool_and((r.current_cents = 900) = (p.name like '%younger'))
      and bool_and((l.low_current_cents, l.name) = (r.current_cents, p.name))
      and bool_and(s.words @@ to_tsquery('shop.catalogue', split_part(p.name, ' ', 2))) as "isWhole"
  from product p join sku k using (brand, product_id) join price r using (sku)
  join listing l using (brand, product_id) join product_search s using (brand, product_id)
  where p.product_id = $1 group by p.name`

/** Reads products at random, by SQL and as the product's page does; answers the parts that did not fit, and how many were seen. */
async function readProducts(isOver: () => boolean) {
  const catalog = createCatalogService({ database: world.database })
  const halves: unknown[] = []
  const seen = { old: 0, new: 0 }
  for (let nth = 1; !isOver(); nth = (nth * 4_801 + 7) % products) {
    const page = await catalog.productPage(variants.cb, firstOfShelf + nth * 3, '2026-03-02')
    const texts = new Set(page?.skus.map(({ title, currentCents }) => `${title.replace(/,.*/, '')} ${currentCents}`))
    const isNew = page?.name.endsWith('younger')
    const isFit = page?.skus.length === 3 && texts.size === 1 && texts.has(`${page.name} ${isNew ? 900 : 1_000}`)
    if (!isFit) halves.push(page)
    seen[isNew ? 'new' : 'old'] += 1
    const { rows } = await reader.query(whole, [`piece-${String(nth).padStart(6, '0')}`])
    if (rows.length !== 1 || rows[0]?.skus !== 3 || rows[0]?.isWhole !== true) halves.push(rows)
  }
  return { halves, seen }
}

async function placeOrders(isOver: () => boolean, first: number): Promise<number> {
  const token = await cardToken(world)
  let placed = 0
  for (let nth = first; !isOver(); nth = (nth * 7_919 + 13) % (products * 3)) {
    const lines = [nth, (nth + 7_001) % (products * 3)].map((at) => ({ sku: firstOfShelf + at, quantity: 1 }))
    const { shopperId } = await insertCart(parts.database, { lines, tokens: [token] })
    const outcome = await order(parts.orders, shopperId)
    // a busy machine may take longer than a shopper is kept waiting
    expect(['placed', 'pending']).toContain(outcome.kind)
    placed += 1
  }
  return placed
}

test('SCALE-10: orders of the skus of an import wait for 200 rows of stock at most, and products are old or new', {
  timeout: 900_000,
}, async () => {
  const file = jsonLinesFile(
    world.config.dataDir,
    shelfLines(products, { word: 'younger', cents: 900, onHand: 90_000 }),
  )
  let isOver = false
  const end = () => isOver
  const [report, watched, read, ...placed] = await Promise.all([
    importCatalog(importing, { file }).finally(() => {
      isOver = true
    }),
    watchWaits(end),
    readProducts(end),
    placeOrders(end, 1),
    placeOrders(end, 9_999),
  ])
  expect(report).toMatchObject({ isTaken: true, changed: products * 4, faults: [] })
  expect(read.halves).toEqual([])
  expect(read.seen.old).toBeGreaterThan(0)
  expect(read.seen.new).toBeGreaterThan(0)
  expect(watched.strong).toEqual([])
  expect(watched.longest).toBeLessThan(looks)
  expect(Math.min(...placed)).toBeGreaterThan(3)

  const sizes = await client.query<{ name: string; largest: number; slices: number }>(
    `select name, max(rows)::int as largest, count(*)::int as slices
     from (select xid, name, max(rows) as rows from public.size group by xid, name) each group by name order by name`,
  )
  const largest = Object.fromEntries(sizes.rows.map((row) => [row.name, row]))
  expect(largest.stock?.largest).toBe(200)
  expect(largest.stock?.slices).toBeGreaterThanOrEqual((products * 3) / 200)
  expect(largest.product?.largest).toBeLessThanOrEqual(500)
  expect(largest.sku?.largest).toBeLessThanOrEqual(1_000)
  const mixed = await client.query(
    `select xid from public.size group by xid having bool_or(name = 'stock') and bool_or(name <> 'stock')`,
  )
  expect(mixed.rows).toEqual([])
  const all = placed.reduce((sum, each) => sum + each, 0)
  await expect.poll(() => orderCounts(world), { timeout: 60_000 }).toEqual({ placed: all })
  await expectBalancedBooks(world)
})
