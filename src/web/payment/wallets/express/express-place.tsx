import type { ReactNode } from 'react'
import { useIdleImport } from '#web/ui/use-idle-import.ts'
import styles from './express-place.module.css'
import type { ExpressProps } from './use-express.ts'

const load = () => import('./express-wallets.tsx')

/** The place of the wallets that need no address of ours (CALM-32); what stands in it comes behind the page. */
export function ExpressPlace(props: ExpressProps): ReactNode {
  const later = useIdleImport(load)
  return (
    <section className={styles.place} aria-label="Express checkout">
      {later !== null && <later.ExpressWallets {...props} />}
    </section>
  )
}
