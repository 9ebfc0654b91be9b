import type { SeenDatabase } from '#domain/order/hold.ts'
import type { Database } from '#server/db/database.ts'
import { type BooksGuard, createBooksGuard } from '#server/order/books/books-guard.ts'
import { checkAtOnce, checkSlice } from '#server/order/books/books-pass.ts'
import { snapshotOf } from '#server/order/books/counters-store.ts'
import type { PassPlace } from '#server/order/books/guard-mark-store.ts'
import { createHoldWatch, type HoldWatch } from '#server/order/books/hold-watch.ts'
import type { Breach } from '#server/order/books/invariants-store.ts'
import type { SeenDatabases } from '#server/order/books/seen-database.ts'
import type { OrderDeps } from '#server/order/order-deps.ts'

/** The guard of the books, on the connections of the shop unless others are given, without metrics. */
export function guardOf(orders: OrderDeps, books: Database = orders.database): BooksGuard {
  return createBooksGuard({ ...orders, books, metrics: { gauge: () => () => undefined } })
}

/** What a worker remembers of its database, in memory in place of a file. */
export function seenInMemory(): SeenDatabases {
  const seen = new Map<string, SeenDatabase>()
  return {
    read: (installation) => seen.get(installation) ?? null,
    async write(installation, of) {
      seen.set(installation, of)
    },
  }
}

type Watching = { readonly seen?: SeenDatabases; readonly isWanted?: boolean }

/** Who looks whether the database is the one that it was. */
export function holdWatchOf(
  { database, alarm }: Pick<OrderDeps, 'database' | 'alarm'>,
  { seen = seenInMemory(), isWanted = false }: Watching = {},
): HoldWatch {
  return createHoldWatch({ database, alarm, seen, isWanted })
}

/** Both, as the jobs of a shop take them. */
export function watchesOf(orders: OrderDeps): { readonly guard: BooksGuard; readonly hold: HoldWatch } {
  return { guard: guardOf(orders), hold: holdWatchOf(orders) }
}

/** What a whole pass of the guard finds, and what has no place in it. */
export async function breachesOfPass(sql: Database): Promise<Breach[]> {
  const books = { sql, snapshot: snapshotOf(sql) }
  const found = await checkAtOnce(books)
  for (let place: PassPlace | null = null; ; ) {
    const { breaches, next } = await checkSlice(books, place)
    found.push(...breaches)
    if (next === null) return found
    place = next
  }
}
