import type { ReactNode } from 'react'
import type { CheckoutReply } from '#contracts/pages.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './pickup-places.module.css'

/** Which stores hold the rest of the order. */
export function PickupPlaces({ pickups }: { readonly pickups: CheckoutReply['recipientList'] }): ReactNode {
  return (
    <ul className={styles.places}>
      {pickups.map((pickup) => (
        <li key={pickup.id}>
          <Icon name="store" size={20} />
          <span>
            Pick up at <strong>{pickup.storeName}</strong>
          </span>
        </li>
      ))}
    </ul>
  )
}
