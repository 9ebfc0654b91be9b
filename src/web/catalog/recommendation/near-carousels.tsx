import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { CarouselPlace } from '#domain/catalog/recommendation-limits.ts'
import { logError } from '#web/calls/log.ts'
import { CarouselPlaceholder } from './carousel-placeholder.tsx'
import type { Carousels } from './carousels.tsx'
import styles from './placeholder.module.css'

export type NearCarouselsProps<Name extends keyof Carousels> = {
  /** Which of the carousels it is, and what it is given. */
  readonly show: Name
  readonly own: Parameters<Carousels[Name]>[0]
  /** The place of each of them, one below the other, until they are there. */
  readonly places: readonly CarouselPlace[]
  readonly title?: string
  readonly heading?: 'h2' | 'h3' | undefined
  /** A link to all stands under its lists of recommendations. */
  readonly hasShopAll?: boolean
}

type Shown = (own: object) => ReactNode

/**
 * The place of carousels: on the server and at first five placeholders each; their script, one for all of them, comes when
 * the shopper comes near.
 */
export function NearCarousels<Name extends keyof Carousels>(props: NearCarouselsProps<Name>): ReactNode {
  const { show, own, places, title = '', heading, hasShopAll = false } = props
  const holder = useRef<HTMLDivElement>(null)
  const [Items, setItems] = useState<Shown | null>(null)
  useEffect(() => {
    let isHere = true
    const letBe = whenNear(holder.current, () => {
      import('./carousels.tsx').then(
        ({ carousels }) => isHere && setItems(() => carousels[show] as Shown),
        // it stays as if it were loading, as when its items do not come (RECO-11)
        (error: unknown) => logError(error, { action: 'LoadCarousel', api: show }),
      )
    })
    return () => {
      isHere = false
      letBe?.()
    }
  }, [show])
  return (
    <div ref={holder} className={styles.holder}>
      {Items === null ? (
        Object.entries(places).map(([nth, place]) => (
          <CarouselPlaceholder
            key={nth}
            title={title}
            place={place}
            heading={heading}
            hasShopAll={hasShopAll && place === 'recommendations'}
          />
        ))
      ) : (
        <Items {...own} />
      )}
    </div>
  )
}

/** Does the work once when the element is about to be seen; answers how to let it be. */
function whenNear(element: Element | null, work: () => void): (() => void) | undefined {
  if (element === null) return
  if (typeof IntersectionObserver === 'undefined') {
    work()
    return
  }
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      work()
    },
    { rootMargin: '600px 0px' },
  )
  observer.observe(element)
  return () => observer.disconnect()
}
