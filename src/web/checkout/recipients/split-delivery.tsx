import type { ReactNode } from 'react'
import { calls } from '#web/calls/client.ts'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { handleCheckoutFault } from '#web/checkout/faults.ts'
import type { Options, Recipient, Shipment } from '#web/checkout/options/use-options.ts'
import { errorContext } from '#web/checkout/steps/step-flow.ts'
import { announce } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import { useMoney } from '#web/variants/context.tsx'
import styles from './recipients.module.css'

type Props = {
  readonly recipient: Recipient
  readonly shipment: Shipment
  readonly options: Options
}

/** CALM-15: what comes much later may be a delivery of its own, for what is said before; and back again. */
export function SplitDelivery({ recipient, shipment, options }: Props): ReactNode {
  const { checkout, store } = useCheckout()
  const money = useMoney()
  const { split } = shipment
  const earlier = earlierDelivery(checkout.recipientList, recipient, shipment)

  /** Who gets what has changed: all of it is read again, and read on from the delivery of this home. */
  const readAgain = async (said: string, focusOn: (list: readonly Recipient[]) => Recipient | undefined) => {
    try {
      store.replace(await calls.checkout.refreshCheckout())
    } catch (error) {
      handleCheckoutFault(error, errorContext('refreshCheckout', store))
      return
    }
    announce(said)
    const home = focusOn(store.read().checkout.recipientList)
    requestAnimationFrame(() =>
      (document.getElementById(`delivery-${home?.id ?? ''}`) ?? document.querySelector<HTMLElement>('h1'))?.focus(),
    )
  }
  const separate = async (): Promise<void> => {
    const known = new Set(checkout.recipientList.map(({ id }) => id))
    if (!(await options.changeShipment(recipient, shipment, { isSplit: true }))) return
    await readAgain('There are two deliveries now.', (list) => list.find(({ id }) => !known.has(id)))
  }
  const join = async (to: Recipient): Promise<void> => {
    const isDone = await options.send('saveShippingAndGiftOptions', recipient.id, async () => {
      const reply = await calls.checkout.updateRecipientId({ oldRecipientId: recipient.id, newRecipientId: to.id })
      return { ...reply, redirectUrl: '' }
    })
    if (isDone) await readAgain('It is one delivery again.', (list) => list.find(({ id }) => id === to.id))
  }

  if (split !== undefined) {
    const titles = split.lineIds.map((id) => checkout.basketItems.find((item) => item.id === id)?.title ?? '')
    return (
      <div className={styles.words}>
        <p>
          {titles.join(' and ')} would hold up the rest: {split.edd.message}. What comes later can be a second delivery,
          with a day of its own.
        </p>
        <Button kind="plain" onClick={separate}>
          Split this delivery,{' '}
          {split.charge === 0 ? (
            'at no extra charge'
          ) : (
            <>
              <bdi>{money(split.charge)}</bdi> more
            </>
          )}
        </Button>
      </div>
    )
  }
  return (
    earlier !== undefined && (
      <div>
        <Button kind="plain" onClick={() => join(earlier)}>
          Bring it in one delivery with the rest
        </Button>
      </div>
    )
  )
}

/** Another in-home delivery to the same address, of which this one is the later part. */
function earlierDelivery(list: readonly Recipient[], recipient: Recipient, shipment: Shipment): Recipient | undefined {
  if (shipment.items.some(({ isParcelShipping }) => isParcelShipping)) return undefined
  const sameHome = (one: Recipient) => JSON.stringify(homeOf(one)) === JSON.stringify(homeOf(recipient))
  return list
    .slice(0, list.indexOf(recipient))
    .find(
      (one) =>
        sameHome(one) &&
        one.shipments.some(({ selectedServiceLevel: level }) => level === shipment.selectedServiceLevel),
    )
}

function homeOf({ isPickup, address }: Recipient) {
  if (isPickup || address === null) return null
  const { firstName, lastName, address1, address2, postalCode } = address
  return { firstName, lastName, address1, address2, postalCode }
}
