import type { ReactNode } from 'react'
import { NearCarousels } from './near-carousels.tsx'

export type CrossSellCarouselProps = {
  /** The item that others go with. */
  readonly sku: number
  /** The page it stands on, as the server is told. */
  readonly page: string
  /** How many cards show by width, and which feed it is (XSELL-01 to XSELL-03). */
  readonly place: 'crossSell' | 'crossSellList' | 'crossSellAddToCart'
  readonly heading?: 'h2' | 'h3'
}

/** What goes well with an item: its place at first, its items when the shopper comes near. */
export function CrossSellCarousel(props: CrossSellCarouselProps): ReactNode {
  const { sku, place, heading } = props
  return <NearCarousels key={sku} show="crossSell" own={props} places={[place]} heading={heading} />
}
