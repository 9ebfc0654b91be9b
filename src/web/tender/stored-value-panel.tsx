import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { Drawer } from '#web/ui/drawer.tsx'

/** The drawer of gift cards and codes; what is in it comes behind the page, which most orders pay without it. */
export function StoredValuePanel(): ReactNode {
  const { giftCards, tenderCodes } = useCheckout().checkout.paymentData.tenderCodesData
  const [Entries, setEntries] = useState<ComponentType | null>(null)
  useEffect(() => {
    import('#web/tender/stored-value-entries.tsx').then(
      ({ StoredValueEntries }) => setEntries(() => StoredValueEntries),
      () => {},
    )
  }, [])
  return (
    <Drawer title="Gift card or code" isOpenAtFirst={giftCards.length + tenderCodes.length > 0}>
      {Entries !== null && <Entries />}
    </Drawer>
  )
}
