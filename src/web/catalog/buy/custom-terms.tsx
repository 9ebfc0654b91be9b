import type { ReactNode } from 'react'
import type { ProductSku } from '#contracts/pages.ts'
import styles from './buy-form.module.css'

/** The terms of a custom order inside the native form, to be ticked where no script can ask for them (ATC-08, UX-24). */
export function CustomTerms({ customOrder }: Pick<ProductSku, 'customOrder'>): ReactNode {
  if (customOrder === null) return null
  // where scripts run nobody sees it: the browser's bundle leaves its contents out
  if (!import.meta.env.SSR) return <noscript />
  return (
    <noscript>
      <fieldset className={styles.terms}>
        <legend>{customOrder.title}</legend>
        <p>{customOrder.message}</p>
        <ul>
          {customOrder.terms.map((term) => (
            <li key={term}>{term}</li>
          ))}
        </ul>
        <label>
          <input type="checkbox" name="AcceptedTerms" value="true" required /> I accept these terms.
        </label>
      </fieldset>
    </noscript>
  )
}
