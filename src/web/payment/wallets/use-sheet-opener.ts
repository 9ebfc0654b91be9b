import { useEffect, useEffectEvent, useRef } from 'react'
import { useVariant } from '#web/variants/context.tsx'
import type { WalletMethod } from './applied-wallet.ts'
import { openBuiltInSheet, type SheetOpener } from './wallet-sheet.ts'

/** The opener of the provider; Braintree's library is made ready while the shopper reads. */
export function useSheetOpener(provider: string, methods: readonly WalletMethod[]): () => Promise<SheetOpener> {
  const { brand } = useVariant()
  const prepared = useRef<Promise<SheetOpener> | null>(null)
  const wanted = methods.join()
  const prepare = (): Promise<SheetOpener> => {
    const preparing = import('./braintree-sheets.ts').then(({ prepareBraintree }) =>
      prepareBraintree(wanted.split(',') as WalletMethod[], brand),
    )
    prepared.current = preparing
    // told when a wallet is chosen, which tries once more
    preparing.catch(() => {
      if (prepared.current === preparing) prepared.current = null
    })
    return preparing
  }
  const prepareAhead = useEffectEvent(prepare)
  useEffect(() => {
    if (provider === 'braintree' && wanted !== '') prepareAhead()
  }, [provider, wanted])
  return async () => (provider === 'braintree' ? (prepared.current ?? prepare()) : openBuiltInSheet)
}
