import type { CheckoutReply } from '#contracts/pages.ts'

export const walletNames = { paypal: 'PayPal', venmo: 'Venmo', applePay: 'Apple Pay' } as const
export type WalletMethod = keyof typeof walletNames

/** A wallet as the cart has it: which, whose, and what it pays in cents. */
export type AppliedWallet = { readonly method: WalletMethod; readonly holder: string; readonly amount: number }

type Paid = Pick<CheckoutReply['paymentData'], 'payPalData' | 'alternativePaymentsData'>

/** The wallet that pays the order; null for none. */
export function appliedWallet({ payPalData: paypal, alternativePaymentsData: other }: Paid): AppliedWallet | null {
  if (paypal.isApplied) return { method: 'paypal', holder: paypal.email, amount: paypal.appliedAmount }
  if (other.type === '') return null
  return { method: other.type, holder: other.username, amount: other.appliedAmount }
}
