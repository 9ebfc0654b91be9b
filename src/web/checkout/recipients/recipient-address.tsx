import { type ReactNode, useMemo } from 'react'
import { AddressFields } from '#web/address/address-fields.tsx'
import { emptyAddress, payloadOf } from '#web/address/address-values.ts'
import { useAddressForm } from '#web/address/use-address-form.ts'
import { calls } from '#web/calls/client.ts'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { announce } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary, useFocusFirstWrong } from '#web/ui/fields/error-summary.tsx'
import { useVariant } from '#web/variants/context.tsx'
import styles from './recipients.module.css'
import type { Item, RecipientActions } from './use-recipients.ts'

const noDraft = () => null
const ignore = () => {}

/** A new address for one line; no other line moves (SHIP-06). */
export function RecipientAddress({
  item,
  actions,
  onDone,
}: {
  readonly item: Item
  readonly actions: RecipientActions
  readonly onDone: () => void
}): ReactNode {
  const { checkout } = useCheckout()
  const { country } = useVariant()
  // one address to write to is enough
  const hasEmail = checkout.recipientList.some(({ address }) => address !== null && address.email !== '')
  const needs = useMemo(() => ({ isEmailRequired: checkout.isGuest && !hasEmail }), [checkout.isGuest, hasEmail])
  const form = useAddressForm({
    id: `home-${item.id}`,
    country,
    needs,
    saved: emptyAddress,
    readDraft: noDraft,
    onTyped: ignore,
  })
  useFocusFirstWrong(form.wrong, form.attempt)
  const save = async (): Promise<void> => {
    const values = form.submit()
    if (values === null) return
    const payload = { ...payloadOf(values, form.facts), basketItemId: item.id }
    const send = () => calls.checkout.saveMultiShippingAddress(payload)
    const reply = await actions.ask('saveMultiShippingAddress', send, form.takes)
    if (reply?.isSuccess) {
      announce(`${item.title} goes to ${values.firstName} ${values.lastName}, ${values.city}.`)
      onDone()
    } else if (reply !== null) form.refuse(reply.errors)
  }
  return (
    <fieldset className={styles.entry}>
      <legend className="visually-hidden">New address for {item.title}</legend>
      {form.attempt > 0 && <ErrorSummary fields={form.wrong} />}
      <AddressFields form={form} kind="shipping" section={`item-${item.id}`} />
      <div className={styles.ways}>
        <Button kind="quiet" isBusy={actions.isBusy} busyText="Saving the address…" onClick={save}>
          Use this address
        </Button>
        <Button kind="plain" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </fieldset>
  )
}
