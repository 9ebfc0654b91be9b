import { type ReactNode, useMemo, useState } from 'react'
import type { AddressNeeds } from '#domain/address/layouts.ts'
import { AddressFields } from '#web/address/address-fields.tsx'
import { type AddressValues, payloadOf, problemsOf, valuesOf } from '#web/address/address-values.ts'
import { type AddressForm, useAddressForm } from '#web/address/use-address-form.ts'
import { calls } from '#web/checkout/calls.ts'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { draftOf } from '#web/checkout/draft.ts'
import { handleCheckoutFault } from '#web/checkout/faults.ts'
import { getsThings, receivers } from '#web/checkout/receivers.ts'
import { StepActions } from '#web/checkout/steps/step-actions.tsx'
import { errorContext } from '#web/checkout/steps/step-flow.ts'
import styles from '#web/checkout/steps/step-form.module.css'
import { useLeaveStep } from '#web/checkout/steps/use-leave-step.ts'
import { GoOnButton } from '#web/pricing/go-on-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary, useFocusFirstWrong } from '#web/ui/fields/error-summary.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useIdleImport } from '#web/ui/use-idle-import.ts'
import { useVariant } from '#web/variants/context.tsx'
import { PickupPlaces } from './pickup-places.tsx'

const formId = 'shipping'

const loadRecipientParts = async () => (await import('#web/checkout/recipients/recipient-parts.ts')).recipientParts

/** Step 1: where the order goes (STEP-02, STEP-03, STEP-17), to one address or to several (SHIP-05). */
export function ShippingStep(): ReactNode {
  const { checkout } = useCheckout()
  const parts = useIdleImport(loadRecipientParts)
  const [hasMany, setMany] = useState(() => receivers(checkout).filter((one) => !one.isPickup).length > 1)
  // an address without a street is a registrant's (BEYOND-05)
  const [isElsewhere, setElsewhere] = useState(false)
  if (!isElsewhere && !hasMany && receivers(checkout).some((one) => one.address?.address1 === '')) {
    return parts && <parts.RegistrantAddress onElsewhere={() => setElsewhere(true)} />
  }
  if (!hasMany) {
    return <OneAddress parts={parts} onMany={() => setMany(true)} />
  }
  return parts === null ? (
    <p role="status">Your items go to several addresses…</p>
  ) : (
    <parts.RecipientsStep onSingle={() => setMany(false)} />
  )
}

type OneAddressProps = {
  readonly parts: Awaited<ReturnType<typeof loadRecipientParts>> | null
  readonly onMany: () => void
}

function OneAddress({ parts, onMany }: OneAddressProps): ReactNode {
  const { checkout, store } = useCheckout()
  const { country } = useVariant()
  const { isLeaving, leave } = useLeaveStep(1)
  const [refusal, setRefusal] = useState('')
  const [isSaved, setSaved] = useState(false)
  const pickups = checkout.recipientList.filter((recipient) => recipient.isPickup)
  const recipient = checkout.recipientList.find((one) => !one.isPickup)
  // Without anything to ship the same fields say who picks up, and where the bill goes.
  const entered =
    recipient === undefined ? (checkout.isBillingSame ? null : checkout.billingAddress) : recipient.address
  // who comes for the first time finds the address of her account
  const saved = entered ?? checkout.accountInfo.shippingAddresses[0] ?? null
  const isForBillOnly = recipient === undefined || !getsThings(checkout)
  const needs: AddressNeeds = useMemo(() => ({ isEmailRequired: checkout.isGuest }), [checkout.isGuest])
  const draft = useMemo(() => draftOf<AddressValues>(checkout.basketId, formId), [checkout.basketId])
  const form = useAddressForm({
    id: formId,
    country,
    needs,
    saved: valuesOf(saved?.address1 ? saved : null),
    readDraft: draft.read,
    onTyped: draft.write,
  })
  useFocusFirstWrong(form.wrong, form.attempt)

  const save = async (): Promise<boolean> => {
    const values = form.values
    const payload = { ...payloadOf(values, form.facts, { recipientId: recipient?.id ?? '' }), saveToAccount: isSaved }
    const name = recipient === undefined ? 'saveBillingAddress' : 'validateAndSaveAddress'
    try {
      const reply = await calls.checkout[name](payload)
      store.patch({ basketVersion: reply.basketVersion })
      if (reply.isSuccess) {
        store.patch({ recipientList: reply.recipientList, orderSummary: reply.orderSummary, changes: reply.changes })
        draft.clear()
        return true
      }
      form.refuse(reply.errors)
      setRefusal(reply.errors.length === 0 ? reply.errorMessage : '')
    } catch (error) {
      if (!form.takes(error)) handleCheckoutFault(error, errorContext(name, store))
    }
    return false
  }

  // An address that is whole is the first of several; one that is not is only asked for again.
  const many = async (): Promise<void> => {
    if (problemsOf(form.values, form.facts).length === 0) await save()
    onMany()
  }
  const next = (): void => {
    setRefusal('')
    if (form.submit() !== null) leave(save)
  }

  return (
    // A form of this method is never sent by the browser: what is typed before the scripts have come stays in the page.
    <form
      method="dialog"
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        next()
      }}
    >
      {pickups.length > 0 && <PickupPlaces pickups={pickups} />}
      {isForBillOnly && <h2 className={styles.part}>Your details</h2>}
      {!getsThings(checkout) && (
        <p className={styles.quiet}>Nothing is shipped. Your name and address are for the payment and your receipt.</p>
      )}
      <FormErrors form={form} refusal={refusal} />
      {recipient !== undefined && checkout.accountInfo.registryAddresses.length > 0 && (
        <div className={styles.book}>{parts && <parts.GiftsAmongOthers onMany={many} />}</div>
      )}
      {checkout.accountInfo.shippingAddresses.length > 0 && (
        <div className={styles.book}>{parts && <parts.AddressBook form={form} />}</div>
      )}
      <AddressFields form={form} kind={isForBillOnly ? 'billing' : 'shipping'} section="r1" />
      <div className={styles.more}>
        {!checkout.isGuest && parts && <parts.SaveAddress form={form} isSaved={isSaved} setSaved={setSaved} />}
        {parts && <parts.ShippingExtras onMany={many} />}
      </div>
      <StepActions>
        <Button
          kind="quiet"
          onClick={() => {
            setRefusal('')
            form.reset()
            draft.clear()
          }}
        >
          Cancel Changes
        </Button>
        <GoOnButton amounts={checkout.orderSummary} type="submit" isBusy={isLeaving} busyText="Saving your address…">
          Next
        </GoOnButton>
      </StepActions>
    </form>
  )
}

/** What the last submit found wrong, at the top of the form. */
function FormErrors({ form, refusal }: { readonly form: AddressForm; readonly refusal: string }): ReactNode {
  return (
    <>
      {refusal !== '' && <Notice kind="bad">{refusal}</Notice>}
      {form.attempt > 0 && <ErrorSummary fields={form.wrong} />}
    </>
  )
}
