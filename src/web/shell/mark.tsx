import type { ReactNode } from 'react'
import { Link } from '#web/navigation/link.tsx'
import { useVariant } from '#web/variants/context.tsx'
import styles from './header.module.css'

/** The brand's mark, drawn in its own letters; leads home. */
export function Mark(): ReactNode {
  const { brand } = useVariant()
  return (
    <Link to="/" className={styles.mark} aria-label={`${brand} home`}>
      {brand}
    </Link>
  )
}
