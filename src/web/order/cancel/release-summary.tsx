import type { ReactNode } from 'react'
import styles from './release-summary.module.css'

/** After an order that was not placed: where each of its tenders is now (BEYOND-03). */
export function ReleaseSummary({ sentences }: { readonly sentences: readonly string[] }): ReactNode {
  if (sentences.length === 0) return null
  return (
    <ul className={styles.released} aria-label="Your gift cards, codes and cards">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}
