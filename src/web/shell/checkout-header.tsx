import type { ReactNode } from 'react'
import { HelpLine } from '#web/shell/help-line.tsx'
import { Mark } from '#web/shell/mark.tsx'
import styles from './header.module.css'

/** The head of the checkout's steps: no way off but the mark, and help. */
export function CheckoutHeader(): ReactNode {
  return (
    <header className={styles.header}>
      <div className={styles.checkout}>
        <Mark />
        <p className={styles.help}>
          <HelpLine />
        </p>
      </div>
    </header>
  )
}
