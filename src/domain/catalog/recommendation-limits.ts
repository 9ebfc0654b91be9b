/** At most 15 items of /recommendation/index are shown (CONST-01, RECO-02); at most 24 of the cross-sell carousel (CONST-18, XSELL-06). */
export const recommendationLimit = 15
export const crossSellLimit = 24

/** Placeholder cards while recommendations load (CONST-01, RECO-10). */
export const placeholderCards = 5

/** Pictures of a cross-sell carousel that load eagerly, the rest lazily (CONST-20, XSELL-07). */
export const eagerPictures = { desktop: 4, mobile: 2 } as const

/** Slides by width: the first row whose least width in px fits. */
export type CarouselTable = readonly { readonly fromWidth: number; readonly slides: number }[]

/** Widths around the breakpoints 768/769, 1280/1281 and 1049/1050 (CONST-02, CONST-19). */
export const carouselTables = {
  /** RECO-09. */
  recommendations: [
    { fromWidth: 1281, slides: 4 },
    { fromWidth: 769, slides: 3 },
    { fromWidth: 0, slides: 2 },
  ],
  /** RECO-08. */
  registry: [{ fromWidth: 0, slides: 1 }],
  /** XSELL-01: the product list page. */
  crossSellList: [{ fromWidth: 0, slides: 2 }],
  /** XSELL-02. */
  crossSell: [
    { fromWidth: 1281, slides: 6 },
    { fromWidth: 769, slides: 4 },
    { fromWidth: 0, slides: 2 },
  ],
  /** XSELL-03: after adding to the cart. */
  crossSellAddToCart: [
    { fromWidth: 1050, slides: 6 },
    { fromWidth: 769, slides: 4 },
    { fromWidth: 0, slides: 2 },
  ],
} as const satisfies { readonly [place: string]: CarouselTable }

export type CarouselPlace = keyof typeof carouselTables

/** Slides that a carousel shows at once at a width in px. */
export function slidesAt(place: CarouselPlace, width: number): number {
  const table: CarouselTable = carouselTables[place]
  return table.find((row) => width >= row.fromWidth)?.slides ?? 1
}

/** How many pictures load eagerly at a width in px (XSELL-07). */
export function eagerPicturesAt(width: number): number {
  return width > 768 ? eagerPictures.desktop : eagerPictures.mobile
}
