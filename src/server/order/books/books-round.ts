import type { Sql } from '#server/db/database.ts'
import {
  type Cursor,
  type KeyedPart,
  moveCursors,
  readChanged,
  readCursors,
  readSlice,
  readSliceEnd,
} from './books-slice-store.ts'
import { type BooksPart, type Breach, checkKeys, checkOpen, checkOrderRange } from './invariants-store.ts'

/** What one round looked at and found, and how far it came. */
export type BooksRound = { readonly breaches: readonly Breach[]; readonly cursors: readonly Cursor[] }

type Sizes = {
  /** The least keys of a slice. */
  readonly slice?: number
  readonly changed?: number
}

const firstId = '00000000-0000-0000-0000-000000000000'
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const firstKeys: { readonly [Part in KeyedPart]: string } = { carts: firstId, cards: firstId, promos: '', trips: '0' }

/**
 * One round of the guard: what is open, what changed since the round before, and the next slice of all the rest, so that
 * each order, cart, gift card, promotion and trip is looked at again within a day however many there are (SAFE-64). Nothing
 * is noted: `endRound` does, when what was found has been told.
 */
export async function checkRound(books: Sql, sizes: Sizes = {}): Promise<BooksRound> {
  const before = new Map((await readCursors(books)).map((cursor) => [cursor.name, cursor]))
  const breaches = [...(await checkOpen(books))]
  const changed = await readChanged(books, before.get('changed')?.through ?? null, sizes.changed)
  for (const part of ['orders', 'carts', 'cards', 'promos', 'trips'] as const) {
    breaches.push(...(await checkKeys(books, part, changed[part])))
  }
  const cursors: Cursor[] = [{ name: 'changed', after: '', through: changed.through }]
  for (const part of ['orders', 'carts', 'cards', 'promos', 'trips'] as const) {
    const slice = await checkSlice(books, part, before.get(part)?.after ?? '', sizes.slice)
    breaches.push(...slice.breaches)
    cursors.push({ name: part, after: slice.after, through: null })
  }
  return { breaches: eachOnce(breaches), cursors }
}

export async function endRound(sql: Sql, { cursors }: BooksRound): Promise<void> {
  await moveCursors(sql, cursors)
}

/** Checks the slice behind a key; `after` is '' when it was the last. */
async function checkSlice(
  books: Sql,
  part: BooksPart,
  after: string,
  size: number | undefined,
): Promise<{ readonly breaches: readonly Breach[]; readonly after: string }> {
  if (part === 'orders') {
    const from = after || firstId
    const end = await readSliceEnd(books, from, size)
    return { breaches: await checkOrderRange(books, from, end ?? lastId), after: end ?? '' }
  }
  const { keys, isLast } = await readSlice(books, part, after || firstKeys[part], size)
  return { breaches: await checkKeys(books, part, keys), after: isLast ? '' : (keys.at(-1) ?? '') }
}

/** What changed is in a slice too now and then. */
function eachOnce(breaches: readonly Breach[]): Breach[] {
  return [...new Map(breaches.map((breach) => [JSON.stringify(breach), breach])).values()]
}
