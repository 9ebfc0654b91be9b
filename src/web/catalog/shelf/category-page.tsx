import type { ReactNode } from 'react'
import { CrossSellCarousel } from '#web/catalog/recommendation/cross-sell-carousel.tsx'
import places from '#web/catalog/recommendation/places.module.css'
import { Link } from '#web/navigation/link.tsx'
import type { PageOf } from '#web/navigation/page-view.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import styles from './category-page.module.css'
import { Shelf } from './shelf.tsx'

/** A category: where it stands, its neighbours, and its shelf. */
export function CategoryPage({ page }: { readonly page: PageOf<'category'> }): ReactNode {
  const { category, parent, related, browse } = page
  return (
    <div className={styles.page}>
      <nav aria-label="Where you are" className={styles.trail}>
        <Link to="/">Home</Link>
        {parent && (
          <>
            <span aria-hidden="true">/</span>
            <Link to={parent.navigateUrl}>{parent.name}</Link>
          </>
        )}
      </nav>
      <header>
        <h1 className={styles.title}>{category.name}</h1>
        {category.description !== '' && <p className={styles.description}>{category.description}</p>}
      </header>
      {related.length > 0 && (
        <nav aria-label={`More in ${category.name}`} className={styles.related}>
          <ul>
            {related.map((entry) => (
              <li key={entry.slug}>
                <Link to={entry.navigateUrl}>{entry.name}</Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <Shelf
        browse={browse}
        products={page.products}
        empty={
          <div className={styles.empty}>
            <h2 className={styles.sorry}>Nothing here has all of that.</h2>
            <p>Take one filter off above, or start again.</p>
            <p className={styles.ways}>
              <ButtonLink to={browse.clearUrl}>Clear all filters</ButtonLink>
              <ButtonLink to={parent?.navigateUrl ?? '/'} kind="quiet">
                {parent ? `See all of ${parent.name}` : 'To the home page'}
              </ButtonLink>
            </p>
          </div>
        }
      />
      {page.products[0] && (
        <div className={places.pair}>
          <CrossSellCarousel sku={page.products[0].sku} page="list" place="crossSellList" />
        </div>
      )}
    </div>
  )
}
