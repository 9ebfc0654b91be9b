import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ShelfIndex } from '#domain/catalog/facets-index.ts'
import { shelfIndexMaker, stockMarker } from '#domain/catalog/shelf-index/shelf-index-maker.ts'
import type { Variant } from '#domain/variant.ts'
import type { Sql } from '#server/db/database.ts'
import { readFreeProducts, readShelfRows, shelfSlice } from './browse-store.ts'

/** Rows put in before others have their turn. */
const rowsAtOnce = 1_000

/**
 * The index of a storefront's shelves, from the database in slices, so that no statement and no turn of the program is
 * longer for a million skus than for four thousand products.
 * @param onSlice called between two slices
 */
export async function makeIndex(sql: Sql, variant: Variant, onSlice: () => void): Promise<ShelfIndex> {
  const maker = shelfIndexMaker()
  for (let rows = await readShelfRows(sql, variant); ; rows = await readShelfRows(sql, variant, rows.at(-1))) {
    for (const [nth, row] of rows.entries()) {
      maker.add(row)
      if (nth % rowsAtOnce === rowsAtOnce - 1) await nextTurn()
    }
    if (rows.length < shelfSlice) break
    onSlice()
  }
  const making = maker.make()
  for (;;) {
    const step = making.next()
    if (step.done === true) return markStock(sql, variant, step.value, onSlice)
    await nextTurn()
  }
}

/** The same index with what is in stock now. */
export async function markStock(
  sql: Sql,
  variant: Variant,
  index: ShelfIndex,
  onSlice: () => void,
): Promise<ShelfIndex> {
  if (index.products.size === 0) return index
  const marker = stockMarker(index)
  let slice = await readFreeProducts(sql, variant, 0)
  while (slice.last !== null) {
    for (const { term, productIds } of slice.free) {
      marker.mark(term, productIds)
      await nextTurn()
    }
    slice = await readFreeProducts(sql, variant, slice.last)
    if (slice.last !== null) onSlice()
  }
  return marker.make()
}
