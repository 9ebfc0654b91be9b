import { type MouseEvent, type ReactNode, useRef, useState } from 'react'
import type { DeliveryChoices } from '#contracts/cart/calls.ts'
import type { CartReply } from '#contracts/pages.ts'
import { isDescriptionDisabled, isShipVisible, isUndelivered } from '#domain/catalog/availability.ts'
import { stepRow } from '#domain/checkout/steps.ts'
import type { DeliveryWay } from '#domain/shipping/delivery-way.ts'
import type { FitPlace } from '#domain/shipping/fit.ts'
import { inHomeMethods } from '#domain/shipping/in-home.ts'
import { shipMethod } from '#domain/shipping/methods.ts'
import { isOversizedBox } from '#domain/shipping/oversize.ts'
import { openLayer } from '#web/layers/open-layer.ts'
import { FitCheck } from '#web/shipping/fit-check.tsx'
import { announce } from '#web/ui/announcer.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useFrame } from '#web/variants/context.tsx'
import styles from './cart-line.module.css'
import { DeliveryForm } from './delivery-form.tsx'

type Line = CartReply['lineItems'][number]

export type LineDeliveryProps = {
  readonly line: Line
  readonly outageMessage: string
  readonly isLocked: boolean
  /** The ways it can come, where the page was asked for them without scripts. */
  readonly deliveryChoices?: DeliveryChoices | undefined
  readonly onShipInstead: () => void
  /** Asks for the ways it can come; null when no answer came. */
  readonly onAskDelivery: () => Promise<DeliveryChoices | null>
  /** Has it come another way; true when that was done. */
  readonly onDelivery: (way: DeliveryWay) => Promise<boolean>
}

/** How a line comes and when, and what can be asked about it. */
export function LineDelivery(props: LineDeliveryProps): ReactNode {
  const { line, outageMessage, onShipInstead } = props
  const { shipTo } = useFrame()
  const delivery = useDeliveryForm(props)
  if (line.isDonation) return null
  if (shipTo !== '') return <DeliveryAbroad line={line} country={shipTo} />
  const measure = line.dimensions?.systemOfMeasure ?? 1
  const isOversized = line.boxes.some((box) => isOversizedBox({ ...box, systemOfMeasure: measure }))
  const places = placesOnTheWay(line)
  const areFewer = line.quantityLeft > 0
  const isBad = (isDescriptionDisabled(line.availability) && !areFewer) || isUndelivered(line.availability)
  const details = (
    <div className={styles.delivery}>
      <Icon name={line.isPickup ? 'store' : 'truck'} size={20} />
      <div>
        <p>{line.isPickup ? `Pick up at ${line.storeName}` : 'Ship'}</p>
        {line.edd.message !== '' && <p className={isBad ? styles.bad : styles.fact}>{line.edd.message}</p>}
        {line.availabilityMessage !== '' && line.availabilityMessage !== line.edd.message && (
          <p className={areFewer ? styles.bad : styles.fact}>{line.availabilityMessage}</p>
        )}
        {outageMessage !== '' && <p className={styles.fact}>{outageMessage}</p>}
        <div className={styles.links}>
          {delivery.link}
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
  return (
    <>
      {details}
      {delivery.form}
    </>
  )
}

/** What goes to another country comes by request: when and for how much is told with its answer (CART-33). */
function DeliveryAbroad({ line, country }: { readonly line: Line; readonly country: string }): ReactNode {
  const isGone = isDescriptionDisabled(line.availability)
  return (
    <div className={styles.delivery}>
      <Icon name="truck" size={20} />
      <div>
        <p>Ship to {country}</p>
        {isGone ? (
          <p className={styles.bad}>{line.availabilityMessage}</p>
        ) : (
          <p className={styles.fact}>We write to you when it can be there.</p>
        )}
      </div>
    </div>
  )
}

/** The way to the form that changes how a line comes, and the form while it is open. Gift cards come by mail alone. */
function useDeliveryForm({ line, isLocked, deliveryChoices, onAskDelivery, onDelivery }: LineDeliveryProps) {
  const [choices, setChoices] = useState(deliveryChoices ?? null)
  const [takesFocus, setTakesFocus] = useState(false)
  const opener = useRef<HTMLAnchorElement>(null)
  const isOpen = choices !== null && !isLocked
  const close = () => {
    setChoices(null)
    opener.current?.focus()
  }
  const press = async (event: MouseEvent) => {
    event.preventDefault()
    if (isOpen) return close()
    setTakesFocus(true)
    setChoices(await onAskDelivery())
  }
  if (isLocked || line.calculatedShipMethod === shipMethod.giftCard) return { link: null, form: null }
  const id = `delivery-${line.id}`
  const cartPath = stepRow(0).path
  return {
    link: (
      <ButtonLink
        ref={opener}
        kind="plain"
        className={styles.small}
        to={isOpen ? cartPath : `${cartPath}?delivery=${line.id}#${id}`}
        onClick={press}
        aria-expanded={isOpen}
      >
        {isOpen ? 'Leave as it is' : 'Change delivery'} <span className="visually-hidden">of {line.title}</span>
      </ButtonLink>
    ),
    form: isOpen && (
      <DeliveryForm
        id={id}
        line={line}
        ways={choices.ways}
        takesFocus={takesFocus}
        onSend={async (way) => {
          if (!(await onDelivery(way))) return
          announce(`Delivery of ${line.title} is changed.`)
          close()
        }}
      />
    ),
  }
}

/** What the boxes of a line must get through: the shopper's vehicle, or the way into the room (BEYOND-08). */
function placesOnTheWay({ isPickup, calculatedShipMethod }: Line): readonly FitPlace[] {
  if (isPickup) return ['vehicle']
  return inHomeMethods.includes(calculatedShipMethod) ? ['doorway', 'stair', 'elevator'] : []
}
