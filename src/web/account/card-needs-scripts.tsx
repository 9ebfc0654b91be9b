import type { ReactNode } from 'react'
import { HelpLine } from '#web/shell/help-line.tsx'
import styles from './account.module.css'

/** A card goes to the gateway by a script: without any its form is not shown, and this is (CALM-26). */
export function CardNeedsScripts(): ReactNode {
  // where scripts run nobody sees it: the browser's bundle leaves its contents out
  if (!import.meta.env.SSR) return <noscript />
  return (
    <noscript>
      <div className={styles.other}>
        <h2 data-verbatim="">Saving a card needs scripts</h2>
        <p>
          They are switched off in this browser. Please switch JavaScript on and load this page again, or call us:{' '}
          <HelpLine />
        </p>
      </div>
    </noscript>
  )
}
