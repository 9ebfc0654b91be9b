import { type FacetChoice, type FacetName, facets, priceBandOf, priceBands, type ShelfSort } from './facets.ts'
import { colorFamilies } from './facets-color.ts'

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

/** A set of products: bit n of the words stands for the product in row n. */
export type ProductSet = Uint32Array

/**
 * All products of one brand and country, ready to be filtered: for each value the set of its products. Sets are put
 * together 32 products at a time, so that counting every value of a shelf of 100,000 takes less than a millisecond.
 */
export type ShelfIndex = {
  readonly productIds: readonly string[]
  readonly rowOf: ReadonlyMap<string, number>
  readonly sets: ReadonlyMap<string, ProductSet>
  readonly orders: { readonly [Sort in Exclude<ShelfSort, 'best'>]: Uint32Array }
  /** The values there are, by filter, in the order to show. */
  readonly values: { readonly [Name in FacetName]: readonly string[] }
}

/** Makes an index, in as many goes as one likes. */
export type ShelfIndexMaker = {
  add(row: ShelfRow): void
  /** Gives products that were added a value or mark: 'store:101'; unknown ones are passed over. */
  mark(term: string, productIds: readonly string[]): void
  make(): ShelfIndex
}

/** An empty index with room for `size` products. */
export function shelfIndexMaker(size: number): ShelfIndexMaker {
  const words = Math.ceil(size / 32)
  const productIds: string[] = []
  const rowOf = new Map<string, number>()
  const sets = new Map<string, ProductSet>()
  const prices = new Uint32Array(size)
  const names: string[] = []
  const ages = new Float64Array(size)

  function mark(term: string, row: number): void {
    let set = sets.get(term)
    if (set === undefined) {
      set = new Uint32Array(words)
      sets.set(term, set)
    }
    set[row >>> 5] = (set[row >>> 5] ?? 0) | (1 << (row & 31))
  }

  return {
    add({ productId, categorySlug, lowCurrentCents, terms, name, addedAt }) {
      const row = productIds.length
      productIds.push(productId)
      rowOf.set(productId, row)
      prices[row] = lowCurrentCents
      names.push(name.toLowerCase())
      ages[row] = addedAt
      mark(`category:${categorySlug}`, row)
      mark(`price:${priceBandOf(lowCurrentCents)}`, row)
      for (const term of terms.split(' ')) if (term !== '') mark(term, row)
    },
    mark(term, ids) {
      for (const productId of ids) {
        const row = rowOf.get(productId)
        if (row !== undefined) mark(term, row)
      }
    },
    make() {
      const featured = Uint32Array.from({ length: size }, (_, row) => row)
      // equal prices stay in the order of the house: the sort is stable
      const priceLow = featured.slice().sort((a, b) => (prices[a] ?? 0) - (prices[b] ?? 0))
      const priceHigh = featured.slice().sort((a, b) => (prices[b] ?? 0) - (prices[a] ?? 0))
      const name = featured.slice().sort((a, b) => compare(names[a] ?? '', names[b] ?? ''))
      const newest = featured.slice().sort((a, b) => (ages[b] ?? 0) - (ages[a] ?? 0))
      const orders = { featured, priceLow, priceHigh, name, newest }
      return { productIds, rowOf, sets, orders, values: valuesOf(sets) }
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
        count: overlap(others, index.sets.get(`${name}:${value}`)),
      }))
      return [name, counted.filter(({ value, count }) => count > 0 || choice[name].includes(value))]
    }),
  ) as unknown as FilteredShelf['counts']
  const order = orderOf(index, base, view.sort)
  return { total: sizeOf(shown), productIds: pageOf(index, shown, order, view.offset, view.limit), counts }
}

function orderOf(index: ShelfIndex, base: ShelfBase, sort: ShelfSort): Iterable<number> {
  if (sort !== 'best') return index.orders[sort]
  if ('categories' in base || !base.isWeighed) return index.orders.featured
  return base.matches.map((productId) => index.rowOf.get(productId)).filter((row) => row !== undefined)
}

function pageOf(
  index: ShelfIndex,
  shown: ProductSet,
  order: Iterable<number>,
  offset: number,
  limit: number,
): string[] {
  const page: string[] = []
  let passed = 0
  for (const row of order) {
    if (((shown[row >>> 5] ?? 0) & (1 << (row & 31))) === 0) continue
    if (passed++ < offset) continue
    page.push(index.productIds[row] ?? '')
    if (page.length === limit) break
  }
  return page
}

function startOf(index: ShelfIndex, base: ShelfBase): ProductSet {
  if ('categories' in base)
    return union(
      index,
      base.categories.map((slug) => `category:${slug}`),
    )
  const set = emptySet(index)
  for (const productId of base.matches) {
    const row = index.rowOf.get(productId)
    if (row !== undefined) set[row >>> 5] = (set[row >>> 5] ?? 0) | (1 << (row & 31))
  }
  return set
}

function filterShippable(index: ShelfIndex, start: ProductSet, isRestricted: boolean): void {
  const toBeHad = union(index, ['stock:in', 'later'])
  const forbidden = isRestricted ? index.sets.get('pfas') : undefined
  for (let word = 0; word < start.length; word += 1) {
    start[word] = (start[word] ?? 0) & (toBeHad[word] ?? 0) & ~(forbidden?.[word] ?? 0)
  }
}

function emptySet(index: ShelfIndex): ProductSet {
  return new Uint32Array(Math.ceil(index.productIds.length / 32))
}

function union(index: ShelfIndex, terms: readonly string[]): ProductSet {
  const all = emptySet(index)
  for (const term of terms) {
    const set = index.sets.get(term)
    if (set === undefined) continue
    for (let word = 0; word < all.length; word += 1) all[word] = (all[word] ?? 0) | (set[word] ?? 0)
  }
  return all
}

function intersect(start: ProductSet, sets: readonly ProductSet[]): ProductSet {
  const all = start.slice()
  for (const set of sets)
    for (let word = 0; word < all.length; word += 1) all[word] = (all[word] ?? 0) & (set[word] ?? 0)
  return all
}

function overlap(one: ProductSet, other: ProductSet | undefined): number {
  if (other === undefined) return 0
  let count = 0
  for (let word = 0; word < one.length; word += 1) count += bitsOf((one[word] ?? 0) & (other[word] ?? 0))
  return count
}

function sizeOf(set: ProductSet): number {
  return overlap(set, set)
}

/** How many of 32 bits are set. */
function bitsOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
