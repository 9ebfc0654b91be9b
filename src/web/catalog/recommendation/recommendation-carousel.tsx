import type { ReactNode } from 'react'
import type { Podid } from '#domain/catalog/recommendation-pods.ts'
import { NearCarousels } from './near-carousels.tsx'

export type RecommendationCarouselProps = {
  readonly podid: Podid
  /** The item that the list is for. */
  readonly itemId?: number
  /** The fixed title of the place; without one the answer's shows (RECO-06). */
  readonly title?: string
  /** How many slides show by width (RECO-08, RECO-09). */
  readonly place?: 'recommendations' | 'registry'
  /** Each card has an add button (RECO-13); on unless said. */
  readonly hasAddToCart?: boolean
  /** Where the link at the end leads; without it there is none (RECO-14). */
  readonly shopAllTo?: string
  /** After an add a layer opens, or, where one is open already, the card says 'Added' (OPEN-24, ATC-16). */
  readonly confirmation?: 'layer' | 'card'
  /** One level below the heading it stands under. */
  readonly heading?: 'h2' | 'h3'
}

/** A carousel of recommendations: its place at first, its items when the shopper comes near. */
export function RecommendationCarousel(props: RecommendationCarouselProps): ReactNode {
  const { place = 'recommendations', title, heading, podid, itemId } = props
  return (
    <NearCarousels
      key={`${podid} ${itemId}`}
      show="recommendations"
      own={props}
      places={[place]}
      title={title ?? ''}
      heading={heading}
    />
  )
}
