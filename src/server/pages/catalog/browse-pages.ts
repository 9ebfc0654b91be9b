import { checkPostalCode, postalCodeInput } from '#domain/address/postal-code.ts'
import { stateOfPostalCode } from '#domain/address/postal-prefixes.ts'
import { type AskedQuery, readShelfSelection, type ShelfSelection, shelfQuery } from '#domain/catalog/facets.ts'
import { tidyQuery } from '#domain/catalog/search-words.ts'
import { categoryAddress, productAddress } from '#domain/catalog/sku.ts'
import { storeTime } from '#domain/days.ts'
import type { Variant } from '#domain/variant.ts'
import type { BrowseService, ShelfRequest } from '#server/catalog/browse/browse-service.ts'
import type { CatalogService } from '#server/catalog/catalog-service.ts'
import type { PageRequest, PublicPage } from '#server/pages/page-table.ts'
import { categoryPage, searchPage, searchPath } from './browse-view.ts'

export type BrowsePageParts = {
  readonly browse: Pick<BrowseService, 'category' | 'search' | 'skuOf'>
  readonly catalog: Pick<CatalogService, 'categories' | 'featured' | 'stores'>
  /** States where what holds PFAS is not sold (OPEN-49). */
  readonly pfasStates: readonly string[]
}

/** Category and search: every filter, order and page of them has an address of its own. */
export function browsePages({ browse, catalog, pfasStates }: BrowsePageParts): PublicPage[] {
  const pageRequestOf = (selection: ShelfSelection, { variant, version }: PageRequest): ShelfRequest => {
    if (selection.postalCode === '') return { version, selection, shippable: null }
    const state = stateOfPostalCode(selection.postalCode, variant.country)
    return { version, selection, shippable: { isRestricted: state !== null && pfasStates.includes(state) } }
  }

  return [
    {
      path: '/category/:slug',
      queryOf: (query, variant) => shelfQuery(selectionOf(query, variant, false), null),
      async load(request) {
        const { variant, query, params, now } = request
        const [stores, found] = await Promise.all([
          catalog.stores(variant),
          browse.category(variant, params.slug ?? '', pageRequestOf(selectionOf(query, variant, false), request)),
        ])
        if (found === undefined) return { kind: 'missing' }
        const address = addressWith(categoryAddress(found.slug), shelfQuery(found.selection, null))
        const page = categoryPage(found, stores, storeTime(now).day)
        return { kind: 'page', address, page, isPassing: !found.isCurrent }
      },
    },
    {
      path: searchPath,
      queryOf: (query, variant) => shelfQuery(selectionOf(query, variant, true), typedIn(query)),
      async load(request) {
        const { variant, query, now } = request
        const typed = typedIn(query)
        const sku = await browse.skuOf(variant, typed)
        if (sku !== null) return { kind: 'redirect', to: productAddress(sku) }
        const [stores, found] = await Promise.all([
          catalog.stores(variant),
          browse.search(variant, typed, pageRequestOf(selectionOf(query, variant, true), request)),
        ])
        if (found === undefined) return { kind: 'missing' }
        const isEmpty = found.total === 0 || found.isLoose
        const [categories, featured] = isEmpty
          ? await Promise.all([catalog.categories(variant), catalog.featured(variant, 4)])
          : [[], []]
        const address = addressWith(searchPath, shelfQuery(found.selection, typed))
        return {
          kind: 'page',
          address,
          page: searchPage(found, typed, stores, { categories, featured }, storeTime(now).day),
          isPassing: !found.isCurrent,
        }
      },
    },
  ]
}

function typedIn(query: AskedQuery): string {
  return typeof query.q === 'string' ? tidyQuery(query.q) : ''
}

function selectionOf(query: AskedQuery, { country }: Variant, isSearch: boolean): ShelfSelection {
  const postalCodeOf = (text: string): string | null => {
    const code = checkPostalCode(postalCodeInput(text, country), country)
    return code.ok && stateOfPostalCode(code.value, country) !== null ? code.value : null
  }
  return readShelfSelection(query, { isSearch, postalCodeOf })
}

function addressWith(path: string, query: string): string {
  return query === '' ? path : `${path}?${query}`
}
