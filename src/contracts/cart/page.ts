import type { ReplyOf } from '../call.ts'
import type { checkoutCalls } from '../checkout/calls.ts'
import type { cartCalls, DeliveryChoices } from './calls.ts'
import type { ItemChoices } from './line-change-calls.ts'

/** The page of the cart. */
export type CartPage = {
  readonly name: 'cart'
  readonly cart: ReplyOf<typeof cartCalls.getCartJsx>
  /** The shopper has a registry in this storefront (CART-24). */
  readonly isRegistryOwner?: boolean
  /** Where it probably goes, while the cart has no postal code (CALM-01). */
  readonly suggestedZip?: string
  /** Of the line whose way of coming is being changed, where no script could ask for it (CART-10). */
  readonly deliveryChoices?: DeliveryChoices
  /** The same of the line that is to become another piece (CALM-12). */
  readonly itemChoices?: ItemChoices
  /** The wallets that this storefront offers now (CALM-32); missing where there are none. */
  readonly wallets?: Pick<ReplyOf<typeof checkoutCalls.refreshCheckout>, 'walletMethods' | 'walletProvider'>
}
