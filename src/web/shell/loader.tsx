import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { useLoading } from '#web/calls/loading.ts'
import styles from './loader.module.css'

/** Shown while a call or a page is on its way; in the app's own frame only a bar under its header (PLAT-17, PLAT-23). */
export function Loader({ isApp }: { readonly isApp: boolean }): ReactNode {
  const isWaitingForPage = useNavigation().state !== 'idle'
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
