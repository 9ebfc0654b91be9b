import { type FacetName, facets, priceBandOf, priceBands } from '../facets.ts'
import { colorFamilies } from '../facets-color.ts'
import type { ShelfIndex } from '../facets-index.ts'
import { productIdsMaker } from './product-ids.ts'
import { noBits, type ProductBits, type ProductSet, putBit, setOfBits, setOfRows } from './product-set.ts'
import { allRows, type InTurns, sortRows } from './sort-rows.ts'

/** One product as a shelf knows it, in the order of the house ('featured'). */
export type ShelfRow = {
  readonly productId: string
  readonly categorySlug: string
  readonly lowCurrentCents: number
  /** Its values of filters, 'color:cream material:oak', and the marks 'pfas' and 'later'; parted by spaces. */
  readonly terms: string
  readonly name: string
  /** When it came, in seconds of any one clock. */
  readonly addedAt: number
}

/** Makes an index, in as many goes as one likes. */
export type ShelfIndexMaker = {
  /** A product that is there already is passed over. */
  add(row: ShelfRow): void
  make(): InTurns<ShelfIndex>
}

/** An empty index. */
export function shelfIndexMaker(): ShelfIndexMaker {
  const products = productIdsMaker()
  const rowsOf = new Map<string, RowList>()
  const prices: number[] = []
  const names: string[] = []
  const ages: number[] = []

  function mark(term: string, row: number): void {
    const rows = rowsOf.get(term)
    if (rows === undefined) rowsOf.set(term, createRowList(row))
    else rows.push(row)
  }

  return {
    add({ productId, categorySlug, lowCurrentCents, terms, name, addedAt }) {
      if (!products.add(productId)) return
      const row = prices.length
      prices.push(lowCurrentCents)
      names.push(name.toLowerCase())
      ages.push(addedAt)
      mark(`category:${categorySlug}`, row)
      mark(`price:${priceBandOf(lowCurrentCents)}`, row)
      for (const term of terms.split(' ')) if (term !== '') mark(term, row)
    },
    *make() {
      const size = prices.length
      const sets = new Map<string, ProductSet>()
      for (const [term, rows] of rowsOf) {
        sets.set(term, setOfRows(rows.all(), size))
        yield
      }
      // equal prices stay in the order of the house: the sort is stable
      const orders = {
        featured: allRows(size),
        priceLow: yield* sortRows(size, (a, b) => (prices[a] ?? 0) - (prices[b] ?? 0)),
        priceHigh: yield* sortRows(size, (a, b) => (prices[b] ?? 0) - (prices[a] ?? 0)),
        name: yield* sortRows(size, (a, b) => compare(names[a] ?? '', names[b] ?? '')),
        newest: yield* sortRows(size, (a, b) => (ages[b] ?? 0) - (ages[a] ?? 0)),
      }
      return { products: products.make(), sets, orders, values: valuesOf(sets) }
    },
  }
}

type RowList = { push(row: number): void; all(): Uint32Array }

/** Rows that come one by one in rising order; a value that a product says twice is said once. */
function createRowList(first: number): RowList {
  let rows = Uint32Array.of(first)
  let length = 1
  return {
    push(row) {
      if (rows[length - 1] === row) return
      if (length === rows.length) {
        const more = new Uint32Array(length * 2)
        more.set(rows)
        rows = more
      }
      rows[length++] = row
    },
    all: () => rows.subarray(0, length),
  }
}

/** Gives products what is on the shelves now: the sets of 'stock:in' and 'store:101' that an index had are replaced. */
export type StockMarker = {
  /** Unknown products are passed over, and may be named more than once. */
  mark(term: string, productIds: readonly string[]): void
  make(): ShelfIndex
}

/** Nothing in stock yet. */
export function stockMarker(index: ShelfIndex): StockMarker {
  const stocked = new Map<string, ProductBits>()
  return {
    mark(term, productIds) {
      const bits = stocked.get(term) ?? noBits(index.products.size)
      stocked.set(term, bits)
      for (const productId of productIds) {
        const row = index.products.rowOf(productId)
        if (row !== undefined) putBit(bits, row)
      }
    },
    make() {
      const lasting = [...index.sets].filter(([term]) => !term.startsWith('stock:') && !term.startsWith('store:'))
      const fresh = [...stocked].map(([term, bits]) => [term, setOfBits(bits)] as const)
      const sets = new Map([...lasting, ...fresh])
      return { ...index, sets, values: valuesOf(sets) }
    },
  }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

function valuesOf(sets: ReadonlyMap<string, ProductSet>): ShelfIndex['values'] {
  const found = Object.fromEntries(facets.map(({ name }) => [name, [] as string[]])) as {
    [Name in FacetName]: string[]
  }
  for (const term of sets.keys()) {
    const [name = '', value = ''] = term.split(':')
    if (Object.hasOwn(found, name)) found[name as FacetName].push(value)
  }
  for (const list of Object.values(found)) list.sort()
  const families = Object.keys(colorFamilies)
  found.color.sort((a, b) => families.indexOf(a) - families.indexOf(b))
  found.price.sort((a, b) => priceBands.indexOf(a) - priceBands.indexOf(b))
  return found
}
