import type { ReactNode } from 'react'
import { type WalletMethod, walletNames } from './applied-wallet.ts'
import styles from './wallet-options.module.css'

type ButtonProps = { readonly method: WalletMethod; readonly onPress: (button: HTMLElement) => void }

/** A button in its wallet's colours, with its name as text. */
export function WalletButton({ method, onPress }: ButtonProps): ReactNode {
  return (
    <button
      type="button"
      aria-label={`Pay with ${walletNames[method]}`}
      className={`${styles.button} ${styles[method]}`}
      data-verbatim=""
      onClick={(event) => onPress(event.currentTarget)}
    >
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
