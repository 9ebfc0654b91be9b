import type { ReactNode } from 'react'
import { type CarouselPlace, placeholderCards } from '#domain/catalog/recommendation-limits.ts'
import styles from './carousel.module.css'

export type CarouselPlaceholderProps = {
  /** '' while it is not known. */
  readonly title: string
  readonly place: CarouselPlace
  readonly heading?: 'h2' | 'h3' | undefined
}

const cards = Array.from({ length: placeholderCards }, (_, nth) => `card ${nth}`)

/** Five cards in the size of those to come, so that nothing moves (RECO-10, XSELL-05). */
export function CarouselPlaceholder({ title, place, heading: Heading = 'h2' }: CarouselPlaceholderProps): ReactNode {
  return (
    <section className={styles.carousel} data-place={place} aria-busy="true">
      <div className={styles.head}>
        {title === '' ? <span className={styles.titleBar} /> : <Heading className={styles.title}>{title}</Heading>}
      </div>
      <ul className={styles.track} aria-hidden="true">
        {cards.map((card) => (
          <li key={card} className={styles.slide} data-testid="carousel-placeholder">
            <span className={styles.blank} />
            <span className={styles.line} />
            <span className={styles.line} />
          </li>
        ))}
      </ul>
    </section>
  )
}
