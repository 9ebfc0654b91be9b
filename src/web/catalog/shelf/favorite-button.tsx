import type { MouseEvent, ReactNode } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import styles from './favorite-button.module.css'
import { changeFavorite, useFavorites } from './favorite-list.ts'

/** The form all hearts of a page belong to: it does their work until the scripts have come. */
export const favoritesForm = 'favorites'

export type FavoriteButtonProps = {
  readonly sku: number
  readonly name: string
  /** Skus of the same product: liking one of them fills the heart of its card. */
  readonly others?: readonly number[]
}

/** A heart: pressed, the sku is one of the shopper's favorites (PLAT-29). */
export function FavoriteButton({ sku, name, others = [] }: FavoriteButtonProps): ReactNode {
  const favorites = useFavorites()
  const liked = [sku, ...others].find((each) => favorites.includes(each))
  const press = (event: MouseEvent) => {
    event.preventDefault()
    void changeFavorite(favorites, liked ?? sku, liked === undefined)
  }
  return (
    <button
      type="submit"
      form={favoritesForm}
      name={liked === undefined ? 'Sku' : 'Remove'}
      value={liked ?? sku}
      className={styles.heart}
      aria-pressed={liked !== undefined}
      aria-label={`Favorite: ${name}`}
      onClick={press}
    >
      <Icon name="heart" />
    </button>
  )
}
