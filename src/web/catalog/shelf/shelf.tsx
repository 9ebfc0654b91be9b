import type { ReactNode } from 'react'
import type { BrowseView } from '#contracts/catalog/browse.ts'
import type { ProductCard } from '#contracts/pages.ts'
import { Link } from '#web/navigation/link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { AsGiven } from './as-given.tsx'
import { CardCartForm } from './card-cart.tsx'
import { Filters } from './filters.tsx'
import { ProductCardTile } from './product-card.tsx'
import grid from './product-grid.module.css'
import styles from './shelf.module.css'

export type ShelfProps = {
  readonly browse: BrowseView
  readonly products: readonly ProductCard[]
  /** What to say and where to go on to when nothing is left. */
  readonly empty: ReactNode
}

/** A shelf to walk along: filters, what is chosen, the products, and its pages. */
export function Shelf({ browse, products, empty }: ShelfProps): ReactNode {
  const { chips, clearUrl, productCount } = browse
  return (
    <>
      <div className={styles.bar} data-keeps-focus="">
        <Filters browse={browse} />
        <p className={styles.count} role="status">
          {browse.isCutOff && 'At least '}
          {productCount} {productCount === 1 ? 'product' : 'products'}
        </p>
      </div>
      {chips.length > 0 && (
        <nav aria-label="Chosen filters" className={styles.chips}>
          <ul>
            {chips.map(({ label, navigateUrl }) => (
              <li key={label}>
                <Link to={navigateUrl} className={styles.chip} preventScrollReset>
                  <span className="visually-hidden">Remove filter </span>
                  <AsGiven text={label} />
                  <Icon name="close" size={16} />
                </Link>
              </li>
            ))}
            <li>
              <Link to={clearUrl} className={styles.clear} preventScrollReset>
                Clear all
              </Link>
            </li>
          </ul>
        </nav>
      )}
      {products.length === 0 ? (
        empty
      ) : (
        <>
          <CardCartForm />
          <ul className={`${grid.grid} ${styles.grid}`}>
            {products.map((card, index) => (
              <li key={card.productId}>
                <ProductCardTile card={card} isFirst={index < 4} heading="h2" isOnShelf />
              </li>
            ))}
          </ul>
        </>
      )}
      {browse.pageCount > 1 && <Pages browse={browse} />}
    </>
  )
}

function Pages({ browse }: { readonly browse: BrowseView }): ReactNode {
  const { previousUrl, nextUrl, pageNumber, pageCount } = browse
  return (
    <nav aria-label="Pages" className={styles.pages}>
      {previousUrl === '' ? (
        <span />
      ) : (
        <Link to={previousUrl} rel="prev">
          <Icon name="left" size={20} /> Previous
        </Link>
      )}
      <span className={styles.where}>
        Page {pageNumber} of {pageCount}
      </span>
      {nextUrl === '' ? (
        <span />
      ) : (
        <Link to={nextUrl} rel="next">
          Next <Icon name="right" size={20} />
        </Link>
      )}
    </nav>
  )
}
