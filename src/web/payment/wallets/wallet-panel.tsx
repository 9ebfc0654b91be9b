import type { ReactNode } from 'react'
import { useLater } from '#web/ui/use-later.ts'
import styles from './wallet-panel.module.css'

export type WalletPanelProps = {
  /** A wallet pays now. */
  readonly isApplied: boolean
  readonly onApplied: () => void
  /** The shopper wants to pay in another way. */
  readonly onOther: () => void
  /** Saves where the bill goes; false when the shopper must look again. */
  readonly saveBilling: () => Promise<boolean>
  /** The connection was lost after the order was sent (BEYOND-02). */
  readonly onUnknown: () => void
}

const load = () => import('./wallet-options.tsx')

/** The wallets' place in the page; what stands in it comes behind the page, which cards pay without it. */
export function WalletPanel(props: WalletPanelProps): ReactNode {
  const later = useLater(load)
  return (
    <section className={styles.place} aria-label="Wallets">
      {later !== null && <later.WalletOptions {...props} />}
    </section>
  )
}
