import { type ReactNode, useEffect } from 'react'
import { logError } from '#web/calls/log.ts'
import { useBrowser } from '#web/navigation/browser.tsx'
import { Button } from '#web/ui/button.tsx'
import styles from './text-page.module.css'

/** Shown in place of a page whose own code failed; the error is told to the server. */
export function PageFailure({ error }: { readonly error: unknown }): ReactNode {
  const browser = useBrowser()
  useEffect(() => logError(error, { action: 'RenderPage', api: window.location.pathname }), [error])
  return (
    <main className={styles.page}>
      <h1 className={styles.title}>We're sorry</h1>
      <p>Something went wrong on this page. Nothing in your cart is lost.</p>
      <p>
        <Button onClick={() => browser.reload()}>Load the page again</Button>
      </p>
    </main>
  )
}
