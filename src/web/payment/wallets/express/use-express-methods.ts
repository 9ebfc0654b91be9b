import { hasApplePay } from '#web/payment/wallets/apple-pay.ts'
import type { WalletMethod } from '#web/payment/wallets/applied-wallet.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'

/** Those that bring the address along (CALM-32); Venmo gives none. */
const bringing = ['applePay', 'paypal'] as const

/** Which wallets may stand before the address, of those that are offered; whether a browser has Apple Pay only it can tell. */
export function useExpressMethods(offered: readonly WalletMethod[]): readonly WalletMethod[] {
  const isHydrated = useHydrated()
  return bringing.filter(
    (method) => offered.includes(method) && (method !== 'applePay' || (isHydrated && hasApplePay())),
  )
}
