import type { ReactNode } from 'react'
import { ProductCardTile } from '#web/catalog/shelf/product-card.tsx'
import grid from '#web/catalog/shelf/product-grid.module.css'
import { Shelf } from '#web/catalog/shelf/shelf.tsx'
import { Link } from '#web/navigation/link.tsx'
import type { PageOf } from '#web/navigation/page-view.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import styles from './search-page.module.css'

/** What a search found; where it found nothing, what was meant, and ways on. */
export function SearchPage({ page }: { readonly page: PageOf<'search'> }): ReactNode {
  const { browse, correction, isLoose, products } = page
  const query = browse.query ?? ''
  const isFiltered = browse.chips.length > 0
  const isEmpty = products.length === 0 && !isFiltered
  return (
    <div className={styles.page}>
      <h1 className={styles.title} data-verbatim="">
        {headingOf(page)}
      </h1>
      {correction !== '' && !isEmpty && (
        <p className={styles.told}>
          Nothing says <q>{query}</q>, so these are for <Link to={addressOf(correction)}>{correction}</Link>.
        </p>
      )}
      {isLoose && !isEmpty && <p className={styles.told}>Nothing has all of your words. These have some of them.</p>}
      {isEmpty ? (
        <p className={styles.told}>
          {query === ''
            ? 'Type what you are looking for into the field above.'
            : 'Try fewer or other words, or go on from here.'}
        </p>
      ) : (
        <Shelf
          browse={browse}
          products={products}
          empty={
            <div className={styles.empty}>
              <h2 className={styles.sorry}>Nothing found has all of that.</h2>
              <p className={styles.ways}>
                <ButtonLink to={browse.clearUrl}>Clear all filters</ButtonLink>
                <ButtonLink to="/" kind="quiet">
                  To the home page
                </ButtonLink>
              </p>
            </div>
          }
        />
      )}
      {(isEmpty || isLoose) && page.departments.length > 0 && (
        <section className={styles.on}>
          <h2 className={styles.more}>Walk through the store</h2>
          <ul className={styles.links}>
            {page.departments.map(({ slug, name, navigateUrl }) => (
              <li key={slug}>
                <Link to={navigateUrl}>{name}</Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {isEmpty && page.featured.length > 0 && (
        <section className={styles.on}>
          <h2 className={styles.more}>What others like</h2>
          <ul className={grid.grid}>
            {page.featured.map((card) => (
              <li key={card.productId}>
                <ProductCardTile card={card} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function headingOf({ browse, correction, products }: PageOf<'search'>): string {
  const query = browse.query ?? ''
  if (query === '') return 'Search'
  if (products.length === 0 && browse.chips.length === 0) return `No match for “${query}”`
  return `Results for “${correction === '' ? query : correction}”`
}

function addressOf(query: string): string {
  return `/search?q=${encodeURIComponent(query)}`
}
