import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#server/db/migrate.ts'
import { benchCatalog, benchPlaces, firstSku, writeCatalog } from './catalog.ts'
import { importFiles, silent } from './import-files.ts'
import { promoCodes, type Shop } from './journey.ts'
import type { Prepared, UpTo } from './load.ts'
import type { BenchPostgres } from './postgres.ts'
import { type Server, type ServerSettings, startServer } from './server.ts'
import { startLoadClient } from './workers.ts'

/** A database of a shop with visitors in it, to be cloned for everything that is measured. */
export type Stage = {
  readonly database: string
  readonly carts: readonly Prepared[]
  /** Carts of thirty lines. */
  readonly carts30: readonly Prepared[]
  /** Five lines at the options of their deliveries, all to one home. */
  readonly homes1: readonly Prepared[]
  /** Five lines there, each to a home of its own. */
  readonly homes5: readonly Prepared[]
  readonly reviews: readonly Prepared[]
  shopOf(server: Server): Shop
  serve(database: string, settings?: Pick<ServerSettings, 'nodeArguments' | 'isLookedAt'>): Promise<Server>
  close(): void
}

/** Pieces that carts are made of: so many that shoppers seldom want the same at once, as in a shop. */
const pieces = 300

export type Counts = {
  readonly carts: number
  readonly carts30: number
  readonly recipientIds: number
  readonly reviews: number
  /** Without the demo: for a test, which need not wait until its thousands of pieces are imported. */
  readonly isBare?: boolean
}

/** Sets up the demo catalogue with pieces enough, promotion codes, carts of three and thirty lines, and some ready to be ordered. */
export async function setStage(postgres: BenchPostgres, counts: Counts): Promise<Stage> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cartwright-bench-data-'))
  const database = 'cartwright'
  const serve: Stage['serve'] = (name, settings = {}) =>
    startServer({ dataDir, databaseUrl: postgres.urlOf(name), ...settings })
  const { isBare = false } = counts
  await migrate({ url: postgres.urlOf(database), log: silent })
  if (!isBare) await importFiles(postgres.urlOf(database), ['catalog/demo/cb.jsonl', 'catalog/demo/cb2.jsonl'])
  await importFiles(postgres.urlOf(database), [await writePieces(postgres, database, dataDir, isBare)])
  await postgres.query(
    database,
    `insert into shop.promo (code, brand, country, kind, percent_millionths, amount_cents, least_subtotal_cents,
       is_store_card_only, max_uses, uses, starts_at, ends_at)
     select 'BENCH' || nth, '', '', 'percent', 100000, null, 0, false, 1000000, 0, null, null
     from generate_series(0, ${promoCodes - 1}) nth`,
  )
  const product = isBare ? { sku: String(firstSku), category: 'bench-shelf' } : await busiestProduct(postgres, database)
  const shopOf = (server: Server): Shop => ({
    port: server.port,
    host: server.host,
    gatewayPort: server.gatewayPort,
    categoryPath: `/category/${product.category}`,
    productPath: `/product/${product.sku}`,
    productSku: firstSku,
    skus: Array.from({ length: pieces }, (_, nth) => firstSku + nth),
  })
  const server = await serve(database)
  const client = startLoadClient()
  const prepare = async (count: number, upTo: UpTo) => {
    const answer = await client.ask({ kind: 'prepare', shop: shopOf(server), watched: {}, count, upTo })
    return 'prepared' in answer ? answer.prepared : []
  }
  const stage = {
    database,
    carts: await prepare(counts.carts, 'cart'),
    carts30: await prepare(counts.carts30, 'cart30'),
    homes1: await prepare(counts.recipientIds, 'homes1'),
    homes5: await prepare(counts.recipientIds, 'homes5'),
    reviews: await prepare(counts.reviews, 'review'),
    shopOf,
    serve,
    close: () => rmSync(dataDir, { recursive: true, force: true }),
  }
  client.close()
  await server.stop()
  await postgres.query(database, 'vacuum analyze')
  return stage
}

/** Writes the file of the bench's own pieces: they lie where those of the demo do, or in places of their own. */
async function writePieces(
  postgres: BenchPostgres,
  database: string,
  folder: string,
  isBare: boolean,
): Promise<string> {
  const { rows } = await postgres.query(
    database,
    "select location_id, country from shop.location where brand = 'CB' and kind = 'warehouse'",
  )
  const numberIn = (country: string) => Number(rows.find((row) => row.country === country)?.location_id)
  const warehouses = isBare ? { US: 1, CA: 2 } : { US: numberIn('US'), CA: numberIn('CA') }
  const file = join(folder, 'bench.jsonl')
  writeCatalog(file, [...(isBare ? benchPlaces(warehouses) : []), ...benchCatalog(pieces, warehouses)])
  return file
}

/** The demo product with the most options to choose from. */
async function busiestProduct(postgres: BenchPostgres, database: string): Promise<{ sku: string; category: string }> {
  const { rows } = await postgres.query(
    database,
    `select min(s.sku) as sku, p.category_slug as category from shop.sku s join shop.product p using (brand, product_id)
     where p.brand = 'CB' and p.product_id not like 'bench-%' group by p.product_id, p.category_slug
     order by count(*) desc, 1 limit 1`,
  )
  return rows[0]
}
