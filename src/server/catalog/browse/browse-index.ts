import { setImmediate as letOthersRun } from 'node:timers/promises'
import { type ShelfIndex, shelfIndexMaker } from '#domain/catalog/facets-index.ts'
import type { Variant, VariantKey } from '#domain/variant.ts'
import type { Sql } from '#server/db/database.ts'
import { readFreeProducts, readShelfRows } from './browse-store.ts'

/** The index of each storefront's shelves, made from the database: any process makes the same one. */
export type ShelfIndexes = {
  /** Of this version of the catalogue or a later one. What is in stock is at most some minutes old. */
  get(variant: Variant, version: number): Promise<ShelfIndex>
}

/** Stock changes with every order, the catalogue does not: so long what was free counts as free. */
const stockFreshMs = 5 * 60_000
/** Rows put in before others have their turn: some milliseconds of work. */
const atOnce = 4_000

type Cached = { readonly version: number; readonly madeAt: number; readonly index: Promise<ShelfIndex> }

/** Keeps one index per storefront; a new version is waited for, fresher stock is fetched behind the answer. */
export function createShelfIndexes(sql: Sql, now: () => number = () => performance.now()): ShelfIndexes {
  const cached = new Map<VariantKey, Cached>()

  function make(variant: Variant, version: number, behind: ShelfIndex | null): Promise<ShelfIndex> {
    const made = makeIndex(sql, variant)
    const entry: Cached = { version, madeAt: now(), index: behind === null ? made : Promise.resolve(behind) }
    cached.set(variant.key, entry)
    if (behind === null) made.catch(() => cached.get(variant.key) === entry && cached.delete(variant.key))
    else {
      made.then(
        (index) =>
          cached.get(variant.key) === entry && cached.set(variant.key, { ...entry, index: Promise.resolve(index) }),
        () => undefined,
      )
    }
    return entry.index
  }

  return {
    async get(variant, version) {
      const found = cached.get(variant.key)
      if (found === undefined || found.version < version) return make(variant, version, null)
      if (now() - found.madeAt > stockFreshMs) return make(variant, found.version, await found.index)
      return found.index
    },
  }
}

async function makeIndex(sql: Sql, variant: Variant): Promise<ShelfIndex> {
  const [rows, free] = await Promise.all([readShelfRows(sql, variant), readFreeProducts(sql, variant)])
  const maker = shelfIndexMaker(rows.length)
  for (const [place, row] of rows.entries()) {
    maker.add(row)
    if (place % atOnce === atOnce - 1) await letOthersRun()
  }
  for (const { term, productIds } of free) {
    maker.mark(term, productIds)
    await letOthersRun()
  }
  return maker.make()
}
