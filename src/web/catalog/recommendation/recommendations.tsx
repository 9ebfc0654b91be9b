import { type ReactNode, useEffect, useState } from 'react'
import { recommendationPaths } from '#contracts/catalog/recommendation-paths.ts'
import { type RecommendationItem, skuOfItem } from '#domain/catalog/recommendation-item.ts'
import { recommendationLimit } from '#domain/catalog/recommendation-limits.ts'
import { recommendationTitle } from '#domain/catalog/recommendation-places.ts'
import type { Podid } from '#domain/catalog/recommendation-pods.ts'
import { logError, routeErrorContext } from '#web/calls/log.ts'
import { Carousel } from './carousel.tsx'
import { CarouselPlaceholder } from './carousel-placeholder.tsx'
import { fetchRecommendations, type RecommendationQuery } from './fetch-recommendations.ts'
import { ItemCard } from './item-card.tsx'
import { useListShown } from './use-list-shown.ts'

const none: readonly RecommendationItem[] = []

/** The items of a place, once they have come; until then, and when they never do, five placeholders (RECO-10, RECO-11). */
export function Recommendations(props: RecommendationCarouselProps): ReactNode {
  const { podid, itemId, hasAddToCart = true, shopAllTo = '', confirmation = 'layer', heading } = props
  const { place = 'recommendations', title = '' } = props
  const answer = useRecommendations({ podid, itemId, hasAddToCart, hasShopAll: shopAllTo !== '' })
  const listId = `recommendation_${podid}`
  const shownTitle = recommendationTitle(title, answer?.title ?? '')
  useListShown(listId, shownTitle, answer?.items ?? none)
  if (answer === null)
    return <CarouselPlaceholder title={title} place={place} heading={heading} hasShopAll={shopAllTo !== ''} />
  if (answer.items.length === 0) return null
  const items = answer.items.slice(0, recommendationLimit)
  return (
    <Carousel
      listId={listId}
      title={shownTitle}
      place={place}
      heading={heading}
      items={items}
      keyOf={(item) => String(skuOfItem(item))}
      shopAllTo={shopAllTo}
    >
      {(item, nth) => (
        <ItemCard
          item={item}
          position={nth}
          totalPositions={items.length}
          hasAddToCart={hasAddToCart}
          confirmation={confirmation}
        />
      )}
    </Carousel>
  )
}

type Answer = { readonly items: readonly RecommendationItem[]; readonly title: string }

/** The answer to a query; null until it has come, and for good when it cannot be had. */
function useRecommendations({ podid, itemId, hasAddToCart, hasShopAll }: RecommendationQuery): Answer | null {
  const [answer, setAnswer] = useState<Answer | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    fetchRecommendations({ podid, itemId, hasAddToCart, hasShopAll }, { signal: abort.signal }).then(
      (reply) => abort.signal.aborted || setAnswer(reply),
      (error: unknown) => logError(error, routeErrorContext(recommendationPaths.index, 'GetRecommendations')),
    )
    return () => abort.abort()
  }, [podid, itemId, hasAddToCart, hasShopAll])
  return answer
}

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
