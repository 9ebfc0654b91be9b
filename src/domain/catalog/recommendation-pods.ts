/** Where a list of recommendations comes from (OPEN-108). */
export type RecommendationSource =
  /** The same category, the nearest price first. */
  | 'alternatives'
  /** Orders that held the item too. */
  | 'alsoBought'
  /** Sessions that looked at the item too. */
  | 'alsoViewed'
  /** Ordered pieces. */
  | 'bestsellers'
  /** Ordered pieces of the last weeks. */
  | 'trending'
  /** Pieces ordered for pickup in a store. */
  | 'storeBestsellers'

type Pod = { readonly title: string; readonly source: RecommendationSource }

/** The valid podids (RECO-03): what each one lists, and the title it answers with. */
export const recommendationPods = {
  'pdp-alternative-items': { title: 'Similar Items', source: 'alternatives' },
  'trending-products': { title: 'Trending Now', source: 'trending' },
  'people-also-viewed-pdp': { title: 'People Also Viewed', source: 'alsoViewed' },
  'bestsellers-stores': { title: 'Bestsellers in Our Stores', source: 'storeBestsellers' },
  'people-also-bought-atr-confirmation': { title: 'People Also Bought', source: 'alsoBought' },
  'people-also-bought-atc-confirmation': { title: 'People Also Bought', source: 'alsoBought' },
  'bestsellers-pdp-social': { title: 'Bestsellers', source: 'bestsellers' },
} as const satisfies { readonly [podid: string]: Pod }

export type Podid = keyof typeof recommendationPods

/** All podids there are. */
export const podids: readonly Podid[] = Object.keys(recommendationPods) as Podid[]

/** The two cross-sell feeds of an item: for the page's own carousel, and for the layer after an add (OPEN-107). */
export const crossSellFeeds = {
  page: { source: 'alsoBought' },
  addToCart: { source: 'alsoViewed' },
} as const satisfies { readonly [kind: string]: { readonly source: RecommendationSource } }

export type CrossSellKind = keyof typeof crossSellFeeds

/** The title that the widget answers with (OPEN-107). */
export const crossSellTitle = 'Complete the Look'
