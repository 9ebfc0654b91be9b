import { type FormEvent, type ReactNode, useId, useState } from 'react'
import type { CartReply } from '#contracts/pages.ts'
import { isShipVisible } from '#domain/catalog/availability.ts'
import type { FitPlace } from '#domain/shipping/fit.ts'
import { inHomeMethods } from '#domain/shipping/in-home.ts'
import { isOversizedBox } from '#domain/shipping/oversize.ts'
import { cartFormPaths } from '#web/cart/form-paths.ts'
import {
  InstallationLinks,
  LineChangeLinks,
  type LineChangeLinksProps,
} from '#web/cart/line-change/line-change-links.tsx'
import { openLayer } from '#web/layers/open-layer.ts'
import { TokenField } from '#web/shell/token-field.tsx'
import { FitCheck } from '#web/shipping/fit-check.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useFrame } from '#web/variants/context.tsx'
import lineStyles from './cart-line.module.css'
import styles from './line-menu.module.css'

type Line = CartReply['lineItems'][number]

export type LineMenuProps = {
  readonly line: Line
  readonly isLocked: boolean
  /** The way to the form that changes how it comes; null where there is none. */
  readonly changeDelivery: ReactNode
  readonly onShipInstead: () => void
  readonly onSave: () => void
  readonly change: LineChangeLinksProps['change']
  readonly onRemoveInstallation: () => void
}

/**
 * What can be asked about a line, behind one button, and under it what can be made of it. On a phone all of it is behind
 * that button, so that a line stays short (CALM-31).
 */
export function LineMenu(props: LineMenuProps): ReactNode {
  const { line, isLocked, onSave } = props
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const { shipTo } = useFrame()
  const save = (event: FormEvent) => {
    event.preventDefault()
    onSave()
  }
  return (
    <div className={styles.menu} data-open={isOpen || undefined}>
      <button
        type="button"
        className={styles.more}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={styles.onPhone}>
          <Icon name="more" />
          <span className="visually-hidden">More for {line.title} </span>
        </span>
        <span className={styles.onWide}>
          More about {line.isPickup ? 'pickup' : 'delivery'} <span className="visually-hidden">of {line.title}</span>
          <Icon name="down" size={16} />
        </span>
      </button>
      <div id={id} className={styles.items}>
        <div className={styles.asks}>
          <DeliveryLinks {...props} />
          {!isLocked && <InstallationLinks {...props} />}
        </div>
        <div className={styles.acts}>
          {!isLocked && <LineChangeLinks {...props} />}
          {shipTo === '' && props.changeDelivery}
          <form method="post" action={cartFormPaths.save} onSubmit={save}>
            <TokenField />
            <input type="hidden" name="lineItemId" value={line.id} />
            <Button type="submit" kind="plain" className={lineStyles.small} disabled={isLocked}>
              Save for later <span className="visually-hidden">{line.title}</span>
            </Button>
          </form>
        </div>
      </div>
    </div>
  )
}

function DeliveryLinks({ line, onShipInstead }: LineMenuProps): ReactNode {
  const { shipTo } = useFrame()
  // what goes to another country comes by request: nothing of here is true there (CART-33)
  if (shipTo !== '') return null
  const { title, boxes } = line
  const systemOfMeasure = line.dimensions?.systemOfMeasure ?? 1
  const isOversized = boxes.some((box) => isOversizedBox({ ...box, systemOfMeasure }))
  const places = placesOnTheWay(line)
  return (
    <>
      {!line.isPickup && (
        <Button kind="plain" className={lineStyles.small} onClick={() => openLayer('shippingDelivery', { line })}>
          Shipping and delivery
        </Button>
      )}
      {line.isPickup && isShipVisible(line.edd.shipStatus) && (
        <Button kind="plain" className={lineStyles.small} onClick={onShipInstead}>
          Ship it instead
        </Button>
      )}
      {isOversized && (
        <Button
          kind="plain"
          className={lineStyles.small}
          onClick={() => openLayer('oversizeInfo', { title, boxes, systemOfMeasure })}
        >
          Oversize item
        </Button>
      )}
      {places.length > 0 && boxes.length > 0 && (
        <FitCheck
          className={lineStyles.small}
          title={title}
          boxes={boxes}
          systemOfMeasure={systemOfMeasure}
          places={places}
        />
      )}
    </>
  )
}

/** What the boxes of a line must get through: the shopper's vehicle, or the way into the room (BEYOND-08). */
function placesOnTheWay({ isPickup, calculatedShipMethod }: Line): readonly FitPlace[] {
  if (isPickup) return ['vehicle']
  return inHomeMethods.includes(calculatedShipMethod) ? ['doorway', 'stair', 'elevator'] : []
}
