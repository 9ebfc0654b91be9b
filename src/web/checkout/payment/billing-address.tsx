import { type ReactNode, useMemo, useState } from 'react'
import { buyersAddress } from '#domain/address/address.ts'
import { AddressBlock } from '#web/address/address-block.tsx'
import { AddressFields } from '#web/address/address-fields.tsx'
import { type AddressValues, payloadOf, valuesOf } from '#web/address/address-values.ts'
import { type AddressForm, useAddressForm } from '#web/address/use-address-form.ts'
import { calls } from '#web/checkout/calls.ts'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { draftOf } from '#web/checkout/draft.ts'
import { handleCheckoutFault } from '#web/checkout/faults.ts'
import { errorContext } from '#web/checkout/steps/step-flow.ts'
import forms from '#web/checkout/steps/step-form.module.css'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { useFocusFirstWrong, type WrongField } from '#web/ui/fields/error-summary.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useIdleImport } from '#web/ui/use-idle-import.ts'
import { useVariant } from '#web/variants/context.tsx'

const formId = 'billing'

export type Billing = {
  readonly form: AddressForm
  readonly isSame: boolean
  readonly canBeSame: boolean
  readonly setSame: (isSame: boolean) => void
  readonly refusal: string
  readonly judge: (takesFocus: boolean) => boolean
  readonly save: () => Promise<boolean>
  /** What the last submit found wrong, and how often there was one. */
  readonly wrong: readonly WrongField[]
  readonly attempt: number
}

/** Where the bill goes: the shipping address until it is unticked (PAY-58, UX-04). */
export function useBilling(): Billing {
  const { checkout, store } = useCheckout()
  const { country } = useVariant()
  const shipping = buyersAddress(checkout.recipientList)
  const first = checkout.recipientList.find((one) => !one.isPickup)?.address ?? null
  // a registrant's street is not told, and nobody else is billed there; a guest whose email is not known gives it here
  const isEmailRequired = checkout.isGuest && first?.address1 === '' && !shipping?.email
  const canBeSame = shipping !== null && !isEmailRequired
  const needs = useMemo(() => ({ isEmailRequired }), [isEmailRequired])
  const [isSame, setSame] = useState(canBeSame && checkout.isBillingSame)
  const [refusal, setRefusal] = useState('')
  const [takesFocus, setTakesFocus] = useState(true)
  const draft = useMemo(() => draftOf<AddressValues>(checkout.basketId, formId), [checkout.basketId])
  const form = useAddressForm({
    id: formId,
    country,
    needs,
    saved: valuesOf(checkout.isBillingSame ? null : checkout.billingAddress),
    readDraft: draft.read,
    onTyped: draft.write,
  })
  useFocusFirstWrong(takesFocus ? form.wrong : [], form.attempt)

  const save = async (): Promise<boolean> => {
    // Nothing was asked and nothing has changed.
    if (isSame && checkout.isBillingSame) return true
    const values = isSame ? valuesOf(shipping) : form.values
    try {
      const reply = await calls.checkout.saveBillingAddress({
        ...payloadOf(values, form.facts),
        isSameAsShipping: isSame,
      })
      const { orderSummary, basketVersion } = reply
      store.patch({ orderSummary, basketVersion })
      if (reply.isSuccess) {
        draft.clear()
        return true
      }
      form.refuse(reply.errors)
      setRefusal(reply.errors.length === 0 ? reply.errorMessage : '')
    } catch (error) {
      if (!form.takes(error)) handleCheckoutFault(error, errorContext('saveBillingAddress', store))
    }
    return false
  }
  return {
    form,
    isSame,
    canBeSame,
    setSame,
    refusal,
    wrong: isSame ? [] : form.wrong,
    attempt: form.attempt,
    judge: (mayFocus) => {
      setTakesFocus(mayFocus)
      setRefusal('')
      return isSame || form.submit() !== null
    },
    save,
  }
}

const loadMore = async () => (await import('#web/checkout/recipients/billing-options.ts')).billingOptions

export function BillingAddress({ billing }: { readonly billing: Billing }): ReactNode {
  const more = useIdleImport(loadMore)
  const { checkout } = useCheckout()
  const { form, isSame, canBeSame, refusal } = billing
  const shipping = buyersAddress(checkout.recipientList)
  return (
    <section className={forms.section} aria-labelledby="billing-title">
      <h2 id="billing-title" className={forms.part}>
        Billing address
      </h2>
      {canBeSame && (
        <Checkbox checked={isSame} onChange={(event) => billing.setSame(event.currentTarget.checked)}>
          Same as shipping address
        </Checkbox>
      )}
      {isSame && shipping !== null ? (
        <div className={forms.quiet}>
          <AddressBlock address={shipping} />
        </div>
      ) : (
        <>
          {refusal !== '' && <Notice kind="bad">{refusal}</Notice>}
          <AddressFields form={form} kind="billing" section="bill" />
          {more && <more.MailPreference isBilling />}
        </>
      )}
      {more && <more.TaxExemption />}
    </section>
  )
}
