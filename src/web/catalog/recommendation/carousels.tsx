import { CrossSellItems } from './cross-sell-items.tsx'
import { ProductRecommendations } from './product-recommendations.tsx'
import { Recommendations } from './recommendations.tsx'

/** Everything that shows items side by side, in one script that comes when it is first wanted. */
export const carousels = {
  recommendations: Recommendations,
  crossSell: CrossSellItems,
  product: ProductRecommendations,
}

export type Carousels = typeof carousels
