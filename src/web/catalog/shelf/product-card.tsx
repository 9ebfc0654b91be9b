import type { ReactNode } from 'react'
import type { ProductCard } from '#contracts/pages.ts'
import { availabilityStatus } from '#domain/catalog/availability.ts'
import { DonationPrice } from '#web/catalog/donation/donation-price.tsx'
import { Link } from '#web/navigation/link.tsx'
import { Ground, Picture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { CardCart } from './card-cart.tsx'
import { CardRegistry } from './card-registry.tsx'
import { FavoriteButton } from './favorite-button.tsx'
import styles from './product-card.module.css'

const shownSwatches = 5
/** Two, three, four across, on a page of at most 1440 pixels. */
const cardSizes = '(max-width: 600px) 46vw, (max-width: 1000px) 31vw, (max-width: 1440px) 23vw, 330px'

export type ProductCardTileProps = {
  readonly card: ProductCard
  readonly isFirst?: boolean
  /** One level below the heading of the list it stands in. */
  readonly heading?: 'h2' | 'h3'
  /** On a product list page it goes into cart and registry (OPEN-24, PDP-08). */
  readonly isOnShelf?: boolean
}

/** A product on a shelf: picture first, the second on hover, swatches, name, price. */
export function ProductCardTile(props: ProductCardTileProps): ReactNode {
  const { card, isFirst = false, heading: Heading = 'h3', isOnShelf = false } = props
  const [front, back] = card.pictures
  const more = card.swatches.length - shownSwatches
  return (
    <article className={styles.card}>
      <div className={styles.pictures}>
        <Picture picture={front ?? null} isDecoration isFirst={isFirst} sizes={cardSizes} />
        {back && <Picture picture={back} isDecoration className={styles.back ?? ''} sizes={cardSizes} />}
        <div className={styles.heart}>
          <FavoriteButton sku={card.sku} name={card.name} others={card.swatches.map(({ sku }) => sku)} />
        </div>
      </div>
      {card.swatches.length > 1 && (
        <ul className={styles.swatches}>
          {card.swatches.slice(0, shownSwatches).map((swatch) => (
            <li key={swatch.sku}>
              <Link to={`/product/${swatch.sku}`} className={styles.swatch} title={swatch.name}>
                <Ground color={swatch.color} />
                <span className="visually-hidden">
                  {card.name} in {swatch.name}
                </span>
              </Link>
            </li>
          ))}
          {more > 0 && <li className={styles.more}>+{more}</li>}
        </ul>
      )}
      <Heading className={styles.name}>
        <Link to={card.navigateUrl}>{card.name}</Link>
      </Heading>
      <p className={styles.price}>
        {card.isDonation ? (
          <DonationPrice />
        ) : (
          <Price cents={card.lowestPrice} highestCents={card.highestPrice} regularCents={card.regularPrice} />
        )}
      </p>
      {availabilityWord(card.availability) && <p className={styles.note}>{availabilityWord(card.availability)}</p>}
      {isOnShelf && (
        <div className={styles.actions}>
          <CardCart card={card} />
          <CardRegistry card={card} />
        </div>
      )}
    </article>
  )
}

function availabilityWord(status: number): string {
  if (status === availabilityStatus.futureAvailability) return 'Made for you, ships later'
  return status === availabilityStatus.noLongerAvailable ? 'No longer available' : ''
}
