import { useEffect } from 'react'
import type { AddressForm } from '#web/address/use-address-form.ts'
import { refusedDraft } from '#web/payment/wallets/express/express-stop.ts'

/** Shows at the fields what was refused of a wallet's address, which the form has taken over as if it had been typed (CALM-32). */
export function useRefusedOfWallet(basketId: string, refuse: AddressForm['refuse']): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form comes to life
  useEffect(() => {
    const draft = refusedDraft(basketId)
    const refused = draft.read()
    draft.clear()
    if (refused !== null) refuse(refused)
  }, [])
}
