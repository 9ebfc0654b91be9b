import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useVariant } from '#web/variants/context.tsx'
import type { WalletMethod } from './applied-wallet.ts'
import { openBuiltInSheet, type SheetOpener } from './wallet-sheet.ts'

export type Sheets = {
  /** Until then its buttons are busy: browsers open a wallet at the press itself, never after a wait for its library. */
  readonly isReady: boolean
  readonly open: SheetOpener
}

/** Braintree's library: on its way, there, or not to be had. */
type Library = { readonly state: 'loading' | 'away' } | { readonly state: 'ready'; readonly open: SheetOpener }

/** How long buttons are busy for it at most, milliseconds: then a press says that the wallet is not there. */
const patienceMs = 20_000

/** What opens the sheets of the provider; Braintree's library is made ready while the shopper reads. */
export function useSheetOpener(provider: string, methods: readonly WalletMethod[]): Sheets {
  const { brand } = useVariant()
  const [library, setLibrary] = useState<Library>({ state: 'loading' })
  const latest = useRef<object | null>(null)
  const wanted = methods.join()
  /** Answers what gives up waiting for it. */
  const prepare = (): (() => void) => {
    const own = {}
    latest.current = own
    const tell = (now: Library) => {
      if (latest.current === own) setLibrary(now)
    }
    tell({ state: 'loading' })
    const away = () => tell({ state: 'away' })
    const patience = setTimeout(away, patienceMs)
    import('./braintree-sheets.ts')
      .then(({ prepareBraintree }) => prepareBraintree(wanted.split(',') as WalletMethod[], brand))
      .then((open) => tell({ state: 'ready', open }), away)
      .finally(() => clearTimeout(patience))
    return () => {
      latest.current = null
      clearTimeout(patience)
    }
  }
  const prepareAhead = useEffectEvent(prepare)
  useEffect(() => (provider === 'braintree' && wanted !== '' ? prepareAhead() : undefined), [provider, wanted])

  if (provider !== 'braintree') return { isReady: true, open: openBuiltInSheet }
  if (library.state === 'ready') return { isReady: true, open: library.open }
  const why = 'its library could not be loaded'
  const tryAgain: SheetOpener = async () => {
    prepare()
    return { kind: 'notOffered', why }
  }
  return { isReady: library.state === 'away', open: tryAgain }
}
