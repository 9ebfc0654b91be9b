import type { ReactNode } from 'react'
import { HelpLine } from '#web/shell/help-line.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import styles from './abroad.module.css'

/** What follows a request for an order to another country. */
export function RequestSentPage(): ReactNode {
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>We have your request</h1>
      <p className={styles.lead}>
        Thank you. We write to you within two business days, with delivery, duties and taxes. Nothing is ordered or
        charged until you say yes, and your cart stays as it is.
      </p>
      <p className={styles.lead}>
        If it cannot wait: <HelpLine />.
      </p>
      <p className={styles.form}>
        <ButtonLink to="/">Back to the store</ButtonLink>
      </p>
    </div>
  )
}
