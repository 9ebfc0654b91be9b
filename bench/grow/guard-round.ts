import type { Database } from '#server/db/database.ts'
import { statement } from '#server/db/database.ts'
import { checkChanges } from '#server/order/books/books-changes.ts'
import { roundTimes } from '#server/order/books/books-guard.ts'
import { checkAtOnce, checkSlice } from '#server/order/books/books-pass.ts'
import { snapshotOf } from '#server/order/books/counters-store.ts'
import { readStart, type Upto } from '#server/order/books/guard-changes-store.ts'
import type { PassPlace } from '#server/order/books/guard-mark-store.ts'
import { walks } from '#server/order/books/guard-walks-store.ts'

/** Since then orders are looked at as if they had changed: a slice of the youngest, two of them where orders come so fast. */
const aDayAgo = () => new Date(Date.now() - 86_400_000).toISOString()

/** What a round does, with two slices of what changed and one of each walk of the full pass. */
export async function guardRound(database: Database): Promise<void> {
  const books = { sql: database, snapshot: snapshotOf(database) }
  const found = await checkAtOnce(books)
  let after: Upto = await readStart(database, { at: aDayAgo(), id: null })
  for (let slices = 0; slices < 2; slices += 1) {
    const slice = await checkChanges(books, after)
    found.push(...slice.breaches)
    if (slice.isLast) break
    after = slice.next
  }
  for (const { name: walk, first } of walks) found.push(...(await checkSlice(books, { walk, after: first })).breaches)
  if (found.length > 0) throw new Error(`the books are broken: ${JSON.stringify(found.slice(0, 10))}`)
}

const rows: { readonly [walk: string]: string } = {
  orders: 'orders',
  carts: "cart where state in ('ordered', 'placing')",
  cards: 'gift_card',
  promos: 'promo',
  trips: 'trip',
  skus: 'stock where held > 0',
  keys: 'request_key where order_id is not null',
  stock_hold: 'stock_hold',
  promo_use: 'promo_use',
  trip_hold: 'trip_hold',
  gift_card_entry: 'gift_card_entry where order_id is not null',
  certificate: 'certificate where order_id is not null',
}
const slicesTried = 5
const keysOfSlice = 500

/** Hours of a full pass: some slices of each walk are timed and taken for all; half of a pass is rest, and most of each minute. */
export async function reckonFullPass(database: Database): Promise<number> {
  const books = { sql: database, snapshot: snapshotOf(database) }
  let workMs = 0
  for (const { name, first } of walks) {
    const counted = statement<{ count: number }>(`grow.rows-of-${name}`, `select count(*) from shop.${rows[name]}`)
    const slices = Math.ceil(((await database.row(counted))?.count ?? 0) / keysOfSlice)
    let place: PassPlace | null = { walk: name, after: first }
    let tried = 0
    const began = performance.now()
    for (; tried < slicesTried && place?.walk === name; tried += 1) place = (await checkSlice(books, place)).next
    workMs += ((performance.now() - began) / tried) * slices
  }
  return (workMs * 2 * (60_000 / roundTimes.passMs)) / 3_600_000
}
