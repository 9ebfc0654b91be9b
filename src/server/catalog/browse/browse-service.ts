import { cardOf } from '#domain/catalog/card.ts'
import { branchOf } from '#domain/catalog/category-tree.ts'
import type { ShelfSelection } from '#domain/catalog/facets.ts'
import { type FilteredShelf, filterShelf, knownChoice, type ShelfBase } from '#domain/catalog/facets-index.ts'
import type { CategoryLink, ProductCard } from '#domain/catalog/product.ts'
import { skuOfQuery, wordsOfQuery } from '#domain/catalog/search-words.ts'
import type { Picture } from '#domain/catalog/sku.ts'
import type { Variant } from '#domain/variant.ts'
import { readCards, readCategories, skuFacts } from '#server/catalog/catalog-store.ts'
import type { Sql } from '#server/db/database.ts'
import type { ShelfIndexes } from './browse-index.ts'
import { findBegun, findMatches, type Matches } from './search-matches.ts'
import { maxMatches, maxRanked } from './search-store.ts'

/** What is asked of a shelf: `version` of the catalogue, the wish of the address, and what its postal code means. */
export type ShelfRequest = {
  readonly version: number
  readonly selection: ShelfSelection
  /** Null without a postal code; else whether its state forbids some pieces (PFAS). */
  readonly shippable: { readonly isRestricted: boolean } | null
  readonly pageSize?: number
}

/** A shelf as a shopper filtered it: one page of cards, and what every filter would show. */
export type Shelf = Pick<FilteredShelf, 'total' | 'counts'> & {
  /** Of the version that was asked for; else it stands as it did before, while the index of the new one is made. */
  readonly isCurrent: boolean
  /** What was asked, without values that nothing in the store has. */
  readonly selection: ShelfSelection
  /** From 1. */
  readonly pages: number
  readonly cards: readonly ProductCard[]
}

export type CategoryShelf = Shelf & {
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly picture: Picture | null
  readonly parent: { readonly slug: string; readonly name: string } | null
  readonly children: readonly { readonly slug: string; readonly name: string }[]
}

export type SearchShelf = Shelf &
  Omit<Matches, 'productIds'> & {
    /** There are more than were looked at: all numbers are the least there are. */
    readonly isCutOff: boolean
  }

export type Suggestions = {
  readonly cards: readonly ProductCard[]
  readonly categories: readonly Pick<CategoryLink, 'slug' | 'name'>[]
  /** What was looked for instead of what was typed; else ''. */
  readonly corrected: string
}

/** Shelves to walk along and to search; all of one variant, as its shoppers see it. */
export type BrowseService = {
  /** A category with all below it; undefined (404) when nothing of it is sold, or the page is past the last. */
  category(variant: Variant, slug: string, request: ShelfRequest): Promise<CategoryShelf | undefined>
  /** What a wish finds; undefined (404) when the page is past the last. */
  search(variant: Variant, typed: string, request: ShelfRequest): Promise<SearchShelf | undefined>
  /** The sku whose number was typed, when it is sold in the variant; else null. */
  skuOf(variant: Variant, typed: string): Promise<number | null>
  /** A few products and categories for a wish that is still being typed. */
  suggest(variant: Variant, typed: string, version: number): Promise<Suggestions>
}

const usualPageSize = 24
const suggestedCards = 5
const suggestedCategories = 3

/** Shelves on a database, with an index of them in memory. */
export function createBrowseService(parts: {
  readonly database: Sql
  readonly indexes: Pick<ShelfIndexes, 'get'>
}): BrowseService {
  const { database, indexes } = parts

  async function shelf(variant: Variant, base: ShelfBase, request: ShelfRequest): Promise<Shelf | undefined> {
    const { version, shippable, pageSize = usualPageSize } = request
    const { index, isCurrent } = await indexes.get(variant, version)
    const selection = { ...request.selection, choice: knownChoice(index, request.selection.choice) }
    const view = { sort: selection.sort, offset: (selection.page - 1) * pageSize, limit: pageSize, shippable }
    const { total, productIds, counts } = filterShelf(index, base, selection.choice, view)
    const pages = Math.max(1, Math.ceil(total / pageSize))
    if (selection.page > pages) return undefined
    const cards = productIds.length === 0 ? [] : await readCards(database, variant, productIds)
    const shown = cards.map((facts) => cardOf(facts, selection.choice.color))
    return { selection, total, counts, pages, cards: shown, isCurrent }
  }

  return {
    async category(variant, slug, request) {
      const branch = branchOf(await readCategories(database, variant), slug)
      if (branch === undefined) return undefined
      const found = await shelf(variant, { categories: branch.slugs }, request)
      if (found === undefined) return undefined
      const { name, description, picture, parent, children } = branch
      return { ...found, slug, name, description, picture, parent, children }
    },

    async search(variant, typed, request) {
      const { productIds, corrected, isLoose } = await findMatches(database, variant, typed)
      const isWeighed = productIds.length <= maxRanked
      const found = await shelf(variant, { matches: productIds, isWeighed }, request)
      const isCutOff = productIds.length >= maxMatches
      return found === undefined ? undefined : { ...found, corrected, isLoose, isCutOff }
    },

    async skuOf(variant, typed) {
      const sku = skuOfQuery(typed)
      if (sku === null) return null
      return (await skuFacts(database, variant, [sku])).get(sku)?.isSold === true ? sku : null
    },

    async suggest(variant, typed, version) {
      const [{ productIds, corrected }, { index }, categories] = await Promise.all([
        findBegun(database, variant, typed),
        indexes.get(variant, version),
        readCategories(database, variant),
      ])
      const first = productIds.filter((id) => index.products.rowOf(id) !== undefined).slice(0, suggestedCards)
      const cards = first.length === 0 ? [] : await readCards(database, variant, first)
      const words = wordsOfQuery(corrected === '' ? typed : corrected)
      const named = categories
        .filter(({ slug, name }) => isBegun(name, words) && branchOf(categories, slug) !== undefined)
        .slice(0, suggestedCategories)
      return {
        cards: cards.map((facts) => cardOf(facts)),
        categories: named.map(({ slug, name }) => ({ slug, name })),
        corrected,
      }
    },
  }
}

/** Whether each of the words begins a word of the name. */
function isBegun(name: string, words: readonly string[]): boolean {
  const own = wordsOfQuery(name)
  return words.length > 0 && words.every((word) => own.some((each) => each.startsWith(word)))
}
