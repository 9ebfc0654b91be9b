import { type ReactNode, useState } from 'react'
import { otherFile, widthInName } from '#domain/catalog/picture.ts'
import { type RecommendationItem, skuOfItem } from '#domain/catalog/recommendation-item.ts'
import { useAddToCart } from '#web/cart/adding/use-add-to-cart.ts'
import { FavoriteButton } from '#web/catalog/shelf/favorite-button.tsx'
import { Link } from '#web/navigation/link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Ground } from '#web/ui/picture.tsx'
import price from '#web/ui/price.module.css'
import { useVariant } from '#web/variants/context.tsx'
import { addRequestOfItem } from './add-request-of-item.ts'
import styles from './item-card.module.css'

export type ItemCardProps = {
  readonly item: RecommendationItem
  /** Its place in the list, from 1, and the list's length (ATC-35). */
  readonly position: number
  readonly totalPositions: number
  readonly hasAddToCart: boolean
  readonly confirmation: 'layer' | 'card'
  /** Its picture is in sight at once (XSELL-07). */
  readonly isEager?: boolean
}

/** A recommended item: the whole card leads to the product, but for its button (RECO-07). */
export function ItemCard(props: ItemCardProps): ReactNode {
  const { item, position, totalPositions, hasAddToCart, confirmation, isEager = false } = props
  const variant = useVariant()
  const [isAdded, setAdded] = useState(false)
  const { add, isAdding } = useAddToCart({ layer: confirmation === 'card' ? 'none' : 'addedConfirmation' })
  const addItem = async () => {
    const request = addRequestOfItem(item, { position, totalPositions }, variant)
    if (await add(request)) setAdded(true)
  }
  const regular = item.formattedRegularPrice ?? ''
  return (
    <article className={styles.card} data-sku={skuOfItem(item)}>
      <Link to={item.navigateUrl} className={styles.link}>
        <CardPicture item={item} isEager={isEager} />
        <span className={styles.name}>{item.name}</span>{' '}
        <span className={price.price} data-reduced={regular !== '' || undefined}>
          <span className={`${price.now} ${price.amount}`}>{item.formattedPrice}</span>
          {regular !== '' && (
            <>
              <span className="visually-hidden"> regular price </span>
              <s className={price.regular}>{regular}</s>
            </>
          )}
        </span>
      </Link>
      <div className={styles.heart}>
        <FavoriteButton sku={skuOfItem(item)} name={item.name} />
      </div>
      <p role="status" className={isAdded ? styles.added : 'visually-hidden'}>
        {isAdded && (
          <>
            <Icon name="check" size={16} />
            Added
          </>
        )}
      </p>
      {hasAddToCart && (
        <Button
          kind="quiet"
          isWide
          className={styles.add ?? ''}
          isBusy={isAdding}
          aria-label={`Add to Cart: ${item.name}`}
          onClick={addItem}
        >
          Add<span className={styles.long}> to Cart</span>
        </Button>
      )}
    </article>
  )
}

/** The finer picture on screens of high density (RECO-12), as AVIF where a browser reads it. */
function CardPicture({ item, isEager }: { readonly item: RecommendationItem; readonly isEager: boolean }): ReactNode {
  const { imagePath, imagePathHiRes, imageColor = '' } = item
  const [width, fine] = [widthInName(imagePath), widthInName(imagePathHiRes)]
  return (
    <span className={styles.box}>
      {imageColor !== '' && <Ground color={imageColor} />}
      {imagePath !== '' && (
        <picture>
          {width > 0 && fine > 0 && (
            <source
              type="image/avif"
              srcSet={`${otherFile(imagePath, width, 'avif')} 1x, ${otherFile(imagePathHiRes, fine, 'avif')} 2x`}
            />
          )}
          <img
            src={imagePath}
            srcSet={`${imagePath} 1x, ${imagePathHiRes} 2x`}
            alt=""
            width="480"
            height="600"
            loading={isEager ? 'eager' : 'lazy'}
            decoding="async"
            className={styles.picture}
          />
        </picture>
      )}
    </span>
  )
}
