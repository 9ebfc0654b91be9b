import type { Page } from '#contracts/pages.ts'
import { stepOfPath } from '#domain/checkout/steps.ts'

/** Where a card or a wallet is entered: with the import map, under the policy of payments, entered by a page load. */
export type PaymentPages = ReadonlySet<Page['name']>

/** The cart is one when its wallets come from foreign origins: what it loads for the built-in ones is the shop's own. */
export function paymentPagesOf(hasForeignWallets: boolean): PaymentPages {
  return new Set(['checkout', 'accountCard', ...(hasForeignWallets ? (['cart'] as const) : [])])
}

/** Whether a payment page is at this path. */
export function isPaymentPath(path: string, pages: PaymentPages): boolean {
  const name = pageNameOf(path)
  return name !== null && pages.has(name)
}

function pageNameOf(path: string): 'cart' | 'checkout' | 'accountCard' | null {
  if (path.startsWith('/account/cards/')) return 'accountCard'
  const step = stepOfPath(path)?.step
  if (step === undefined || step === 5) return null
  return step === 0 ? 'cart' : 'checkout'
}
