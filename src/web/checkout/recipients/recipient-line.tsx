import { type ReactNode, useState } from 'react'
import { unsaidChoices } from '#domain/catalog/option-choice.ts'
import type { AddressValues } from '#web/address/address-values.ts'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { readBroughtAddresses } from '#web/checkout/guest-drafts.tsx'
import { announce } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { SmallPicture } from '#web/ui/picture.tsx'
import { RecipientAddress } from './recipient-address.tsx'
import styles from './recipients.module.css'
import { useOptimisticChoice } from './use-optimistic-choice.ts'
import { type Item, longName, mayGoTo, type RecipientActions } from './use-recipients.ts'

const newAddress = 'new'
const saved = 'saved '
const brought = 'brought '

/** One line and who gets it; a line of several pieces can be split (SHIP-05, SHIP-10). */
export function RecipientLine({
  item,
  actions,
  isMissing,
}: {
  readonly item: Item
  readonly actions: RecipientActions
  /** Asked for an address when the step was to be left, and still without one. */
  readonly isMissing: boolean
}): ReactNode {
  const { checkout } = useCheckout()
  const [isEntering, setEntering] = useState(false)
  const recipient = checkout.recipientList.find(({ id }) => id === item.recipientId)
  const isUnassigned = recipient === undefined || (!recipient.isPickup && recipient.address === null)
  const known = checkout.recipientList.filter((one) => (one.isPickup || one.address !== null) && mayGoTo(one, item))
  const registry = checkout.accountInfo.registryAddresses.find(
    ({ grId, addressId }) => grId === item.grId && known.every((one) => one.address?.addressId !== addressId),
  )
  const isNew = ({ address1, lastName }: Pick<AddressValues, 'address1' | 'lastName'>) =>
    known.every((one) => one.address?.address1 !== address1 || one.address.lastName !== lastName)
  const stored = checkout.accountInfo.shippingAddresses.filter(isNew)
  const [broughtAddresses] = useState(() => readBroughtAddresses(checkout.basketId))
  const [where, send] = useOptimisticChoice(isUnassigned ? '' : item.recipientId, async (value) => {
    const typed = value.startsWith(brought) ? broughtAddresses[Number(value.slice(brought.length))] : undefined
    if (typed !== undefined) await actions.assignTyped(item, typed)
    else if (value.startsWith(saved)) await actions.assignSaved(item, value.slice(saved.length))
    else await actions.assign(item, value)
  })
  // What was pressed has gone: the shopper goes on at the choice of this line.
  const goOn = () => document.getElementById(`home-${item.id}`)?.focus()
  const split = async (): Promise<void> => {
    const reply = await actions.split(item)
    if (!reply?.isSuccess) return
    announce(`${item.title}: one of them is on a line of its own.`)
    if (item.quantity === 2) goOn()
  }
  const choose = (value: string): void => {
    setEntering(value === newAddress)
    if (value !== newAddress && value !== '' && value !== item.recipientId) send(value)
  }
  return (
    <li className={styles.line}>
      <span className={styles.picture}>
        <SmallPicture path={item.imagePath} width={72} />
      </span>
      <div className={styles.words}>
        <p className={styles.name}>{item.title}</p>
        <p className={styles.fact}>
          {[...unsaidChoices(item.title, item.optionChoices).map(({ value }) => value), `Qty ${item.quantity}`].join(
            ', ',
          )}
        </p>
        {item.giftFor && <p className={styles.fact}>A gift for {item.giftFor}</p>}
        {item.quantity > 1 && (
          <Button kind="plain" aria-disabled={actions.isBusy} onClick={() => actions.isBusy || split()}>
            Send one of these elsewhere <span className="visually-hidden">({item.title})</span>
          </Button>
        )}
      </div>
      <div className={styles.where}>
        <SelectField
          id={`home-${item.id}`}
          label="Send to"
          aria-label={`Send ${item.title} to`}
          value={isEntering ? newAddress : where}
          error={isMissing && isUnassigned ? 'Please choose an address for this item.' : undefined}
          onChange={(event) => choose(event.currentTarget.value)}
          {...(isUnassigned ? { emptyText: 'Choose an address' } : {})}
          options={[
            ...known.map((one) => ({ value: one.id, text: longName(one) })),
            ...stored.map((address) => ({ value: `${saved}${address.addressId}`, text: inWords(address) })),
            ...broughtAddresses.flatMap((typed, at) =>
              isNew(typed) ? [{ value: `${brought}${at}`, text: inWords(typed) }] : [],
            ),
            ...(registry
              ? [{ value: `${saved}${registry.addressId}`, text: 'Straight to the registry’s address' }]
              : []),
            { value: newAddress, text: 'Enter a new address' },
          ]}
        />
      </div>
      {isEntering && (
        <RecipientAddress
          item={item}
          actions={actions}
          onDone={() => {
            setEntering(false)
            goOn()
          }}
        />
      )}
    </li>
  )
}

function inWords({ firstName, lastName, address1, city }: AddressValues): string {
  return `${firstName} ${lastName}, ${address1}, ${city}`
}
