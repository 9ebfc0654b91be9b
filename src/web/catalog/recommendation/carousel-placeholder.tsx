import type { ReactNode } from 'react'
import { type CarouselPlace, placeholderCards } from '#domain/catalog/recommendation-limits.ts'
import styles from './placeholder.module.css'

export type CarouselPlaceholderProps = {
  /** '' while it is not known. */
  readonly title: string
  readonly place: CarouselPlace
  readonly heading?: 'h2' | 'h3' | undefined
  /** A link to all will stand under the cards (RECO-14). */
  readonly hasShopAll?: boolean
}

const cards = Array.from({ length: placeholderCards }, (_, nth) => nth)

/** Five cards in the size of those to come, so that nothing moves (RECO-10, XSELL-05). */
export function CarouselPlaceholder(props: CarouselPlaceholderProps): ReactNode {
  const { title, place, heading: Heading = 'h2', hasShopAll = false } = props
  return (
    <section className={styles.carousel} data-place={place} aria-busy="true">
      {title && <Heading className={styles.title}>{title}</Heading>}
      <ul aria-hidden="true">
        {cards.map((card) => (
          <li key={card} data-testid="carousel-placeholder" />
        ))}
      </ul>
      {hasShopAll && <p className={styles.all} data-testid="shop-all-place" />}
    </section>
  )
}
