import type { ReactNode } from 'react'
import type { ProductDetail } from '#contracts/pages.ts'
import { isShipVisible } from '#domain/catalog/availability.ts'
import { RadioGroup } from '#web/ui/fields/choice.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import styles from './receive-by.module.css'

export type ReceiveByProps = {
  readonly stores: ProductDetail['stores']
  /** Number of the pickup store; '' when it is shipped. */
  readonly value: string
  /** `isNamed`: this very store was chosen, not just any. */
  readonly onChange: (pickupStore: string, isNamed: boolean) => void
  /** The stores that have it; null while that is not known. */
  readonly stocked: readonly string[] | null
  /** SHIP-23; what is not known yet may be shipped. */
  readonly shipStatus: number
}

/** Have it shipped, or pick it up at a store (PDP-05); shipping only while it can be had so (SHIP-20). */
export function ReceiveBy({ stores, value, onChange, stocked, shipStatus }: ReceiveByProps): ReactNode {
  const isPickup = value !== ''
  const stockText = (storeNumber: string) => {
    if (stocked === null) return ''
    return stocked.includes(storeNumber) ? ': in stock' : ': not in stock'
  }
  return (
    <div className={styles.receive}>
      <RadioGroup
        legend="How to get it"
        name="IsPickupSelected"
        value={isPickup ? 'true' : 'false'}
        onChange={(choice) => onChange(choice === 'true' ? (stores[0]?.storeNumber ?? '') : '', false)}
        choices={[
          { value: 'false', text: 'Ship it to me' },
          { value: 'true', text: 'Pick it up at a store' },
        ].slice(isShipVisible(shipStatus) ? 0 : 1)}
      />
      <div className={styles.store} data-open={isPickup || undefined}>
        <SelectField
          label="Store"
          name="Location"
          value={isPickup ? value : (stores[0]?.storeNumber ?? '')}
          onChange={(event) => onChange(event.currentTarget.value, true)}
          options={stores.map((store) => ({
            value: store.storeNumber,
            text: `${store.name}, ${store.city}, ${store.state}${stockText(store.storeNumber)}`,
          }))}
        />
      </div>
    </div>
  )
}
