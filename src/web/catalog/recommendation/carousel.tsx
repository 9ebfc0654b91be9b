import { type ReactNode, useId } from 'react'
import type { CarouselPlace } from '#domain/catalog/recommendation-limits.ts'
import { pageFrom, positionText } from '#domain/catalog/recommendation-position.ts'
import { Link } from '#web/navigation/link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import styles from './carousel.module.css'
import placeholder from './placeholder.module.css'
import { useSlides } from './use-slides.ts'

export type CarouselProps<Item> = {
  /** By what analytics knows it. */
  readonly listId: string
  readonly title: string
  readonly place: CarouselPlace
  readonly heading?: 'h2' | 'h3' | undefined
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => string
  /** A slide; `nth` counts from 1. */
  readonly children: (item: Item, nth: number) => ReactNode
  /** Where the link at the end leads; '' for no link (RECO-14). */
  readonly shopAllTo?: string
}

/** Items side by side, turned by scrolling or by buttons; what is out of sight takes no focus (UX-21). */
export function Carousel<Item>(props: CarouselProps<Item>): ReactNode {
  const { listId, title, place, items, keyOf, children, shopAllTo = '', heading: Heading = 'h2' } = props
  const titleId = useId()
  const total = items.length
  const { track, first, slides, goTo, onScroll, onScrollEnd } = useSlides(place, total)
  const turn = (direction: 1 | -1) => goTo(pageFrom(first, slides, total, direction))
  return (
    <section className={placeholder.carousel} data-place={place} data-list={listId} aria-labelledby={titleId}>
      <div className={styles.head}>
        <Heading id={titleId} className={styles.title}>
          {title}
        </Heading>
        <p className={styles.position} aria-live="polite">
          {positionText(first, slides, total)}
        </p>
        {total > slides && (
          <div className={styles.turns}>
            <Turn name="Previous items" icon="left" isEnd={first === 0} onTurn={() => turn(-1)} />
            <Turn name="Next items" icon="right" isEnd={first + slides >= total} onTurn={() => turn(1)} />
          </div>
        )}
      </div>
      <ul ref={track} className={styles.track} onScroll={onScroll} onScrollEnd={onScrollEnd}>
        {items.map((item, index) => (
          <li key={keyOf(item)} className={styles.slide} inert={index < first || index >= first + slides}>
            {children(item, index + 1)}
          </li>
        ))}
      </ul>
      {shopAllTo !== '' && (
        <p className={placeholder.all}>
          <Link to={shopAllTo}>Shop All</Link>
        </p>
      )}
    </section>
  )
}

type TurnProps = {
  readonly name: string
  readonly icon: 'left' | 'right'
  readonly isEnd: boolean
  readonly onTurn: () => void
}

/** A button that stays where it is at the end, so that the focus does too. */
function Turn({ name, icon, isEnd, onTurn }: TurnProps): ReactNode {
  return (
    <button
      type="button"
      className={styles.turn}
      aria-label={name}
      aria-disabled={isEnd || undefined}
      onClick={() => !isEnd && onTurn()}
    >
      <Icon name={icon} size={20} />
    </button>
  )
}
