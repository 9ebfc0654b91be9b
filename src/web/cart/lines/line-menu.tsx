import { type FormEvent, type ReactNode, useId, useState } from 'react'
import type { CartReply } from '#contracts/pages.ts'
import { isShipVisible } from '#domain/catalog/availability.ts'
import type { FitPlace } from '#domain/shipping/fit.ts'
import { inHomeMethods } from '#domain/shipping/in-home.ts'
import { isOversizedBox } from '#domain/shipping/oversize.ts'
import { cartFormPaths } from '#web/cart/form-paths.ts'
import { LineChangeLinks, type LineChangeLinksProps } from '#web/cart/line-change/line-change-links.tsx'
import { openLayer } from '#web/layers/open-layer.ts'
import { TokenField } from '#web/shell/token-field.tsx'
import { FitCheck } from '#web/shipping/fit-check.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useFrame } from '#web/variants/context.tsx'
import styles from './cart-line.module.css'

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
 * What can be asked about a line, and 'Save for later'. Where there is room they stand beside each other; on a phone they
 * are behind one button, so that a line stays short (CALM-31).
 */
export function LineMenu(props: LineMenuProps): ReactNode {
  const { line, isLocked, onSave } = props
  const [isOpen, setOpen] = useState(false)
  const id = useId()
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
        aria-label={`More for ${line.title}`}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="more" />
      </button>
      <div id={id} className={styles.items}>
        <LineLinks {...props} />
        <form method="post" action={cartFormPaths.save} className={styles.save} onSubmit={save}>
          <TokenField />
          <input type="hidden" name="lineItemId" value={line.id} />
          <Button type="submit" kind="plain" className={styles.small} disabled={isLocked}>
            Save for later <span className="visually-hidden">{line.title}</span>
          </Button>
        </form>
      </div>
    </div>
  )
}

function LineLinks(props: LineMenuProps): ReactNode {
  return (
    <div className={styles.links}>
      {!props.isLocked && <LineChangeLinks {...props} />}
      <DeliveryLinks {...props} />
    </div>
  )
}

function DeliveryLinks({ line, changeDelivery, onShipInstead }: LineMenuProps): ReactNode {
  const { shipTo } = useFrame()
  // what goes to another country comes by request: nothing of here is true there (CART-33)
  if (shipTo !== '') return null
  const { title, boxes } = line
  const systemOfMeasure = line.dimensions?.systemOfMeasure ?? 1
  const isOversized = boxes.some((box) => isOversizedBox({ ...box, systemOfMeasure }))
  const places = placesOnTheWay(line)
  return (
    <>
      {changeDelivery}
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
          onClick={() => openLayer('oversizeInfo', { title, boxes, systemOfMeasure })}
        >
          Oversize item
        </Button>
      )}
      {places.length > 0 && boxes.length > 0 && (
        <FitCheck
          className={styles.small}
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
