import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { CarouselPlace } from '#domain/catalog/recommendation-limits.ts'
import { logError } from '#web/calls/log.ts'
import styles from './carousel.module.css'
import { CarouselPlaceholder } from './carousel-placeholder.tsx'

export type NearCarouselProps<Own> = {
  readonly title: string
  readonly place: CarouselPlace
  readonly heading: 'h2' | 'h3' | undefined
  /** Fetches the script of the carousel itself. */
  readonly load: () => Promise<(own: Own) => ReactNode>
  readonly own: Own
}

/** The place of a carousel: on the server and at first, five placeholders; its script comes when the shopper comes near. */
export function NearCarousel<Own extends object>(props: NearCarouselProps<Own>): ReactNode {
  const { title, place, heading, load, own } = props
  const holder = useRef<HTMLDivElement>(null)
  const loader = useRef(load)
  const [Items, setItems] = useState<((own: Own) => ReactNode) | null>(null)
  useEffect(
    () =>
      whenNear(holder.current, () => {
        loader.current().then(
          (loaded) => setItems(() => loaded),
          // it stays as if it were loading, as when its items do not come (RECO-11)
          (error: unknown) => logError(error, { action: 'LoadCarousel', api: place }),
        )
      }),
    [place],
  )
  return (
    <div ref={holder} className={styles.holder}>
      {Items === null ? <CarouselPlaceholder title={title} place={place} heading={heading} /> : <Items {...own} />}
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
