import { type ReactNode, useMemo } from 'react'
import { AddressFields } from '#web/address/address-fields.tsx'
import { type AddressValues, emptyAddress, payloadOf } from '#web/address/address-values.ts'
import { useAddressForm } from '#web/address/use-address-form.ts'
import { calls } from '#web/checkout/calls.ts'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { draftOf } from '#web/checkout/draft.ts'
import { announce } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary, useFocusFirstWrong } from '#web/ui/fields/error-summary.tsx'
import { useVariant } from '#web/variants/context.tsx'
import styles from './recipients.module.css'
import type { Item, RecipientActions } from './use-recipients.ts'

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
  const id = `home-${item.id}`
  const draft = useMemo(() => draftOf<AddressValues>(checkout.basketId, id), [checkout.basketId, id])
  const form = useAddressForm({
    id,
    country,
    needs,
    saved: emptyAddress,
    readDraft: draft.read,
    onTyped: draft.write,
  })
  useFocusFirstWrong(form.wrong, form.attempt)
  const save = async (): Promise<void> => {
    const values = form.submit()
    if (values === null) return
    const payload = { ...payloadOf(values, form.facts), basketItemId: item.id }
    const send = () => calls.checkout.saveMultiShippingAddress(payload)
    const reply = await actions.ask('saveMultiShippingAddress', send, form.takes)
    if (reply?.isSuccess) {
      draft.clear()
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
        <Button
          kind="plain"
          onClick={() => {
            draft.clear()
            onDone()
          }}
        >
          Cancel
        </Button>
      </div>
    </fieldset>
  )
}
