import type { ReactNode } from 'react'
import type { CartReply } from '#contracts/pages.ts'
import { isDescriptionDisabled, isShipVisible, isUndelivered } from '#domain/catalog/availability.ts'
import type { FitPlace } from '#domain/shipping/fit.ts'
import { inHomeMethods } from '#domain/shipping/in-home.ts'
import { isOversizedBox } from '#domain/shipping/oversize.ts'
import { openLayer } from '#web/layers/open-layer.ts'
import { FitCheck } from '#web/shipping/fit-check.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import styles from './cart-line.module.css'

type Line = CartReply['lineItems'][number]

export type LineDeliveryProps = {
  readonly line: Line
  readonly outageMessage: string
  readonly onShipInstead: () => void
}

/** How a line comes and when, and what can be asked about it. */
export function LineDelivery({ line, outageMessage, onShipInstead }: LineDeliveryProps): ReactNode {
  if (line.isDonation) return null
  const measure = line.dimensions?.systemOfMeasure ?? 1
  const isOversized = line.boxes.some((box) => isOversizedBox({ ...box, systemOfMeasure: measure }))
  const places = placesOnTheWay(line)
  const isBad = isDescriptionDisabled(line.availability) || isUndelivered(line.availability)
  return (
    <div className={styles.delivery}>
      <Icon name={line.isPickup ? 'store' : 'truck'} size={20} />
      <div>
        <p>{line.isPickup ? `Pick up at ${line.storeName}` : 'Ship'}</p>
        {line.edd.message !== '' && <p className={isBad ? styles.bad : styles.fact}>{line.edd.message}</p>}
        {line.availabilityMessage !== '' && line.availabilityMessage !== line.edd.message && (
          <p className={styles.fact}>{line.availabilityMessage}</p>
        )}
        {outageMessage !== '' && <p className={styles.fact}>{outageMessage}</p>}
        <div className={styles.links}>
          {!line.isPickup && (
            <Button kind="plain" className={styles.small} onClick={() => openLayer('shippingDelivery', { line })}>
              Shipping and delivery
            </Button>
          )}
          {line.isPickup && isShipVisible(line.edd.shipStatus) && (
            <Button kind="plain" className={styles.small} onClick={onShipInstead}>
              Ship it instead
            </Button>
          )}
          {isOversized && (
            <Button
              kind="plain"
              className={styles.small}
              onClick={() =>
                openLayer('oversizeInfo', { title: line.title, boxes: line.boxes, systemOfMeasure: measure })
              }
            >
              Oversize item
            </Button>
          )}
          {places.length > 0 && line.boxes.length > 0 && (
            <FitCheck
              className={styles.small}
              title={line.title}
              boxes={line.boxes}
              systemOfMeasure={measure}
              places={places}
            />
          )}
        </div>
      </div>
    </div>
  )
}

/** What the boxes of a line must get through: the shopper's vehicle, or the way into the room (BEYOND-08). */
function placesOnTheWay({ isPickup, calculatedShipMethod }: Line): readonly FitPlace[] {
  if (isPickup) return ['vehicle']
  return inHomeMethods.includes(calculatedShipMethod) ? ['doorway', 'stair', 'elevator'] : []
}
