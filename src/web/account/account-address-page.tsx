import type { ReactNode } from 'react'
import { type AddressField, addressLayout, autocompleteOf, type FieldLayout } from '#domain/address/layouts.ts'
import { formatPhone, phoneDigits } from '#domain/address/phone.ts'
import { statesOf } from '#domain/address/states.ts'
import { useTypedBefore } from '#web/account/use-typed-before.ts'
import fields from '#web/address/address-fields.module.css'
import { FormAddressMatches } from '#web/address/form-address-matches.tsx'
import type { PageOf } from '#web/navigation/page-view.ts'
import { FormErrors } from '#web/shell/form-errors.tsx'
import { FormField, FormSelect } from '#web/shell/form-field.tsx'
import { TokenField } from '#web/shell/token-field.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { useFrame } from '#web/variants/context.tsx'
import styles from './account.module.css'

type OfAccount = FieldLayout & { readonly field: Exclude<AddressField, 'email'> }
type Props = { readonly page: PageOf<'accountAddress'> }

/** An address of the account, new or changed: a plain form that works without scripts (CALM-64). */
export function AccountAddressPage({ page }: Props): ReactNode {
  const { addressId, country, isDefault } = page
  const { typed } = useFrame()
  const typedForm = useTypedBefore()
  const layout = addressLayout(country).filter((one): one is OfAccount => one.field !== 'email')
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{addressId === '' ? 'Add an address' : 'Change this address'}</h1>
      <form method="post" action="/account/addresses/save" className={styles.form} {...typedForm}>
        <TokenField />
        <input type="hidden" name="addressId" value={addressId} />
        <FormErrors labels={Object.fromEntries(layout.map(({ field, label }) => [field, label]))} />
        <div className={fields.fields}>
          {layout.map((one) => (
            <div key={one.field} className={fields.field} data-field={one.field}>
              <AddressControl page={page} layout={one} />
              {one.field === 'address1' && <FormAddressMatches country={country} />}
            </div>
          ))}
        </div>
        {!isDefault && (
          <Checkbox name="isDefault" value="true" defaultChecked={typed.isDefault === 'true'}>
            Offer this address first
          </Checkbox>
        )}
        <Button type="submit" isWide>
          Save address
        </Button>
        <ButtonLink to="/account" kind="plain">
          {addressId === '' ? 'Back to your account' : 'Leave it as it is'}
        </ButtonLink>
      </form>
    </div>
  )
}

function AddressControl({ page, layout }: Props & { readonly layout: OfAccount }): ReactNode {
  const { field, label, type, inputMode, maxLength, isRequired } = layout
  const { country, address } = page
  const { isRefused } = useFrame()
  const saved = field === 'phone' ? shownPhone(address.phone) : address[field]
  const common = {
    label,
    name: field,
    autoComplete: autocompleteOf(layout, 'shipping'),
    // who was refused finds what she typed, an emptied field too
    known: isRefused ? '' : saved,
    required: isRequired,
    isOptional: !isRequired,
  }
  if (type !== 'select') return <FormField {...common} type={type} inputMode={inputMode} maxLength={maxLength} />
  const states = statesOf[country].map(({ code, name }) => ({ value: code, text: name }))
  return <FormSelect {...common} options={states} emptyText="Select" />
}

function shownPhone(phone: string): string {
  const digits = phoneDigits(phone)
  return digits === null ? phone : formatPhone(digits)
}
