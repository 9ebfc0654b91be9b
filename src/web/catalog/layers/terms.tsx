import type { ReactNode } from 'react'
import styles from './terms.module.css'

/** The terms of an order, as a list under their own heading (ATC-13). */
export function Terms({ terms }: { readonly terms: readonly string[] }): ReactNode {
  return (
    <section className={styles.terms} aria-label="Terms of this order">
      <h3 className={styles.heading}>Terms of this order</h3>
      <ul>
        {terms.map((term) => (
          <li key={term}>{term}</li>
        ))}
      </ul>
    </section>
  )
}
