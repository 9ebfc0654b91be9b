import type { ReactNode } from 'react'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { receivers } from '#web/checkout/receivers.ts'
import { appliedWallet } from '#web/payment/wallets/applied-wallet.ts'
import { ExpressPlace } from '#web/payment/wallets/express/express-place.tsx'
import { useExpressMethods } from '#web/payment/wallets/express/use-express-methods.ts'
import type { WalletApproval } from '#web/payment/wallets/wallet-approval.ts'
import { OrLine } from '#web/ui/or-line.tsx'
import { useMessages } from '#web/variants/context.tsx'
import styles from './express-step.module.css'

/** The wallets above the first step's form (CALM-32), while one address is all that it asks for. */
export function ExpressStep({ onStopped }: { readonly onStopped: () => void }): ReactNode {
  const { checkout, store, browser, goTo } = useCheckout()
  const message = useMessages()
  const { walletMethods, walletProvider, paymentData, basketItems } = checkout
  const methods = useExpressMethods(walletMethods)
  const shipped = receivers(checkout).filter((one) => !one.isPickup)
  const isOneHome = shipped.length <= 1 && basketItems.every(({ grId }) => grId === 0)
  const canPay = methods.length > 0 && paymentData.isPaymentNeeded && appliedWallet(paymentData) === null
  if (!isOneHome || !canPay) return null

  const prepare = async (): Promise<boolean> => {
    if (paymentData.rewardsData.certificates.length === 0) return true
    const { certificatesFirst } = await import('#web/tender/certificates-first.ts')
    return certificatesFirst({ store, browser })
  }
  const goOn = async (approval: WalletApproval): Promise<boolean> => {
    const [{ whileLoading }, { walkToReview }] = await Promise.all([
      import('#web/calls/loading.ts'),
      import('#web/payment/wallets/express/express-flow.ts'),
    ])
    const visit = { store, browser, goTo, emptyBasketMessage: message('emptyBasketMessage') }
    const end = await whileLoading(() => walkToReview(visit, approval))
    if (end === 'stopped') onStopped()
    return end !== 'told'
  }
  return (
    <div className={styles.express}>
      <p className={styles.title}>Use the address in your wallet</p>
      <ExpressPlace {...{ walletProvider, methods, prepare, goOn }} dueCents={checkout.orderSummary.amountDue} />
      <OrLine>or type your address</OrLine>
    </div>
  )
}
