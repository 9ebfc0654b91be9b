import type { ReactNode } from 'react'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { Drawer } from '#web/ui/panels/drawer.tsx'
import { useIdleImport } from '#web/ui/use-idle-import.ts'

const load = async () => (await import('#web/tender/payment-entries.ts')).paymentEntries

/** The drawers of gift cards and codes, and of reward certificates; what is in them comes behind the page, which most orders pay without them. */
export function StoredValuePanel(): ReactNode {
  const { rewardsData, tenderCodesData } = useCheckout().checkout.paymentData
  const { giftCards, tenderCodes } = tenderCodesData
  const entries = useIdleImport(load)
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
