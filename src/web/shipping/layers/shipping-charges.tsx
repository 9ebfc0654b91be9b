import type { ReactNode } from 'react'
import { LayerFrame } from '#web/layers/frame.tsx'
import type { LayerProps } from '#web/layers/layer.ts'
import { DeliveryMap } from '#web/shipping/delivery-map.tsx'
import { FarPlaces } from '#web/shipping/far-places.tsx'
import { LoadedCharges } from '#web/shipping/loaded-charges.tsx'
import { SectionCharges } from '#web/shipping/sections.tsx'
import { Tabs } from '#web/ui/panels/tabs.tsx'
import { useVariant } from '#web/variants/context.tsx'

/** The checkout's popup of charges and delivery, with its four tabs (SHIPPOP-18, SHIPPOP-19). */
export function ShippingChargesInformation({ close }: LayerProps<object, never>): ReactNode {
  const { country } = useVariant()
  return (
    <LayerFrame title="Shipping Charges and Delivery Information" onClose={() => close()}>
      <LoadedCharges lineItemId="">
        {({ fees, map }) => (
          <Tabs
            label="Shipping charges and delivery"
            tabs={[
              {
                title: 'Flat Rate',
                content: (
                  <>
                    <SectionCharges section="localInHome" fees={fees} hasDetails />
                    <SectionCharges section="basicFreight" fees={fees} hasDetails />
                  </>
                ),
              },
              {
                title: 'Contiguous States',
                content: (
                  <>
                    <SectionCharges section="standard" fees={fees} hasDetails />
                    {country === 'US' && <FarPlaces surchargeCents={fees.surchargeCents} />}
                  </>
                ),
              },
              {
                title: 'Gift Card Delivery and Charges',
                content: <SectionCharges section="giftCard" fees={fees} hasDetails />,
              },
              {
                title: 'Long-Distance Home Delivery',
                content: (
                  <>
                    <SectionCharges section="longDistanceInHome" fees={fees} hasDetails />
                    {map !== null && <DeliveryMap map={map} surchargeCents={fees.surchargeCents} />}
                  </>
                ),
              },
            ]}
          />
        )}
      </LoadedCharges>
    </LayerFrame>
  )
}
