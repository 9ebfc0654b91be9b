import type { ReactNode } from 'react'
import { stepRow } from '#domain/checkout/steps.ts'
import { HelpLine } from '#web/shell/help-line.tsx'
import { useFrame } from '#web/variants/context.tsx'
import styles from './checkout-page.module.css'

/** Paying cannot be done without scripts: says so, whom to call, and where the cart is (CALM-26). */
export function NeedsScripts(): ReactNode {
  const cart = `${useFrame().origin}${stepRow(0).path}`
  // where scripts run nobody sees it: the browser's bundle leaves its contents out
  if (!import.meta.env.SSR) return <noscript />
  return (
    <noscript>
      <div className={styles.needsScripts}>
        <h2 className={styles.needsScriptsTitle} data-verbatim="">
          Paying needs scripts
        </h2>
        <p>
          They are switched off in this browser. Please switch JavaScript on and load this page again, or call us:{' '}
          <HelpLine />
        </p>
        <p>
          Your cart is kept at{' '}
          <a href={cart} className={styles.needsScriptsCart}>
            {cart}
          </a>
        </p>
      </div>
    </noscript>
  )
}
