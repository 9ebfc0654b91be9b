import { type ReactNode, useState } from 'react'
import { hasApplePay } from '#web/payment/wallets/apple-pay.ts'
import type { WalletMethod } from '#web/payment/wallets/applied-wallet.ts'
import { WalletButton } from '#web/payment/wallets/wallet-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import styles from './express-wallets.module.css'
import { type ExpressProps, useExpress } from './use-express.ts'

/** Apple Pay and PayPal, which bring the address along (CALM-32): one press, and the review is next. */
export function ExpressWallets(props: ExpressProps): ReactNode {
  const [isApple] = useState(hasApplePay)
  // Venmo gives no address
  const wanted: readonly WalletMethod[] = isApple ? ['applePay', 'paypal'] : ['paypal']
  const methods = wanted.filter((method) => props.wallets.walletMethods.some((one) => one === method))
  const { refusal, remark, start } = useExpress(props, methods)
  return (
    <>
      <div className={styles.row}>
        {methods.map((method) => (
          <WalletButton key={method} method={method} onPress={(button) => start(method, button)} />
        ))}
      </div>
      {refusal !== '' && <Notice kind="bad">{refusal}</Notice>}
      {remark !== '' && <Notice>{remark}</Notice>}
    </>
  )
}
