import type { ReactNode } from 'react'
import { SearchField } from '#web/catalog/search/search-field.tsx'
import { favoritesForm } from '#web/catalog/shelf/favorite-button.tsx'
import { Link, NavLink } from '#web/navigation/link.tsx'
import { AccountLink } from '#web/shell/account-link.tsx'
import { useHeaderCounts } from '#web/shell/header-counts.ts'
import { Mark } from '#web/shell/mark.tsx'
import { TokenField } from '#web/shell/token-field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useFrame } from '#web/variants/context.tsx'
import styles from './header.module.css'

/** The head of every page of the store: mark, departments, sign-in, favorites and cart counts (PLAT-29). */
export function Header(): ReactNode {
  const frame = useFrame()
  const counts = useHeaderCounts(frame.counts)
  const count = `${counts.basketCount} ${counts.basketCount === 1 ? 'item' : 'items'}`
  const pieces = counts.isBeingOrdered ? `${counts.basketCount} being ordered` : count
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <Mark />
        <nav className={styles.departments} aria-label="Departments">
          <ul>
            {frame.navigation.map((department) => (
              <li key={department.slug}>
                <NavLink to={department.navigateUrl}>{department.name}</NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.search}>
          <SearchField />
        </div>
        <div className={styles.own}>
          <AccountLink />
          <Link
            to="/favorites"
            className={styles.item}
            aria-label={`Favorites, ${counts.favoritesCount}`}
            data-testid="favorites-count"
          >
            <Icon name="heart" />
            <span className={styles.count}>{counts.favoritesCount}</span>
          </Link>
          <Link to="/checkout/cart" className={styles.item} aria-label={`Cart, ${pieces}`} data-testid="basket-count">
            <Icon name="cart" />
            <span className={styles.count}>{counts.basketCount}</span>
            {counts.isBeingOrdered && <span className={styles.ordering}> being ordered</span>}
          </Link>
        </div>
      </div>
      <form id={favoritesForm} method="post" action="/favorites" hidden>
        <TokenField />
      </form>
    </header>
  )
}
