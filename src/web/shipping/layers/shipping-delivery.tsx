import type { ReactNode } from 'react'
import { sectionsFor } from '#domain/shipping/popup-sections.ts'
import { LayerFrame } from '#web/layers/frame.tsx'
import type { LayerProps } from '#web/layers/layer.ts'
import { HelpLine } from '#web/shell/help-line.tsx'
import { DeliveryMap } from '#web/shipping/delivery-map.tsx'
import { FarPlaces, OtherCountries } from '#web/shipping/far-places.tsx'
import { LoadedCharges } from '#web/shipping/loaded-charges.tsx'
import { SectionCharges, SectionDetails } from '#web/shipping/sections.tsx'
import styles from '#web/shipping/shipping.module.css'
import { Tabs } from '#web/ui/panels/tabs.tsx'
import { useMoney, useVariant } from '#web/variants/context.tsx'

export type ShippingDeliveryInput = {
  /** Which tab is open first (SHIPPOP-03). */
  readonly tab?: 1 | 2 | 3
  /** The line asked about; its own ship method counts for nothing here (SHIPPOP-10). */
  readonly line?: { readonly id: string; readonly title: string; readonly calculatedShipMethod: number }
}

/** The cart's shipping and delivery popup: charges, details, and what is far away (SHIPPOP-01 to SHIPPOP-17, SHIPPOP-19). */
export function ShippingDelivery({ input, close }: LayerProps<ShippingDeliveryInput, never>): ReactNode {
  const { hasInternationalTab } = useVariant()
  const { line, tab = 1 } = input
  const sections = sectionsFor(line?.calculatedShipMethod)
  return (
    <LayerFrame title="Shipping and delivery" onClose={() => close()}>
      <LoadedCharges lineItemId={line?.id ?? ''}>
        {({ fees, charge, map }) => (
          <Tabs
            label="Shipping and delivery"
            first={tab - 1}
            tabs={[
              {
                title: 'Shipping Charges',
                content: (
                  <>
                    {charge !== null && line !== undefined && <ItemCharge title={line.title} charge={charge} />}
                    {sections.map((section) => (
                      <SectionCharges key={section} section={section} fees={fees} />
                    ))}
                  </>
                ),
              },
              {
                title: 'Delivery Details',
                content: (
                  <>
                    {sections.map((section) => (
                      <SectionDetails key={section} section={section} />
                    ))}
                    {map !== null && <DeliveryMap map={map} surchargeCents={fees.surchargeCents} />}
                  </>
                ),
              },
              ...(hasInternationalTab
                ? [
                    {
                      title: 'Domestic and International',
                      content: (
                        <>
                          <FarPlaces surchargeCents={fees.surchargeCents} />
                          <OtherCountries />
                        </>
                      ),
                    },
                  ]
                : []),
            ]}
          />
        )}
      </LoadedCharges>
      <p className={styles.help}>
        Questions about delivery? Call <HelpLine />
      </p>
    </LayerFrame>
  )
}

type ItemChargeProps = {
  readonly title: string
  readonly charge: { readonly postalCode: string; readonly cents: number }
}

/** What the item costs to ship, and to where (SHIPPOP-11, SHIPPOP-12). */
function ItemCharge({ title, charge }: ItemChargeProps): ReactNode {
  const money = useMoney()
  const { postalCodeWord } = useVariant()
  const word = postalCodeWord === 'ZIP code' ? postalCodeWord : 'Postal code'
  return (
    <dl className={styles.charge}>
      <dt>
        Shipping for {title}
        <span>{charge.postalCode === '' ? `${word} not known yet` : `${word} ${charge.postalCode}`}</span>
      </dt>
      <dd>{charge.cents === 0 ? 'Free' : money(charge.cents)}</dd>
    </dl>
  )
}
