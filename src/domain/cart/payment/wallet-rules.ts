import type { Address } from '#domain/address/address.ts'
import type { CartPayment, WalletFacts } from '#domain/cart/cart.ts'
import type { CartRule } from '#domain/cart/change.ts'
import { unchanged } from '#domain/cart/lines/line-rules.ts'
import { saveBillingAddress } from '#domain/cart/recipients/recipient-rules.ts'
import { good } from '#domain/outcome.ts'
import { setPayments } from './payment-rules.ts'

/** A wallet as the payment of a cart: it pays all that is due. */
export function walletPayment(
  approved: Pick<CartPayment, 'method' | 'provider' | 'token' | 'basketPaymentGuid'> & { readonly wallet: WalletFacts },
): CartPayment {
  return {
    ...approved,
    slot: 1,
    basketPaymentId: 0,
    ...{ brand: '', selectionType: '', lastFour: '', expMonth: 0, expYear: 0 },
    amountCents: null,
    saveToAccount: false,
    hasVerifyData: false,
    accountCardId: null,
    isVerified: true,
    isAutoApplied: false,
  }
}

/** A wallet pays all that is due, in place of cards and of another wallet (OPEN-90); its contact becomes the billing address (ORDER-17). */
export function payWithWallet(payment: CartPayment, billing: Address | null): CartRule {
  return (cart) => {
    const paid = setPayments([payment])(cart)
    if (!paid.ok || billing === null) return paid
    const billed = saveBillingAddress(billing)(paid.value.cart)
    return billed.ok ? good({ cart: billed.value.cart, event: paid.value.event }) : paid
  }
}

/** ALT-06: takes a wallet off again; cards stay. */
export function removeWallet(method: CartPayment['method']): CartRule {
  return (cart) => {
    const payments = cart.payments.filter((payment) => payment.method !== method)
    return payments.length === cart.payments.length ? unchanged(cart) : setPayments(payments)(cart)
  }
}
