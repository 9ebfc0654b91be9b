import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { AddressNeeds } from '#domain/address/layouts.ts'
import { type AddressValues, payloadOf, valuesOf } from '#web/address/address-values.ts'
import { type AddressForm, useAddressForm } from '#web/address/use-address-form.ts'
import { calls as quietCalls } from '#web/calls/client.ts'
import { calls } from '#web/checkout/calls.ts'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { draftOf } from '#web/checkout/draft.ts'
import { handleCheckoutFault } from '#web/checkout/faults.ts'
import { errorContext } from '#web/checkout/steps/step-flow.ts'
import { useRefusedOfWallet } from '#web/checkout/use-refused-of-wallet.ts'
import { useFocusFirstWrong } from '#web/ui/fields/error-summary.tsx'
import { useVariant } from '#web/variants/context.tsx'

const formId = 'shipping'

export type ShippingAddress = {
  readonly form: AddressForm
  /** Why the server refused the address as a whole; '' when it did not. */
  readonly refusal: string
  readonly forgetRefusal: () => void
  /** The shopper wants it in her account, too. */
  readonly isForAccount: boolean
  readonly setForAccount: (isForAccount: boolean) => void
  /** Saves what is typed; false when it was refused, which is then shown (STEP-17). */
  readonly save: () => Promise<boolean>
  /** Saves it for the order alone, and tells nothing of what is wrong with it; fails as the call does (CALM-33). */
  readonly saveAhead: () => Promise<boolean>
  /** Back to what was saved (STEP-03). */
  readonly cancel: () => void
}

/** The one address of an order as it is typed and saved: where it goes, or of a pickup who comes and where the bill goes. */
export function useShippingAddress(): ShippingAddress {
  const { checkout, store } = useCheckout()
  const { country } = useVariant()
  const [refusal, setRefusal] = useState('')
  const [isForAccount, setForAccount] = useState(false)
  const recipient = checkout.recipientList.find((one) => !one.isPickup)
  // Without anything to ship the same fields say who picks up, and where the bill goes.
  const entered =
    recipient === undefined ? (checkout.isBillingSame ? null : checkout.billingAddress) : recipient.address
  // who comes for the first time finds the address of her account
  const saved = entered ?? checkout.accountInfo.shippingAddresses[0] ?? null
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
  useRefusedOfWallet(checkout.basketId, form.refuse)

  const name = recipient === undefined ? 'saveBillingAddress' : 'validateAndSaveAddress'
  const latest = useRef(form.values)
  useLayoutEffect(() => {
    latest.current = form.values
  })
  const send = async ({ checkout: asked }: typeof calls, saveToAccount: boolean) => {
    const { values } = form
    const payload = { ...payloadOf(values, form.facts, { recipientId: recipient?.id ?? '' }), saveToAccount }
    const reply = await asked[name](payload)
    const { basketVersion, recipientList, orderSummary, changes } = reply
    store.patch(reply.isSuccess ? { basketVersion, recipientList, orderSummary, changes } : { basketVersion })
    // what was typed since is not saved
    if (reply.isSuccess && latest.current === values) draft.clear()
    return reply
  }
  const save = async (): Promise<boolean> => {
    try {
      const { isSuccess, errors, errorMessage } = await send(calls, isForAccount)
      if (isSuccess) return true
      form.refuse(errors)
      setRefusal(errors.length === 0 ? errorMessage : '')
    } catch (error) {
      if (!form.takes(error)) handleCheckoutFault(error, errorContext(name, store))
    }
    return false
  }
  const saveAhead = async () => (await send(quietCalls, false)).isSuccess
  const forgetRefusal = () => setRefusal('')
  const cancel = (): void => {
    forgetRefusal()
    form.reset()
    draft.clear()
  }
  return { form, refusal, forgetRefusal, isForAccount, setForAccount, save, saveAhead, cancel }
}
