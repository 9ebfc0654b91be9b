import { formatPrice } from '../price-format.ts'
import { colorFamilies } from './facets-color.ts'
import { wordsOf } from './facets-of-product.ts'

/** The filters of a shelf, in the order to show, each with its name in the address and the word a shopper reads. */
export const facets = [
  { name: 'type', label: 'Type' },
  { name: 'color', label: 'Color' },
  { name: 'material', label: 'Material' },
  { name: 'price', label: 'Price' },
  { name: 'store', label: 'Pick up in store' },
  { name: 'stock', label: 'Availability' },
] as const

export type FacetName = (typeof facets)[number]['name']

/** What a shopper chose: of each filter the values, any of which will do; between filters all must hold. */
export type FacetChoice = { readonly [Name in FacetName]: readonly string[] }

export const nothingChosen: FacetChoice = { type: [], color: [], material: [], price: [], stock: [], store: [] }

/** The orders of a shelf; 'best' only where something was searched for. */
export const shelfSorts = [
  { sort: 'best', label: 'Best match' },
  { sort: 'featured', label: 'Featured' },
  { sort: 'priceLow', label: 'Price, low to high' },
  { sort: 'priceHigh', label: 'Price, high to low' },
  { sort: 'newest', label: 'Newest' },
  { sort: 'name', label: 'Name' },
] as const

export type ShelfSort = (typeof shelfSorts)[number]['sort']

/** Ends of the price bands in whole units of the currency; above the last there is one more band. */
const bandEnds = [25, 50, 100, 250, 500, 1000, 2000, 4000] as const

/** The price bands from the cheapest: 'to-25', '25-50' … '4000-up'. A price on a border is in the dearer band. */
export const priceBands: readonly string[] = [
  `to-${bandEnds[0]}`,
  ...bandEnds.slice(1).map((end, index) => `${bandEnds[index]}-${end}`),
  `${bandEnds.at(-1)}-up`,
]

/** The band of a price in cents. */
export function priceBandOf(cents: number): string {
  const place = bandEnds.findIndex((end) => cents < end * 100)
  return priceBands[place === -1 ? bandEnds.length : place] ?? ''
}

/** How a value reads: 'Cream', 'cast iron' as 'Cast iron', '50-100' as '$50 to $100'. A store's name comes with the shelf. */
export function facetLabel(name: FacetName, value: string): string {
  if (name === 'color') return isColor(value) ? colorFamilies[value].label : value
  if (name === 'stock') return 'In stock'
  if (name === 'price') {
    const [from = '', to = ''] = value.split('-')
    if (from === 'to') return `Under ${dollars(to)}`
    return to === 'up' ? `${dollars(from)} and up` : `${dollars(from)} to ${dollars(to)}`
  }
  const words = wordsOf(value)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function dollars(whole: string): string {
  return formatPrice(whole, { hideCents: true })
}

/** The dot beside a value, '#rrggbb', or ''. */
export function facetSwatch(name: FacetName, value: string): string {
  return name === 'color' && isColor(value) ? colorFamilies[value].swatch : ''
}

function isColor(value: string): value is keyof typeof colorFamilies {
  return Object.hasOwn(colorFamilies, value)
}

/** Most values of one filter that an address may choose: more is nobody's wish. */
const maxValues = 12

const takes: { readonly [Name in FacetName]: (value: string) => boolean } = {
  type: isSlug,
  color: isColor,
  material: isSlug,
  price: (value) => priceBands.includes(value),
  stock: (value) => value === 'in',
  store: (value) => /^[1-9]\d{0,9}$/.test(value),
}

function isSlug(value: string): boolean {
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value) && value.length <= 40
}

/** The part of an address behind '?', as a parser left it: a text, or several of one name. */
export type AskedQuery = { readonly [name: string]: unknown }

/** All texts given under a name, however it was repeated. */
function textsOf(given: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(given) ? given : [given]
  return list.filter((each) => typeof each === 'string')
}

/** The choice an address spells: unknown names and values are left out, each value counts once, in one order. */
export function readChoice(query: AskedQuery): FacetChoice {
  const read = (name: FacetName) =>
    [...new Set(textsOf(query[name]).filter(takes[name]))]
      .sort(name === 'price' ? byBand : undefined)
      .slice(0, maxValues)
  return {
    type: read('type'),
    color: read('color'),
    material: read('material'),
    price: read('price'),
    stock: read('stock'),
    store: read('store'),
  }
}

function byBand(one: string, other: string): number {
  return priceBands.indexOf(one) - priceBands.indexOf(other)
}

/** What an address asks of a shelf, besides which shelf it is. `page` from 1. */
export type ShelfSelection = {
  readonly choice: FacetChoice
  readonly sort: ShelfSort
  readonly page: number
  /** A ZIP or postal code to ship to, as the country writes it; '' when none was given. */
  readonly postalCode: string
}

/** Reads what an address asks. `postalCodeOf` answers a code as the country writes it, or null. */
export function readShelfSelection(
  query: AskedQuery,
  { isSearch, postalCodeOf }: { readonly isSearch: boolean; readonly postalCodeOf: (text: string) => string | null },
): ShelfSelection {
  const usual = usualSort(isSearch)
  const sort = shelfSorts.find((each) => each.sort === query.sort)?.sort ?? usual
  const page = typeof query.page === 'string' && /^[1-9]\d{0,4}$/.test(query.page) ? Number(query.page) : 1
  const postalCode = typeof query.zip === 'string' && query.zip.length <= 12 ? (postalCodeOf(query.zip) ?? '') : ''
  return { choice: readChoice(query), sort: sort === 'best' ? usual : sort, page, postalCode }
}

/** The order of a shelf when none is asked for. */
export function usualSort(isSearch: boolean): ShelfSort {
  return isSearch ? 'best' : 'featured'
}

/** The one spelling of a wish, without the '?': '' when it asks for nothing. `wish` is what is searched for, or null. */
export function shelfQuery(selection: ShelfSelection, query: string | null): string {
  const parts: (readonly [name: string, value: string])[] = query === null ? [] : [['q', query]]
  for (const { name } of facets) for (const value of selection.choice[name]) parts.push([name, value])
  if (selection.postalCode !== '') parts.push(['zip', selection.postalCode])
  if (selection.sort !== usualSort(query !== null)) parts.push(['sort', selection.sort])
  if (selection.page > 1) parts.push(['page', String(selection.page)])
  return parts.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
}
