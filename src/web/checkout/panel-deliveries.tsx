import type { ReactNode } from 'react'
import type { CheckoutReply } from '#contracts/pages.ts'
import { receivers } from '#web/checkout/receivers.ts'
import styles from './order-panel.module.css'

type Receiver = CheckoutReply['recipientList'][number]

/** To whom each delivery goes, how and when, where there are several: 'To Grace, Springfield: Standard, arrives by Thu, Dec 3' (CALM-36). */
export function PanelDeliveries({
  checkout,
}: {
  readonly checkout: Pick<CheckoutReply, 'basketItems' | 'recipientList'>
}): ReactNode {
  // a donor is sent nothing
  const all = receivers(checkout).filter(({ isPickup, shipments }) => isPickup || shipments.length > 0)
  if (all.length < 2) return null
  return (
    <ul className={styles.deliveries} aria-label="Deliveries">
      {all.flatMap(deliveriesOf).map(({ key, place, how }) => (
        <li key={key}>
          <strong>{place}</strong>
          {how !== '' && `: ${how}`}
        </li>
      ))}
    </ul>
  )
}

function deliveriesOf({ id, isPickup, storeName, address, shipments }: Receiver) {
  if (isPickup) return [{ key: id, place: `Pick up at ${storeName}`, how: '' }]
  if (address === null) return []
  const place = `To ${address.firstName}, ${address.city}`
  return shipments.map((shipment) => ({ key: shipment.id, place, how: howOf(shipment) }))
}

function howOf({ availableServiceLevels, selectedServiceLevel, items }: Receiver['shipments'][number]): string {
  const chosen = availableServiceLevels.find(({ level }) => level === selectedServiceLevel)
  const promise = chosen?.edd.message || items[0]?.edd.message || ''
  return [chosen?.name ?? '', chosen === undefined ? promise : inSentence(promise)].filter(Boolean).join(', ')
}

function inSentence(promise: string): string {
  return promise.charAt(0).toLowerCase() + promise.slice(1)
}
