import type { ReactNode } from 'react'
import { NearCarousels } from './near-carousels.tsx'
import type { RecommendationCarouselProps } from './recommendations.tsx'

/** A carousel of recommendations: its place at first, its items when the shopper comes near. */
export function RecommendationCarousel(props: RecommendationCarouselProps): ReactNode {
  const { place = 'recommendations', title, heading, podid, itemId, shopAllTo } = props
  return (
    <NearCarousels
      key={`${podid} ${itemId}`}
      show="recommendations"
      own={props}
      places={[place]}
      title={title ?? ''}
      heading={heading}
      hasShopAll={shopAllTo !== undefined}
    />
  )
}
