import type { ReactNode } from 'react'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { OrLine } from '#web/ui/or-line.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { useIdleImport } from '#web/ui/use-idle-import.ts'
import { hasApplePay } from './apple-pay.ts'
import type { WalletPanelProps } from './wallet-options.tsx'
import styles from './wallet-panel.module.css'

const load = () => import('./wallet-options.tsx')

/** The wallets' place above the card; what stands in it comes behind the page, which cards pay without it. */
export function WalletPanel(props: WalletPanelProps): ReactNode {
  const later = useIdleImport(load)
  const { walletMethods } = useCheckout().checkout
  // whether a browser has Apple Pay, only it can tell
  const isHydrated = useHydrated()
  const isOffered = walletMethods.some((method) => method !== 'applePay' || (isHydrated && hasApplePay()))
  return (
    <section className={styles.place} aria-label="Wallets">
      <div className={styles.options}>{later !== null && <later.WalletOptions {...props} />}</div>
      {isOffered && !props.isApplied && <OrLine>or pay by card</OrLine>}
    </section>
  )
}
