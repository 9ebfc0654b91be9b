import type { ReactNode } from 'react'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { RadioGroup } from '#web/ui/fields/choice.tsx'
import { SmallPicture } from '#web/ui/picture.tsx'
import { useMoney } from '#web/variants/context.tsx'
import styles from './shipment-choice.module.css'
import type { Shipment } from './use-options.ts'

export type ShipmentChoiceProps = {
  readonly shipment: Shipment
  readonly level: number
  readonly onChoose: (level: number) => void
}

/** What travels together, when it comes, and the service levels to choose from (SHIP-14, SHIP-24, UX-07). */
export function ShipmentChoice({ shipment, level, onChoose }: ShipmentChoiceProps): ReactNode {
  const money = useMoney()
  const charge = (cents: number) => (cents === 0 ? 'Free' : money(cents))
  const { availableServiceLevels: levels } = shipment
  const only = levels.length === 1 ? levels[0] : undefined
  return (
    <div className={styles.shipment}>
      <ShipmentItems shipment={shipment} />
      {only && (
        <p className={styles.only}>
          <span>
            {only.name}
            {only.edd.message !== '' && <span className={styles.fact}>{only.edd.message}</span>}
          </span>
          <span className={styles.charge}>{charge(only.charge)}</span>
        </p>
      )}
      {levels.length > 1 && (
        <RadioGroup
          legend="Delivery"
          name={`level-${shipment.items[0]?.basketItemId ?? shipment.id}`}
          value={String(level)}
          onChange={(value) => onChoose(Number(value))}
          choices={levels.map((choice) => ({
            value: String(choice.level),
            text: choice.name,
            note: choice.edd.message,
            end: charge(choice.charge),
          }))}
        />
      )}
    </div>
  )
}

/** The items of a shipment, each with its own estimate (SHIP-24). */
export function ShipmentItems({ shipment }: { readonly shipment: Shipment }): ReactNode {
  return <ShippedItems items={shipment.items} />
}

export function ShippedItems({
  items,
}: {
  readonly items: readonly Omit<Shipment['items'][number], 'isParcelShipping'>[]
}): ReactNode {
  const { checkout } = useCheckout()
  return (
    <ul className={styles.items}>
      {items.map((item) => {
        const known = checkout.basketItems.find(({ id }) => id === item.basketItemId)
        return (
          <li key={item.basketItemId} className={styles.item}>
            <span className={styles.picture}>{known && <SmallPicture path={known.imagePath} width={56} />}</span>
            <span>
              <span className={styles.name}>{known?.title ?? `SKU ${item.sku}`}</span>
              <span className={styles.fact}>Qty {item.quantity}</span>
              {known?.giftFor && <span className={styles.fact}>A gift for {known.giftFor}</span>}
              {item.edd.message !== '' && <span className={styles.fact}>{item.edd.message}</span>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
