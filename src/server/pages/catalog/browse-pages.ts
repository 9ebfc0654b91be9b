import { checkPostalCode, postalCodeInput } from '#domain/address/postal-code.ts'
import { stateOfPostalCode } from '#domain/address/postal-prefixes.ts'
import { type AskedQuery, readShelfWish, type ShelfWish, shelfQuery } from '#domain/catalog/facets.ts'
import { tidyWish } from '#domain/catalog/search-words.ts'
import { categoryAddress, productAddress } from '#domain/catalog/sku.ts'
import type { Variant } from '#domain/variant.ts'
import type { BrowseService, ShelfAsked } from '#server/catalog/browse/browse-service.ts'
import type { CatalogService } from '#server/catalog/catalog-service.ts'
import type { Asked, PublicPage } from '#server/pages/page-table.ts'
import { categoryPage, searchPage, searchPath } from './browse-view.ts'

export type BrowsePageParts = {
  readonly browse: Pick<BrowseService, 'category' | 'search' | 'skuOf'>
  readonly catalog: Pick<CatalogService, 'categories' | 'featured' | 'stores'>
  /** States where what holds PFAS is not sold (OPEN-49). */
  readonly pfasStates: readonly string[]
}

/** Category and search: every filter, order and page of them has an address of its own. */
export function browsePages({ browse, catalog, pfasStates }: BrowsePageParts): PublicPage[] {
  const askedOf = (wish: ShelfWish, { variant, version }: Asked): ShelfAsked => {
    if (wish.postalCode === '') return { version, wish, shippable: null }
    const state = stateOfPostalCode(wish.postalCode, variant.country)
    return { version, wish, shippable: { isRestricted: state !== null && pfasStates.includes(state) } }
  }

  return [
    {
      path: '/category/:slug',
      queryOf: (query, variant) => shelfQuery(wishOf(query, variant, false), null),
      async load(asked) {
        const { variant, query, params } = asked
        const [stores, found] = await Promise.all([
          catalog.stores(variant),
          browse.category(variant, params.slug ?? '', askedOf(wishOf(query, variant, false), asked)),
        ])
        if (found === undefined) return { kind: 'missing' }
        const address = addressWith(categoryAddress(found.slug), shelfQuery(found.wish, null))
        return { kind: 'page', address, page: categoryPage(found, stores) }
      },
    },
    {
      path: searchPath,
      queryOf: (query, variant) => shelfQuery(wishOf(query, variant, true), typedIn(query)),
      async load(asked) {
        const { variant, query } = asked
        const typed = typedIn(query)
        const sku = await browse.skuOf(variant, typed)
        if (sku !== null) return { kind: 'redirect', to: productAddress(sku) }
        const [stores, found] = await Promise.all([
          catalog.stores(variant),
          browse.search(variant, typed, askedOf(wishOf(query, variant, true), asked)),
        ])
        if (found === undefined) return { kind: 'missing' }
        const isEmpty = found.total === 0 || found.isLoose
        const [categories, featured] = isEmpty
          ? await Promise.all([catalog.categories(variant), catalog.featured(variant, 4)])
          : [[], []]
        const address = addressWith(searchPath, shelfQuery(found.wish, typed))
        return { kind: 'page', address, page: searchPage(found, typed, stores, { categories, featured }) }
      },
    },
  ]
}

function typedIn(query: AskedQuery): string {
  return typeof query.q === 'string' ? tidyWish(query.q) : ''
}

function wishOf(query: AskedQuery, { country }: Variant, isSearch: boolean): ShelfWish {
  const postalCodeOf = (text: string): string | null => {
    const code = checkPostalCode(postalCodeInput(text, country), country)
    return code.ok && stateOfPostalCode(code.value, country) !== null ? code.value : null
  }
  return readShelfWish(query, { isSearch, postalCodeOf })
}

function addressWith(path: string, query: string): string {
  return query === '' ? path : `${path}?${query}`
}
