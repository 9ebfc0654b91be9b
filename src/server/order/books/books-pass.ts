import { type Books, checkPart } from './books-check.ts'
import type { PassPlace } from './guard-mark-store.ts'
import { freshCarts, type Walk, walks } from './guard-walks-store.ts'
import { type Breach, checkOpen, checkRange } from './invariants-store.ts'

/** What a slice of the full pass found, and where it goes on; null where the pass has ended. */
export type CheckedSlice = { readonly breaches: readonly Breach[]; readonly next: PassPlace | null }

/** Checks the next slice of a full pass, which goes through every walk; it begins at null (OPS-42). */
export async function checkSlice(books: Books, place: PassPlace | null, size?: number): Promise<CheckedSlice> {
  const nth = Math.max(
    0,
    walks.findIndex(({ name }) => name === place?.walk),
  )
  const walk = walks[nth]
  if (walk === undefined) throw new Error('there is nothing to walk')
  const after = walk.name === place?.walk ? place.after : walk.first
  const { breaches, end } = await checkStretch(books, walk, after, size)
  if (end !== null) return { breaches, next: { walk: walk.name, after: end } }
  const following = walks[nth + 1]
  return { breaches, next: following === undefined ? null : { walk: following.name, after: following.first } }
}

async function checkStretch(
  books: Books,
  walk: Walk,
  after: readonly string[],
  size: number | undefined,
): Promise<{ readonly breaches: readonly Breach[]; readonly end: readonly string[] | null }> {
  const { part } = walk
  const { keys, end } = await walk.next(books.sql, after, size)
  const isRange = part === 'keys' || part === 'fresh'
  return { breaches: await (isRange ? checkRange(books.sql, part, after, keys) : checkPart(books, part, keys)), end }
}

/** Looks at what has no place in the pass: what waits for too long, and carts that changed a moment ago. */
export async function checkAtOnce(books: Books): Promise<Breach[]> {
  const breaches = await checkOpen(books.sql)
  let after: readonly string[] | null = freshCarts.first
  while (after !== null) {
    const fresh = await checkStretch(books, freshCarts, after, undefined)
    breaches.push(...fresh.breaches)
    after = fresh.end
  }
  return breaches
}
