import type { ReactNode } from 'react'
import { type AddressValues, valuesOf } from '#web/address/address-values.ts'
import type { AddressForm } from '#web/address/use-address-form.ts'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'

const telling = ['firstName', 'lastName', 'address1', 'address2', 'postalCode'] as const

/** The saved address that stands in the form. */
function useShown(values: AddressValues) {
  const { shippingAddresses: saved } = useCheckout().checkout.accountInfo
  return { saved, shown: saved.find((address) => telling.every((field) => address[field] === values[field])) }
}

/** The addresses of a signed-in shopper, to ship to one of them (SHIP-04). */
export function AddressBook({ form }: { readonly form: AddressForm }): ReactNode {
  const { saved, shown } = useShown(form.values)
  if (saved.length === 0) return null
  return (
    <SelectField
      id={`${form.id}-book`}
      label="Your addresses"
      value={shown?.addressId ?? ''}
      emptyText="A new address"
      onChange={(event) => {
        const chosen = saved.find(({ addressId }) => addressId === event.currentTarget.value) ?? null
        form.fill({ ...valuesOf(chosen), email: chosen?.email || form.values.email })
      }}
      options={saved.map(({ addressId, firstName, lastName, address1, city }) => ({
        value: addressId,
        text: `${firstName} ${lastName}, ${address1}, ${city}`,
      }))}
    />
  )
}

/** The way to keep a new address in the account. */
export function SaveAddress({
  form,
  isSaved,
  setSaved,
}: {
  readonly form: AddressForm
  readonly isSaved: boolean
  readonly setSaved: (isSaved: boolean) => void
}): ReactNode {
  if (useShown(form.values).shown !== undefined) return null
  return (
    <Checkbox checked={isSaved} onChange={(event) => setSaved(event.currentTarget.checked)}>
      Keep this address in my account
    </Checkbox>
  )
}
