import type { Podid } from './recommendation-pods.ts'

/** The title of a carousel whose place and answer have none (RECO-06, ATC-31). */
export const plainRecommendationTitle = 'You May Also Want'

/** Podid and fixed title by place; '' where the answer's title shows (OPEN-25, RECO-06, RECO-08, RECO-15, REG-30). */
export const recommendationPlaces = {
  cart: { podid: 'trending-products', title: '' },
  registry: { podid: 'trending-products', title: 'You May Also Want' },
  addedToCart: { podid: 'people-also-bought-atc-confirmation', title: 'People Also Bought' },
  addedToRegistry: { podid: 'people-also-bought-atr-confirmation', title: 'People Also Bought' },
  confirmation: { podid: 'trending-products', title: '' },
} as const satisfies { readonly [place: string]: { readonly podid: Podid; readonly title: string } }

/** Where 'Shop All' of a carousel of everything leads: to all departments, which the home page lists (OPEN-110). */
export const allDepartmentsAddress = '/#departments'

/** The podids of a product page in their order: others in stead of what is no longer sold, the stores' own in scan mode (OPEN-25). */
export function productPagePodids(page: { readonly isNla: boolean; readonly isScanMode: boolean }): readonly Podid[] {
  if (page.isScanMode) return ['bestsellers-stores']
  return [page.isNla ? 'pdp-alternative-items' : 'people-also-viewed-pdp', 'bestsellers-pdp-social']
}

/** RECO-06: the fixed title of the place, else the answer's, else 'You May Also Want'. '' stands for none. */
export function recommendationTitle(placeTitle: string, answerTitle: string): string {
  return placeTitle || answerTitle || plainRecommendationTitle
}
