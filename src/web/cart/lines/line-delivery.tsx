import { type MouseEvent, type ReactNode, useRef, useState } from 'react'
import type { DeliveryChoices } from '#contracts/cart/calls.ts'
import type { CartReply } from '#contracts/pages.ts'
import { isDescriptionDisabled, isUndelivered } from '#domain/catalog/availability.ts'
import { stepRow } from '#domain/checkout/steps.ts'
import type { DeliveryWay } from '#domain/shipping/delivery-way.ts'
import { shipMethod } from '#domain/shipping/methods.ts'
import { announce } from '#web/ui/announcer.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useFrame, useMoney } from '#web/variants/context.tsx'
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

/** How a line comes and when; `form` is the one that changes it, while it is open. */
export function LineDelivery({
  line,
  outageMessage,
  form,
}: LineDeliveryProps & { readonly form: ReactNode }): ReactNode {
  const { shipTo } = useFrame()
  if (line.isDonation) return null
  if (shipTo !== '') return <DeliveryAbroad line={line} country={shipTo} />
  const areFewer = line.quantityLeft > 0
  const isBad = (isDescriptionDisabled(line.availability) && !areFewer) || isUndelivered(line.availability)
  return (
    <>
      <div className={styles.delivery}>
        <Icon name={line.isPickup ? 'store' : 'truck'} size={20} />
        <div>
          <p>{line.isPickup ? `Pick up at ${line.storeName}` : 'Ship'}</p>
          {line.edd.message !== '' && <p className={isBad ? styles.bad : styles.fact}>{line.edd.message}</p>}
          {line.availabilityMessage !== '' && line.availabilityMessage !== line.edd.message && (
            <p className={areFewer ? styles.bad : styles.fact}>{line.availabilityMessage}</p>
          )}
          {outageMessage !== '' && <p className={styles.fact}>{outageMessage}</p>}
          <Installed line={line} />
        </div>
      </div>
      {form}
    </>
  )
}

/** It is installed where it comes; its way off is in the menu of the line. */
function Installed({ line }: { readonly line: Line }): ReactNode {
  const money = useMoney()
  if (!line.isInstallationServiceRequired) return null
  return <p className={styles.fact}>Installation {money(line.installationServiceFee)}</p>
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
        <Installed line={line} />
      </div>
    </div>
  )
}

/** The way to the form that changes how a line comes, and the form while it is open. Gift cards come by mail alone. */
export function useDeliveryForm({ line, isLocked, deliveryChoices, onAskDelivery, onDelivery }: LineDeliveryProps) {
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
