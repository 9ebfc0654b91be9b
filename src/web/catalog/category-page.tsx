import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ProductCardTile } from '#web/catalog/product-card.tsx'
import type { PageOf } from '#web/navigation/page-view.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './category-page.module.css'

const sorts = [
  { sort: 'featured', text: 'Featured' },
  { sort: 'priceLow', text: 'Price, low to high' },
  { sort: 'priceHigh', text: 'Price, high to low' },
  { sort: 'name', text: 'Name' },
] as const

/** A shelf: neighbours, order, cards and pages. */
export function CategoryPage({ page }: { readonly page: PageOf<'category'> }): ReactNode {
  const { category, products } = page
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1 className={styles.title}>{category.name}</h1>
        {category.description !== '' && <p className={styles.description}>{category.description}</p>}
      </header>
      {page.related.length > 0 && (
        <nav aria-label={`More in ${category.name}`} className={styles.related}>
          <ul>
            {page.related.map((entry) => (
              <li key={entry.slug}>
                <Link to={entry.navigateUrl}>{entry.name}</Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div className={styles.row}>
        <p className={styles.count}>
          {page.productCount} {page.productCount === 1 ? 'product' : 'products'}
        </p>
        <nav aria-label="Sort by" className={styles.sorts}>
          <ul>
            {sorts.map(({ sort, text }) => (
              <li key={sort}>
                <Link
                  to={addressOf(category.slug, sort, 1)}
                  aria-current={sort === page.sort ? 'true' : undefined}
                  preventScrollReset
                >
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      {products.length === 0 ? (
        <p className={styles.empty}>Nothing on this shelf right now.</p>
      ) : (
        <ul className={styles.grid}>
          {products.map((card, index) => (
            <li key={card.productId}>
              <ProductCardTile card={card} isFirst={index < 4} heading="h2" />
            </li>
          ))}
        </ul>
      )}
      {page.pageCount > 1 && <Pages page={page} />}
    </div>
  )
}

function Pages({ page }: { readonly page: PageOf<'category'> }): ReactNode {
  const { category, sort, pageNumber, pageCount } = page
  return (
    <nav aria-label="Pages" className={styles.pages}>
      {pageNumber > 1 ? (
        <Link to={addressOf(category.slug, sort, pageNumber - 1)} rel="prev">
          <Icon name="left" size={20} /> Previous
        </Link>
      ) : (
        <span />
      )}
      <span className={styles.where}>
        Page {pageNumber} of {pageCount}
      </span>
      {pageNumber < pageCount ? (
        <Link to={addressOf(category.slug, sort, pageNumber + 1)} rel="next">
          Next <Icon name="right" size={20} />
        </Link>
      ) : (
        <span />
      )}
    </nav>
  )
}

function addressOf(slug: string, sort: string, pageNumber: number): string {
  const query = new URLSearchParams()
  if (sort !== 'featured') query.set('sort', sort)
  if (pageNumber > 1) query.set('page', String(pageNumber))
  return `/category/${slug}${query.size > 0 ? `?${query}` : ''}`
}
