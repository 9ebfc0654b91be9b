import { join } from 'node:path'
import { benchCatalog, firstSku, writeCatalog } from '../catalog.ts'
import { importFiles } from '../import-files.ts'
import type { BenchPostgres } from '../postgres.ts'

/** How much rarer the next piece is wanted. */
const exponent = 1.1

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Draws of one of `count` pieces, the first ones most often. */
export function zipf(count: number, seed: number): () => number {
  const next = chance(seed)
  const sums = new Float64Array(count)
  let sum = 0
  for (let rank = 0; rank < count; rank += 1) {
    sum += 1 / (rank + 1) ** exponent
    sums[rank] = sum
  }
  return () => {
    const wanted = next() * sum
    let [low, high] = [0, count - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Takes so many pieces into a database that has the bench's own already. */
export async function importPieces(
  postgres: BenchPostgres,
  database: string,
  { folder, skus }: { readonly folder: string; readonly skus: number },
): Promise<void> {
  const { rows } = await postgres.query(
    database,
    "select location_id, country from shop.location where brand = 'CB' and kind = 'warehouse'",
  )
  const numberIn = (country: string) => Number(rows.find((row) => row.country === country)?.location_id)
  const file = join(folder, 'mixed.jsonl')
  const warehouses = { US: numberIn('US'), CA: numberIn('CA') }
  writeCatalog(file, benchCatalog(skus, warehouses))
  await importFiles(postgres.urlOf(database), [file])
  await postgres.query(database, 'vacuum analyze')
}

/** Other pieces in every line of every cart, no two alike in one of them. */
export async function drawLines(postgres: BenchPostgres, database: string, skus: number, seed: number): Promise<void> {
  const { rows } = await postgres.query(database, "select line_id, cart_id from shop.cart_line where list = 'cart'")
  const draw = zipf(skus, seed)
  const taken = new Set<string>()
  const values = rows.map(({ line_id, cart_id }) => {
    let sku = firstSku + draw()
    while (taken.has(`${cart_id}${sku}`)) sku = firstSku + draw()
    taken.add(`${cart_id}${sku}`)
    return `('${line_id}'::uuid, ${sku})`
  })
  await postgres.query(
    database,
    `update shop.cart_line l set sku = k.sku, option_choice = k.option_choice, seen_unit_cents = r.current_cents,
       merge_key = k.sku || '|o:' || k.option_choice || '|||'
     from (values ${values.join(', ')}) d(line_id, sku) join shop.sku k on k.sku = d.sku
     join shop.price r on r.sku = k.sku and r.country = 'US' where l.line_id = d.line_id`,
  )
  await postgres.query(database, 'vacuum analyze shop.cart_line')
}
