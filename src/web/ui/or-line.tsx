import type { ReactNode } from 'react'
import styles from './or-line.module.css'

/** A word between two ways to do the same, with a line on each side. */
export function OrLine({ children }: { readonly children: ReactNode }): ReactNode {
  return <p className={styles.or}>{children}</p>
}
