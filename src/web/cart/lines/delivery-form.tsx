import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { DeliveryChoices } from '#contracts/cart/calls.ts'
import type { CartReply } from '#contracts/pages.ts'
import { type DeliveryWay, wayField } from '#domain/shipping/delivery-way.ts'
import { cartFormPaths } from '#web/cart/form-paths.ts'
import { TokenField } from '#web/shell/token-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { RadioGroup } from '#web/ui/fields/choice.tsx'
import { useMoney } from '#web/variants/context.tsx'
import styles from './delivery-form.module.css'

type Way = DeliveryChoices['ways'][number]

export type DeliveryFormProps = {
  readonly id: string
  readonly line: CartReply['lineItems'][number]
  readonly ways: DeliveryChoices['ways']
  /** Has come by a press: the focus goes there. */
  readonly takesFocus: boolean
  readonly onSend: (way: DeliveryWay) => Promise<void>
}

/** Every way in which a line can come, to choose one of (CART-10). A native form until the scripts have come (UX-24). */
export function DeliveryForm({ id, line, ways, takesFocus, onSend }: DeliveryFormProps): ReactNode {
  const money = useMoney()
  const chosen = ways.find(({ isChosen }) => isChosen)
  const [wanted, setWanted] = useState(chosen ? wayField(chosen) : '')
  const [isSending, setSending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (takesFocus) form.current?.querySelector<HTMLElement>('input:checked, input[type=radio]')?.focus()
  }, [takesFocus])
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const way = ways.find((one) => wayField(one) === wanted)
    if (way === undefined || isSending) return
    setSending(true)
    const { shipMethod, isPickup, locationId } = way
    await onSend({ shipMethod, isPickup, locationId })
    setSending(false)
  }
  const difference = ({ isChosen, shippingDifference: cents }: Way) => {
    if (isChosen || cents === 0) return isChosen ? 'Now' : ''
    return `${money(Math.abs(cents))} ${cents > 0 ? 'more' : 'less'}`
  }
  return (
    <form id={id} className={styles.form} method="post" action={cartFormPaths.delivery} ref={form} onSubmit={send}>
      <TokenField />
      <input type="hidden" name="lineItemId" value={line.id} />
      <RadioGroup
        legend="How should it come?"
        name="delivery"
        value={wanted}
        onChange={setWanted}
        choices={ways.map((way) => ({
          value: wayField(way),
          text: way.isPickup ? `Pick up at ${way.name}` : `Ship: ${way.name}`,
          note: way.isPickup ? `${way.place}, ${way.free} in stock. ${way.message}` : way.message,
          end: difference(way),
        }))}
      />
      {!ways.some(({ isPickup }) => isPickup) && (
        <p className={styles.note}>
          No store has it to pick up right now{line.quantity > 1 && ', not as many as these'}.
        </p>
      )}
      {line.isInstallationServiceRequired && ways.some(({ isPickup }) => isPickup) && (
        <p className={styles.note}>
          Stores do not install. If you pick it up, its installation ({money(line.installationServiceFee)}) is taken
          off.
        </p>
      )}
      <Button type="submit" kind="quiet" isBusy={isSending}>
        Apply <span className="visually-hidden">delivery of {line.title}</span>
      </Button>
    </form>
  )
}
