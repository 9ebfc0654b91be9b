import { useEffect, useRef } from 'react'
import { useVariant } from '#web/variants/context.tsx'
import type { WalletMethod } from './applied-wallet.ts'
import { openBuiltInSheet, type SheetOpener } from './wallet-sheet.ts'

/** The opener of the provider; Braintree's library is made ready while the shopper reads. */
export function useSheetOpener(provider: string, methods: readonly WalletMethod[]): () => Promise<SheetOpener> {
  const { brand } = useVariant()
  const prepared = useRef<Promise<SheetOpener> | null>(null)
  const wanted = methods.join()
  useEffect(() => {
    if (provider !== 'braintree' || wanted === '') return
    prepared.current = import('./braintree-sheets.ts').then(({ prepareBraintree }) =>
      prepareBraintree(wanted.split(',') as WalletMethod[], brand),
    )
    // told when a wallet is chosen
    prepared.current.catch(() => undefined)
  }, [provider, wanted, brand])
  return async () => (provider === 'braintree' && prepared.current !== null ? prepared.current : openBuiltInSheet)
}
