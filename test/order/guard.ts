import type { Sql } from '#server/db/database.ts'
import { type BooksGuard, createBooksGuard } from '#server/order/books/books-guard.ts'
import type { OrderWorld } from '#server/order/order-world.ts'

/** The guard of the books, on the connections of the shop unless others are given, without metrics. */
export function guardOf(orders: OrderWorld, books: Sql = orders.database): BooksGuard {
  return createBooksGuard({ ...orders, books, metrics: { gauge: () => () => undefined } })
}
