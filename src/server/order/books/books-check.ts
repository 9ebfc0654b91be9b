import type { Sql } from '#server/db/database.ts'
import { type CountedPart, checkCounters, type PageSizes, type Snapshot } from './counters-store.ts'
import type { BooksPart } from './invariant-texts.ts'
import { type Breach, checkKeys } from './invariants-store.ts'

/** Where the checks run. */
export type Books = { readonly sql: Sql; readonly snapshot: Snapshot; readonly pages?: PageSizes }

/** So many keys are looked at by one statement: of orders those of their lines, payments and holds come with each. */
const keysAtOnce: { readonly [Part in Exclude<BooksPart, CountedPart>]: number } = { orders: 10, carts: 100, skus: 500 }

/** Checks the invariants of a part for these keys, in statements that none of them makes long. */
export async function checkPart(books: Books, part: BooksPart, keys: readonly string[]): Promise<Breach[]> {
  if (part === 'cards' || part === 'promos' || part === 'trips') {
    return checkCounters(books.sql, books.snapshot, part, keys, books.pages)
  }
  const breaches: Breach[] = []
  for (const some of portions(keys, keysAtOnce[part])) breaches.push(...(await checkKeys(books.sql, part, some)))
  return breaches
}

/** So many at a time. */
export function* portions<Key>(keys: readonly Key[], size: number): Generator<readonly Key[]> {
  for (let from = 0; from < keys.length; from += size) yield keys.slice(from, from + size)
}
