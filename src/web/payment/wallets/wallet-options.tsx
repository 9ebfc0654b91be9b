import { type ReactNode, useEffect, useRef, useState } from 'react'
import { paymentOptionIds } from '#domain/payment/limits.ts'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { GoOnButton } from '#web/pricing/go-on-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useMoney } from '#web/variants/context.tsx'
import { hasApplePay } from './apple-pay.ts'
import { appliedWallet, walletNames } from './applied-wallet.ts'
import { useWalletOrder } from './use-wallet-order.ts'
import { useWallets, type Wallets } from './use-wallets.ts'
import { WalletButton, WalletMark } from './wallet-button.tsx'
import styles from './wallet-options.module.css'

/** PayPal, Venmo and Apple Pay (ALT-01): their buttons, or the one that pays with its way off. */
export function WalletOptions(props: WalletPanelProps): ReactNode {
  const { checkout } = useCheckout()
  const { walletMethods } = checkout
  // asked once, in the browser: the server cannot know
  const [isApple] = useState(hasApplePay)
  const methods = walletMethods.filter((method) => method !== 'applePay' || isApple)
  // who has just approved is led on to what came of it
  const [isFresh, setFresh] = useState(false)
  const wallets = useWallets(methods, () => {
    setFresh(true)
    props.onApplied()
  })
  return (
    <>
      {props.isApplied ? (
        <Applied {...props} wallets={wallets} takesFocus={isFresh} />
      ) : (
        <div className={styles.row}>
          <div id={paymentOptionIds.paypalVenmo} className={styles.pair}>
            {methods
              .filter((method) => method !== 'applePay')
              .map((method) => (
                <WalletButton
                  key={method}
                  method={method}
                  isReady={wallets.isReady}
                  onPress={() => wallets.start(method)}
                />
              ))}
          </div>
          {isApple && walletMethods.includes('applePay') && (
            <div id={paymentOptionIds.applePay} className={styles.single}>
              <WalletButton method="applePay" isReady={wallets.isReady} onPress={() => wallets.start('applePay')} />
            </div>
          )}
        </div>
      )}
      {wallets.refusal !== '' && <Notice kind="bad">{wallets.refusal}</Notice>}
      {wallets.remark !== '' && <Notice>{wallets.remark}</Notice>}
    </>
  )
}

type AppliedProps = WalletPanelProps & { readonly wallets: Wallets; readonly takesFocus: boolean }

function Applied({ onOther, saveBilling, onUnknown, wallets, takesFocus }: AppliedProps): ReactNode {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) panel.current?.focus()
  }, [takesFocus])
  const { checkout } = useCheckout()
  const money = useMoney()
  const order = useWalletOrder(onUnknown)
  const wallet = appliedWallet(checkout.paymentData)
  if (wallet === null) return null
  const name = walletNames[wallet.method]
  const isApple = wallet.method === 'applePay'
  return (
    <div
      ref={panel}
      tabIndex={-1}
      id={isApple ? paymentOptionIds.applePay : paymentOptionIds.paypalVenmo}
      className={styles.applied}
    >
      <span className={`${styles.tag} ${styles[wallet.method]}`}>
        <WalletMark method={wallet.method} />
      </span>
      <span className={styles.words}>
        <strong>{money(wallet.amount)}</strong> {wallet.holder === '' ? `with ${name}` : wallet.holder}
        {isApple && <span className={styles.note}>Your billing address comes from Apple Pay.</span>}
      </span>
      {order.canPlace && (
        <div className={styles.now}>
          <GoOnButton
            amounts={checkout.orderSummary}
            isWide
            onClick={async () => (isApple || (await saveBilling())) && order.place()}
          >
            Place order now
          </GoOnButton>
        </div>
      )}
      <span className={styles.ways}>
        <Button kind="plain" onClick={async () => (!isApple || (await wallets.removeApplePay())) && onOther()}>
          Pay another way
        </Button>
      </span>
    </div>
  )
}

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
