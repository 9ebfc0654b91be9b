import type { ReactNode } from 'react'
import { AddressFields } from '#web/address/address-fields.tsx'
import { problemsOf } from '#web/address/address-values.ts'
import type { AddressForm } from '#web/address/use-address-form.ts'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { getsThings } from '#web/checkout/receivers.ts'
import type { recipientParts } from '#web/checkout/recipients/recipient-parts.ts'
import styles from '#web/checkout/steps/step-form.module.css'
import { ErrorSummary } from '#web/ui/fields/error-summary.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PickupPlaces } from './pickup-places.tsx'
import type { ShippingAddress } from './use-shipping-address.ts'

export type ShippingFieldsProps = {
  readonly address: ShippingAddress
  /** Null until they are there. */
  readonly parts: typeof recipientParts | null
  readonly onMany: () => void
}

/** The fields of the one address, with what was wrong before them and what else can be said of it after them. */
export function ShippingFields({ address, parts, onMany }: ShippingFieldsProps): ReactNode {
  const { checkout } = useCheckout()
  const { form, refusal, isForAccount, setForAccount, save } = address
  const pickups = checkout.recipientList.filter((recipient) => recipient.isPickup)
  const isAnyShipped = checkout.recipientList.some((one) => !one.isPickup)
  const isForBillOnly = !(isAnyShipped && getsThings(checkout))
  // An address that is whole is the first of several; one that is not is only asked for again.
  const many = async (): Promise<void> => {
    if (problemsOf(form.values, form.facts).length === 0) await save()
    onMany()
  }
  return (
    <>
      {pickups.length > 0 && <PickupPlaces pickups={pickups} />}
      {isForBillOnly && <h2 className={styles.part}>Your details</h2>}
      {!getsThings(checkout) && (
        <p className={styles.quiet}>Nothing is shipped. Your name and address are for the payment and your receipt.</p>
      )}
      <FormErrors form={form} refusal={refusal} />
      {isAnyShipped && checkout.accountInfo.registryAddresses.length > 0 && (
        <div className={styles.book}>{parts && <parts.GiftsAmongOthers onMany={many} />}</div>
      )}
      {checkout.accountInfo.shippingAddresses.length > 0 && (
        <div className={styles.book}>{parts && <parts.AddressBook form={form} />}</div>
      )}
      <AddressFields form={form} kind={isForBillOnly ? 'billing' : 'shipping'} section="r1" />
      <div className={styles.more}>
        {!checkout.isGuest && parts && (
          <parts.SaveAddress form={form} isSaved={isForAccount} setSaved={setForAccount} />
        )}
        {parts && <parts.ShippingExtras onMany={many} />}
      </div>
    </>
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
