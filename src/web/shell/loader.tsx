import type { ReactNode } from 'react'
import { useLoading } from '#web/calls/loading.ts'
import { useIsPageLoading } from '#web/navigation/navigation-context.tsx'
import styles from './loader.module.css'

/** Shown while a call or a page is on its way; in the app's own frame only a bar under its header (PLAT-17, PLAT-23). */
export function Loader({ isApp }: { readonly isApp: boolean }): ReactNode {
  const isWaitingForPage = useIsPageLoading()
  const isLoading = useLoading() || isWaitingForPage
  const kind = isApp ? 'header' : 'page'
  return (
    <div role="status" className={styles.loader} data-loader={isLoading ? kind : undefined}>
      {isLoading && (
        <>
          <span className={isApp ? styles.headerBar : styles.pageBar} />
          <span className="visually-hidden">Loading</span>
        </>
      )}
    </div>
  )
}
