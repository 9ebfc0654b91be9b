import type { ReactNode } from 'react'
import { useIdleImport } from '#web/ui/use-idle-import.ts'
import type { WalletPanelProps } from './wallet-options.tsx'
import styles from './wallet-panel.module.css'

const load = () => import('./wallet-options.tsx')

/** The wallets' place in the page; what stands in it comes behind the page, which cards pay without it. */
export function WalletPanel(props: WalletPanelProps): ReactNode {
  const later = useIdleImport(load)
  return (
    <section className={styles.place} aria-label="Wallets">
      {later !== null && <later.WalletOptions {...props} />}
    </section>
  )
}
