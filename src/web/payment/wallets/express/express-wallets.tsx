import type { ReactNode } from 'react'
import { WalletButton } from '#web/payment/wallets/wallet-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import styles from './express-wallets.module.css'
import { type ExpressProps, useExpress } from './use-express.ts'

/** Apple Pay and PayPal, which bring the address along (CALM-32): one press, and the review is next. */
export function ExpressWallets(props: ExpressProps): ReactNode {
  const { methods } = props
  const { isReady, refusal, remark, start } = useExpress(props)
  return (
    <>
      <div className={styles.row}>
        {methods.map((method) => (
          <WalletButton key={method} method={method} isReady={isReady} onPress={(button) => start(method, button)} />
        ))}
      </div>
      {refusal !== '' && <Notice kind="bad">{refusal}</Notice>}
      {remark !== '' && <Notice>{remark}</Notice>}
    </>
  )
}
