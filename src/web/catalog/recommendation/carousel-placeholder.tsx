import type { ReactNode } from 'react'
import { type CarouselPlace, placeholderCards } from '#domain/catalog/recommendation-limits.ts'
import styles from './placeholder.module.css'

export type CarouselPlaceholderProps = {
  /** '' while it is not known. */
  readonly title: string
  readonly place: CarouselPlace
  readonly heading?: 'h2' | 'h3' | undefined
}

const cards = Array.from({ length: placeholderCards }, (_, nth) => nth)

/** Five cards in the size of those to come, so that nothing moves (RECO-10, XSELL-05). */
export function CarouselPlaceholder({ title, place, heading: Heading = 'h2' }: CarouselPlaceholderProps): ReactNode {
  return (
    <section className={styles.carousel} data-place={place} aria-busy="true">
      {title && <Heading className={styles.title}>{title}</Heading>}
      <ul aria-hidden="true">
        {cards.map((card) => (
          <li key={card} data-testid="carousel-placeholder" />
        ))}
      </ul>
    </section>
  )
}
