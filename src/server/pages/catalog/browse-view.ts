import type { BrowseView, FacetView } from '#contracts/catalog/browse.ts'
import type { Page } from '#contracts/pages.ts'
import {
  type FacetName,
  facetLabel,
  facetSwatch,
  facets,
  nothingChosen,
  type ShelfSelection,
  type ShelfSort,
  shelfQuery,
  shelfSorts,
} from '#domain/catalog/facets.ts'
import type { CategoryLink, ProductCard } from '#domain/catalog/product.ts'
import { categoryAddress } from '#domain/catalog/sku.ts'
import type { CategoryShelf, SearchShelf, Shelf } from '#server/catalog/browse/browse-service.ts'
import type { Location } from '#server/catalog/location-store.ts'
import { categoryCard, productCard } from './catalog-view.ts'

type PageOf<Name extends Page['name']> = Extract<Page, { name: Name }>

/** Where a search is shown. */
export const searchPath = '/search'

export function categoryPage(shelf: CategoryShelf, stores: readonly Location[], today: string): PageOf<'category'> {
  const { slug, name, description, parent } = shelf
  return {
    name: 'category',
    category: { slug, name, description },
    parent: parent === null ? null : { name: parent.name, navigateUrl: categoryAddress(parent.slug) },
    related: shelf.children.map(categoryCard),
    products: shelf.cards.map((card) => productCard(card, today)),
    browse: browseView(shelf, { stores, path: categoryAddress(slug), typed: null }),
  }
}

/** `other` is shown where nothing was found: departments to walk to, and what others like. */
export function searchPage(
  shelf: SearchShelf,
  typed: string,
  stores: readonly Location[],
  other: { readonly categories: readonly CategoryLink[]; readonly featured: readonly ProductCard[] },
  today: string,
): PageOf<'search'> {
  return {
    name: 'search',
    correction: shelf.corrected,
    isLoose: shelf.isLoose,
    products: shelf.cards.map((card) => productCard(card, today)),
    browse: {
      ...browseView(shelf, { stores, path: searchPath, typed }),
      ...(shelf.isCutOff ? { isCutOff: true } : {}),
    },
    departments: other.categories.map(categoryCard),
    featured: other.featured.map((card) => productCard(card, today)),
  }
}

type BrowseParts = { readonly stores: readonly Location[]; readonly path: string; readonly typed: string | null }

function browseView(shelf: Shelf, { stores, path, typed }: BrowseParts): BrowseView {
  const { selection } = shelf
  const to = (patch: Partial<ShelfSelection>): string => {
    const query = shelfQuery({ ...selection, page: 1, ...patch }, typed)
    return query === '' ? path : `${path}?${query}`
  }
  const labelOf = (name: FacetName, value: string) =>
    name === 'store'
      ? (stores.find((store) => String(store.locationId) === value)?.name ?? value)
      : facetLabel(name, value)
  const { choice, postalCode, page } = selection
  const chosen = facets.flatMap(({ name }) =>
    choice[name].map((value) => ({
      label: name === 'store' ? `Pick up: ${labelOf(name, value)}` : labelOf(name, value),
      navigateUrl: to({ choice: { ...choice, [name]: choice[name].filter((each) => each !== value) } }),
    })),
  )
  const shipTo = postalCode === '' ? [] : [{ label: `Ships to ${postalCode}`, navigateUrl: to({ postalCode: '' }) }]
  return {
    path,
    query: typed,
    facets: facetViews(shelf, labelOf),
    postalCode,
    chips: [...chosen, ...shipTo],
    clearUrl: to({ choice: nothingChosen, postalCode: '' }),
    sort: selection.sort,
    sorts: shelfSorts
      .filter(({ sort }) => sort !== (typed === null ? 'best' : 'featured'))
      .map(({ sort, label }) => ({ sort, label, navigateUrl: to({ sort: sort satisfies ShelfSort }) })),
    pageNumber: page,
    pageCount: shelf.pages,
    previousUrl: page > 1 ? to({ page: page - 1 }) : '',
    nextUrl: page < shelf.pages ? to({ page: page + 1 }) : '',
    productCount: shelf.total,
  }
}

/** Most values of one filter that are worth reading. */
const maxShown = 24

/** A filter that would change nothing is left out. */
function facetViews(shelf: Shelf, labelOf: (name: FacetName, value: string) => string): FacetView[] {
  return facets.flatMap(({ name, label }) => {
    const chosen = shelf.selection.choice[name]
    const counts = shelf.counts[name]
    const differs = counts.length > 1 || counts.some(({ count }) => count < shelf.total)
    if (chosen.length === 0 && (counts.length === 0 || !differs)) return []
    const values = counts
      .map(({ value, count }) => ({
        ...{ value, count, label: labelOf(name, value) },
        isChosen: chosen.includes(value),
        color: facetSwatch(name, value),
      }))
      .sort((a, b) => (isNamed(name) ? a.label.localeCompare(b.label, 'en') : 0))
    return [{ name, label, values: values.length > maxShown ? maxUseful(values) : values }]
  })
}

function isNamed(name: FacetName): boolean {
  return name === 'type' || name === 'material' || name === 'store'
}

function maxUseful<Value extends { readonly count: number; readonly isChosen: boolean }>(
  values: readonly Value[],
): Value[] {
  const least = values.map(({ count }) => count).sort((a, b) => b - a)[maxShown - 1] ?? 0
  return values.filter(({ count, isChosen }) => count >= least || isChosen).slice(0, maxShown + 12)
}
