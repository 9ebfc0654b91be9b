import type { ReactNode } from 'react'
import styles from './skeleton.module.css'

/** A quiet place-holder of one or more lines, the height of the text to come, so that nothing moves. */
export function Skeleton({ lines = 1, label }: { readonly lines?: number; readonly label: string }): ReactNode {
  return (
    <span className={styles.skeleton} role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, line) => `line ${line}`).map((key) => (
        <span key={key} className={styles.line} />
      ))}
    </span>
  )
}
