import type { ReactNode } from 'react'
import type { CrossSellCarouselProps } from './cross-sell-items.tsx'
import { NearCarousels } from './near-carousels.tsx'

/** What goes well with an item: its place at first, its items when the shopper comes near. */
export function CrossSellCarousel(props: CrossSellCarouselProps): ReactNode {
  const { sku, place, heading } = props
  return <NearCarousels key={sku} show="crossSell" own={props} places={[place]} heading={heading} />
}
