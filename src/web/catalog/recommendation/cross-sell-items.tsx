import { type ReactNode, useState } from 'react'
import { skuOfItem } from '#domain/catalog/recommendation-item.ts'
import { eagerPicturesAt } from '#domain/catalog/recommendation-limits.ts'
import { recommendationTitle } from '#domain/catalog/recommendation-places.ts'
import { Carousel } from './carousel.tsx'
import { CarouselPlaceholder } from './carousel-placeholder.tsx'
import { useCrossSell } from './cross-sell-store.ts'
import { ItemCard } from './item-card.tsx'
import { useListShown } from './use-list-shown.ts'

/** The items that go with another, once they have come (XSELL-05). */
export function CrossSellItems({ sku, page, place, heading }: CrossSellCarouselProps): ReactNode {
  const isInLayer = place === 'crossSellAddToCart'
  const { items, title } = useCrossSell(sku, page, isInLayer ? 'addToCartPiData' : 'piData')
  // a window that is made wider later has its pictures by then
  const [eager] = useState(() => eagerPicturesAt(window.innerWidth))
  const listId = `cross_sell_${place}`
  const shownTitle = recommendationTitle('', title)
  useListShown(listId, shownTitle, items)
  // an answer always has a title: one without items has nothing to show
  if (items.length === 0 && title !== '') return null
  if (items.length === 0) return <CarouselPlaceholder title="" place={place} heading={heading} />
  return (
    <Carousel
      listId={listId}
      title={shownTitle}
      place={place}
      heading={heading}
      items={items}
      keyOf={(item) => String(skuOfItem(item))}
    >
      {(item, nth) => (
        <ItemCard
          item={item}
          position={nth}
          totalPositions={items.length}
          hasAddToCart
          confirmation={isInLayer ? 'card' : 'layer'}
          isEager={nth <= eager}
        />
      )}
    </Carousel>
  )
}

export type CrossSellCarouselProps = {
  /** The item that others go with. */
  readonly sku: number
  /** The page it stands on, as the server is told. */
  readonly page: string
  /** How many cards show by width, and which feed it is (XSELL-01 to XSELL-03). */
  readonly place: 'crossSell' | 'crossSellList' | 'crossSellAddToCart'
  readonly heading?: 'h2' | 'h3'
}
