import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { Drawer } from '#web/ui/drawer.tsx'

type Entries = { readonly Cards: ComponentType; readonly Certificates: ComponentType }

/** The drawers of gift cards and codes, and of reward certificates; what is in them comes behind the page, which most orders pay without them. */
export function StoredValuePanel(): ReactNode {
  const { rewardsData, tenderCodesData } = useCheckout().checkout.paymentData
  const { giftCards, tenderCodes } = tenderCodesData
  const [entries, setEntries] = useState<Entries | null>(null)
  useEffect(() => {
    import('#web/tender/payment-entries.ts').then(
      (loaded) => setEntries(loaded.paymentEntries),
      () => {},
    )
  }, [])
  return (
    <div>
      <Drawer title="Gift card or code" isOpenAtFirst={giftCards.length + tenderCodes.length > 0}>
        {entries !== null && <entries.Cards />}
      </Drawer>
      <Drawer title="Reward certificates" isOpenAtFirst={rewardsData.certificates.length > 0}>
        {entries !== null && <entries.Certificates />}
      </Drawer>
    </div>
  )
}
