import type { ReactNode } from 'react'
import type { CategoryCard } from '#contracts/pages.ts'
import { Link } from '#web/navigation/link.tsx'
import { Picture } from '#web/ui/picture.tsx'
import styles from './category-tile.module.css'

/** A department as a picture with its name. */
export function CategoryTile({ category }: { readonly category: CategoryCard }): ReactNode {
  return (
    <Link to={category.navigateUrl} className={styles.tile}>
      <Picture
        picture={category.picture}
        isDecoration
        sizes="(max-width: 900px) 46vw, (max-width: 1440px) 23vw, 330px"
        className={styles.picture ?? ''}
      />
      <span className={styles.name}>{category.name}</span>
    </Link>
  )
}
