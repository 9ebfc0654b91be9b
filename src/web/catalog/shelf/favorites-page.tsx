import type { ReactNode } from 'react'
import { Link } from '#web/navigation/link.tsx'
import type { PageOf } from '#web/navigation/page-view.ts'
import { useFrame } from '#web/variants/context.tsx'
import { useFavorites } from './favorite-list.ts'
import styles from './favorites-page.module.css'
import { ProductCardTile } from './product-card.tsx'
import grid from './product-grid.module.css'

/** What a shopper likes, the latest first. What was just taken off stays in its place, its heart empty, until one leaves. */
export function FavoritesPage({ page }: { readonly page: PageOf<'favorites'> }): ReactNode {
  const { isSignedIn } = useFrame()
  const count = useFavorites().length
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>Favorites</h1>
      {page.products.length === 0 ? (
        <>
          <p className={styles.lead}>
            Nothing here yet. Press the heart beside anything you like, and it waits for you here.
          </p>
          <h2 className={styles.more}>Start walking</h2>
          <ul className={styles.links}>
            {page.departments.map(({ slug, name, navigateUrl }) => (
              <li key={slug}>
                <Link to={navigateUrl}>{name}</Link>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <>
          <p className={styles.lead}>
            {count} {count === 1 ? 'piece' : 'pieces'} you like.
            {!isSignedIn && (
              <>
                {' '}
                <Link to="/account/login?returnUrl=%2Ffavorites">Sign in</Link> to keep them for longer, on every
                device.
              </>
            )}
          </p>
          <ul className={grid.grid}>
            {page.products.map((card, index) => (
              <li key={card.productId}>
                <ProductCardTile card={card} isFirst={index < 4} heading="h2" />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
