import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Podid } from '#domain/catalog/recommendation-pods.ts'
import { logError } from '#web/calls/log.ts'
import styles from './carousel.module.css'
import { CarouselPlaceholder } from './carousel-placeholder.tsx'
import { whenNear } from './when-near.ts'

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

type Loaded = (props: RecommendationCarouselProps) => ReactNode

/** A carousel of recommendations: its place at first, its script and its items when the shopper comes near. */
export function RecommendationCarousel(props: RecommendationCarouselProps): ReactNode {
  const { place = 'recommendations', title = '', heading } = props
  const holder = useRef<HTMLDivElement>(null)
  const [Items, setItems] = useState<Loaded | null>(null)
  useEffect(
    () =>
      whenNear(holder.current, () => {
        import('#web/recommendation/recommendations.tsx').then(
          ({ Recommendations }) => setItems(() => Recommendations),
          // stays as if it were loading, as when its items do not come (RECO-11)
          (error: unknown) => logError(error, { action: 'LoadCarousel', api: '/recommendation/index' }),
        )
      }),
    [],
  )
  return (
    <div ref={holder} className={styles.holder}>
      {Items === null ? (
        <CarouselPlaceholder title={title} place={place} heading={heading} />
      ) : (
        <Items key={`${props.podid} ${props.itemId}`} {...props} />
      )}
    </div>
  )
}
