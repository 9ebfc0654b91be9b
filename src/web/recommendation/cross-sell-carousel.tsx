import { type ReactNode, useEffect, useRef, useState } from 'react'
import { logError } from '#web/calls/log.ts'
import styles from './carousel.module.css'
import { CarouselPlaceholder } from './carousel-placeholder.tsx'
import { whenNear } from './when-near.ts'

export type CrossSellCarouselProps = {
  /** The item that others go with. */
  readonly sku: number
  /** The page it stands on, as the server is told. */
  readonly page: string
  /** How many cards show by width, and which feed it is (XSELL-01 to XSELL-03). */
  readonly place: 'crossSell' | 'crossSellList' | 'crossSellAddToCart'
  readonly heading?: 'h2' | 'h3'
}

type Loaded = (props: CrossSellCarouselProps) => ReactNode

/** What goes well with an item: its place at first, its script and its items when the shopper comes near. */
export function CrossSellCarousel(props: CrossSellCarouselProps): ReactNode {
  const holder = useRef<HTMLDivElement>(null)
  const [Items, setItems] = useState<Loaded | null>(null)
  useEffect(
    () =>
      whenNear(holder.current, () => {
        import('#web/recommendation/cross-sell-items.tsx').then(
          ({ CrossSellItems }) => setItems(() => CrossSellItems),
          (error: unknown) => logError(error, { action: 'LoadCarousel', api: '/browse/widget/CrossSell' }),
        )
      }),
    [],
  )
  return (
    <div ref={holder} className={styles.holder}>
      {Items === null ? (
        <CarouselPlaceholder title="" place={props.place} heading={props.heading} />
      ) : (
        <Items {...props} />
      )}
    </div>
  )
}
