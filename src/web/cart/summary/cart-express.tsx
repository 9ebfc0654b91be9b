import type { ReactNode } from 'react'
import { type CartStore, useCartState } from '#web/cart/cart-store.ts'
import { loadCart } from '#web/cart/load-cart.ts'
import { useBrowser } from '#web/navigation/browser.tsx'
import { useNavigate } from '#web/navigation/navigation-context.tsx'
import type { PageOf } from '#web/navigation/page-view.ts'
import { ExpressPlace } from '#web/payment/wallets/express/express-place.tsx'
import { useExpressMethods } from '#web/payment/wallets/express/use-express-methods.ts'
import type { WalletApproval } from '#web/payment/wallets/wallet-approval.ts'
import { OrLine } from '#web/ui/or-line.tsx'
import { useMessages } from '#web/variants/context.tsx'
import styles from './cart-express.module.css'

type CartExpressProps = { readonly store: CartStore; readonly wallets: PageOf<'cart'>['wallets'] }

/** The wallets below 'Checkout' (CALM-32), where there is something to pay now and one address will do. */
export function CartExpress({ store, wallets }: CartExpressProps): ReactNode {
  const browser = useBrowser()
  const navigate = useNavigate()
  const message = useMessages()
  const { cart } = useCartState(store)
  const methods = useExpressMethods(wallets?.walletMethods ?? [])
  if (wallets === undefined || methods.length === 0) return null
  // its sheet would end at the first step, which asks where each thing goes
  if (cart.cartSummary.asksWhereItGoes) return null
  if (cart.isInternational || cart.isPlacing || cart.orderSummary.amountDue === 0) return null

  const prepare = async (): Promise<boolean> => {
    if (cart.rewardsData.certificates.length === 0) return true
    const { removeCertificates } = await import('#web/tender/cart-certificates.ts')
    return removeCertificates(cart, () => loadCart(store))
  }
  const goOn = async (approval: WalletApproval): Promise<boolean> => {
    const { goOnFromCart } = await import('./express-from-cart.ts')
    const emptyBasketMessage = message('emptyBasketMessage')
    const goTo = (address: string) => navigate(address)
    return goOnFromCart({ store, browser, goTo, emptyBasketMessage }, approval)
  }
  return (
    <div className={styles.express}>
      <OrLine>or pay with</OrLine>
      <ExpressPlace
        {...{ walletProvider: wallets.walletProvider, methods, prepare, goOn }}
        dueCents={cart.orderSummary.amountDue}
      />
    </div>
  )
}
