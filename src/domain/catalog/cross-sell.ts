import { crossSellLimit } from './recommendation-limits.ts'

/** State of the cross-sell carousels (XSELL-08, DATA-21): items of the page and of the add-to-cart layer, and their feeds. */
export type CrossSellState<Item> = {
  readonly piData: readonly Item[]
  readonly piDataUrl: string
  readonly addToCartPiData: readonly Item[]
  readonly addToCartPiDataUrl: string
}

/** Before any data arrived (XSELL-05, XSELL-08). */
export const firstCrossSellState: CrossSellState<never> = {
  piData: [],
  piDataUrl: '',
  addToCartPiData: [],
  addToCartPiDataUrl: '',
}

/** The items that are kept: at most 24 (XSELL-06). */
export function cappedItems<Item>(items: readonly Item[]): Item[] {
  return items.slice(0, crossSellLimit)
}
