import type { FacetName, ShelfSort } from '#domain/catalog/facets.ts'

/** One value of a filter: how many products it would show beside the other filters. */
export type FacetValueView = {
  readonly value: string
  readonly label: string
  readonly count: number
  readonly isChosen: boolean
  /** The dot beside a colour, '#rrggbb'; else ''. */
  readonly color: string
}

export type FacetView = { readonly name: FacetName; readonly label: string; readonly values: readonly FacetValueView[] }

/** Filters, order and pages of a shelf; every address is ready to be a link. */
export type BrowseView = {
  /** Where the form of the filters leads: '/category/sofas' or '/search'. */
  readonly path: string
  /** What is searched for; null on a category's shelf. */
  readonly query: string | null
  readonly facets: readonly FacetView[]
  /** The postal code that is shipped to, '' when none is given. */
  readonly postalCode: string
  /** What is chosen, each with the address without it. */
  readonly chips: readonly { readonly label: string; readonly navigateUrl: string }[]
  readonly clearUrl: string
  readonly sort: ShelfSort
  readonly sorts: readonly { readonly sort: ShelfSort; readonly label: string; readonly navigateUrl: string }[]
  readonly pageNumber: number
  readonly pageCount: number
  /** '' on the first and last page. */
  readonly previousUrl: string
  readonly nextUrl: string
  readonly productCount: number
  /** There are more: the wish finds more than anybody looks through. */
  readonly isCutOff?: true
}
