import { type Books, checkPart, portions } from './books-check.ts'
import { type ChangedSlice, readChanged, readTouched, type Upto } from './guard-changes-store.ts'
import type { Breach } from './invariants-store.ts'

/** Of so many orders the keys that they touch are read by one statement. */
const ordersAtOnce = 100
const touchedParts = ['carts', 'cards', 'promos', 'trips', 'skus'] as const

export type CheckedChanges = Pick<ChangedSlice, 'next' | 'upto' | 'isLast'> & { readonly breaches: readonly Breach[] }

/** Checks the next 500 of what changed behind a place, with all that it touches (OPS-42). */
export async function checkChanges(books: Books, after: Upto, size?: number): Promise<CheckedChanges> {
  const { orders, cards, next, upto, isLast } = await readChanged(books.sql, after, size)
  const breaches = await checkPart(books, 'orders', orders)
  const touched = { carts: new Set(), cards: new Set(cards), promos: new Set(), trips: new Set(), skus: new Set() }
  for (const some of portions(orders, ordersAtOnce)) {
    const keys = await readTouched(books.sql, some)
    for (const part of touchedParts) for (const key of keys[part]) touched[part].add(key)
  }
  for (const part of touchedParts) breaches.push(...(await checkPart(books, part, [...touched[part]] as string[])))
  return { breaches, next, upto, isLast }
}
