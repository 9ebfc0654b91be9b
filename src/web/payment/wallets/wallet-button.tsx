import type { ReactNode } from 'react'
import buttons from '#web/ui/button.module.css'
import { type WalletMethod, walletNames } from './applied-wallet.ts'
import styles from './wallet-options.module.css'

type ButtonProps = {
  readonly method: WalletMethod
  /** Its sheet would open at a press; until then a press does nothing, and the button says that it is on its way. */
  readonly isReady: boolean
  readonly onPress: (button: HTMLElement) => void
}

/** A button in its wallet's colours, with its name as text. */
export function WalletButton({ method, isReady, onPress }: ButtonProps): ReactNode {
  const name = walletNames[method]
  return (
    <button
      type="button"
      aria-label={isReady ? `Pay with ${name}` : `${name} is getting ready`}
      aria-disabled={!isReady || undefined}
      aria-busy={!isReady || undefined}
      className={`${styles.button} ${styles[method]}`}
      data-verbatim=""
      onClick={(event) => isReady && onPress(event.currentTarget)}
    >
      {!isReady && <span className={`${buttons.spinner} ${styles.spinner}`} aria-hidden="true" />}
      <WalletMark method={method} />
    </button>
  )
}

export function WalletMark({ method }: { readonly method: WalletMethod }): ReactNode {
  return (
    <span className={styles.mark} translate="no">
      {method === 'paypal' ? (
        <>
          Pay<b>Pal</b>
        </>
      ) : (
        walletNames[method]
      )}
    </span>
  )
}
