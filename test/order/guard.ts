import type { Sql } from '#server/db/database.ts'
import { type BooksGuard, createBooksGuard } from '#server/order/books/books-guard.ts'
import type { OrderDeps } from '#server/order/order-deps.ts'

/** The guard of the books, on the connections of the shop unless others are given, without metrics. */
export function guardOf(orders: OrderDeps, books: Sql = orders.database): BooksGuard {
  return createBooksGuard({ ...orders, books, metrics: { gauge: () => () => undefined } })
}
