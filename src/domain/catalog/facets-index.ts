import { type FacetChoice, type FacetName, facets, type ShelfSort } from './facets.ts'
import type { ProductIds } from './shelf-index/product-ids.ts'
import {
  bytesOfSet,
  countBits,
  countBoth,
  hasBit,
  noBits,
  type ProductBits,
  type ProductSet,
  putBit,
  putSet,
} from './shelf-index/product-set.ts'

/**
 * All products of one brand and country, ready to be filtered: for each value the set of its products. Sets are put
 * together 32 products at a time, so that counting every value of a shelf of 100,000 takes less than a millisecond.
 */
export type ShelfIndex = {
  readonly products: ProductIds
  readonly sets: ReadonlyMap<string, ProductSet>
  readonly orders: { readonly [Sort in Exclude<ShelfSort, 'best'>]: Uint32Array }
  /** The values there are, by filter, in the order to show. */
  readonly values: { readonly [Name in FacetName]: readonly string[] }
}

/** Memory that an index takes. */
export function bytesOfIndex({ products, sets, orders }: ShelfIndex): number {
  let bytes = products.bytes
  for (const set of sets.values()) bytes += bytesOfSet(set)
  for (const order of Object.values(orders)) bytes += order.byteLength
  return bytes
}

/** A choice without values that no product of the index has: they were made up in an address. */
export function knownChoice(index: ShelfIndex, choice: FacetChoice): FacetChoice {
  return Object.fromEntries(
    facets.map(({ name }) => [name, choice[name].filter((value) => index.sets.has(`${name}:${value}`))]),
  ) as unknown as FacetChoice
}

/** A shelf as a shopper filtered it. */
export type FilteredShelf = {
  readonly total: number
  /** The products of the page asked for, in order. */
  readonly productIds: readonly string[]
  /** Of every value that would show something, or is chosen, how many products it would show beside the other filters. */
  readonly counts: { readonly [Name in FacetName]: readonly { readonly value: string; readonly count: number }[] }
}

/** What stands on the shelf before any filter: categories, or what a search found, the likest first when it was weighed. */
export type ShelfBase =
  | { readonly categories: readonly string[] }
  | { readonly matches: readonly string[]; readonly isWeighed: boolean }

/**
 * Filters a shelf: any value within a filter, all filters together; each filter's counts follow the others but not itself.
 * `shippable` leaves out what cannot be had, and with `isRestricted` what the state forbids (PFAS).
 */
export function filterShelf(
  index: ShelfIndex,
  base: ShelfBase,
  choice: FacetChoice,
  view: {
    readonly sort: ShelfSort
    readonly offset: number
    readonly limit: number
    readonly shippable: { readonly isRestricted: boolean } | null
  },
): FilteredShelf {
  const start = startOf(index, base)
  if (view.shippable !== null) filterShippable(index, start, view.shippable.isRestricted)
  const chosen = facets.flatMap(({ name }) => {
    const values = choice[name]
    return values.length === 0
      ? []
      : [
          {
            name,
            set: union(
              index,
              values.map((value) => `${name}:${value}`),
            ),
          },
        ]
  })
  const within = (but: FacetName | null) =>
    intersect(
      start,
      chosen.filter(({ name }) => name !== but).map(({ set }) => set),
    )
  const shown = within(null)
  const counts = Object.fromEntries(
    facets.map(({ name }) => {
      const others = choice[name].length === 0 ? shown : within(name)
      const counted = index.values[name].map((value) => ({
        value,
        count: countBoth(others, index.sets.get(`${name}:${value}`)),
      }))
      return [name, counted.filter(({ value, count }) => count > 0 || choice[name].includes(value))]
    }),
  ) as unknown as FilteredShelf['counts']
  const order = orderOf(index, base, view.sort)
  return { total: countBits(shown), productIds: pageOf(index, shown, order, view.offset, view.limit), counts }
}

function orderOf(index: ShelfIndex, base: ShelfBase, sort: ShelfSort): Iterable<number> {
  if (sort !== 'best') return index.orders[sort]
  if ('categories' in base || !base.isWeighed) return index.orders.featured
  return base.matches.map((productId) => index.products.rowOf(productId)).filter((row) => row !== undefined)
}

function pageOf(
  index: ShelfIndex,
  shown: ProductBits,
  order: Iterable<number>,
  offset: number,
  limit: number,
): string[] {
  const page: string[] = []
  let passed = 0
  for (const row of order) {
    if (!hasBit(shown, row)) continue
    if (passed++ < offset) continue
    page.push(index.products.idOf(row))
    if (page.length === limit) break
  }
  return page
}

function startOf(index: ShelfIndex, base: ShelfBase): ProductBits {
  if ('categories' in base)
    return union(
      index,
      base.categories.map((slug) => `category:${slug}`),
    )
  const bits = noBits(index.products.size)
  for (const productId of base.matches) {
    const row = index.products.rowOf(productId)
    if (row !== undefined) putBit(bits, row)
  }
  return bits
}

function filterShippable(index: ShelfIndex, start: ProductBits, isRestricted: boolean): void {
  const toBeHad = union(index, ['stock:in', 'later'])
  const forbidden = union(index, isRestricted ? ['pfas'] : [])
  for (let word = 0; word < start.length; word += 1) {
    start[word] = (start[word] ?? 0) & (toBeHad[word] ?? 0) & ~(forbidden[word] ?? 0)
  }
}

function union(index: ShelfIndex, terms: readonly string[]): ProductBits {
  const all = noBits(index.products.size)
  for (const term of terms) putSet(all, index.sets.get(term))
  return all
}

function intersect(start: ProductBits, sets: readonly ProductBits[]): ProductBits {
  const all = start.slice()
  for (const bits of sets)
    for (let word = 0; word < all.length; word += 1) all[word] = (all[word] ?? 0) & (bits[word] ?? 0)
  return all
}
