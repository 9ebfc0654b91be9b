import type { ReactNode } from 'react'
import type { RegistryAddressView } from '#contracts/registry/pages.ts'
import { addressLayout } from '#domain/address/layouts.ts'
import { statesOf } from '#domain/address/states.ts'
import { registryAddressFields } from '#domain/registry/registry-address.ts'
import type { Country } from '#domain/variant.ts'
import { FormAddressMatches } from '#web/address/form-address-matches.tsx'
import { FormField, FormSelect } from '#web/shell/form-field.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { useFrame, useVariant } from '#web/variants/context.tsx'
import styles from './registry-page.module.css'

/** The labels of the address, by field. */
export function giftAddressLabels(country: Country): { readonly [field: string]: string } {
  const layout = addressLayout(country)
  return Object.fromEntries(
    registryAddressFields.map((field) => [field, layout.find((one) => one.field === field)?.label ?? '']),
  )
}

type Props = { readonly isPublic: boolean; readonly address: Partial<RegistryAddressView> }

/** Where gifts are sent and who finds the registry: fields of a plain form. */
export function RegistrySettings({ isPublic, address }: Props): ReactNode {
  const { country } = useVariant()
  const { typed } = useFrame()
  // who was refused finds what she typed, an emptied field too
  const isAgain = Object.keys(typed).length > 0
  const states = statesOf[country].map(({ code, name }) => ({ value: code, text: name }))
  const layout = addressLayout(country)
  const region = layout.find(({ field }) => field === 'state')?.label.toLowerCase()
  return (
    <>
      <fieldset className={styles.part}>
        <legend className={styles.legend}>Where gifts are sent</legend>
        <p className={styles.fact}>Givers see the city and the {region}, never the street. You may leave it open.</p>
        {registryAddressFields.map((field) => {
          const { label = '', autocomplete = '', maxLength = 100 } = layout.find((one) => one.field === field) ?? {}
          const same = {
            label,
            name: field,
            autoComplete: autocomplete,
            known: (isAgain ? '' : address[field]) ?? '',
          }
          const isSelect = field === 'state'
          return (
            <div key={field} className={styles.addressField}>
              {isSelect ? (
                <FormSelect {...same} options={states} emptyText="Select" />
              ) : (
                <FormField {...same} maxLength={maxLength} isOptional={field === 'address2' || field === 'phone'} />
              )}
              {field === 'address1' && <FormAddressMatches country={country} />}
            </div>
          )
        })}
      </fieldset>
      <Checkbox
        name="isPublic"
        value="true"
        defaultChecked={isAgain ? typed.isPublic === 'true' : isPublic}
        note="Without this only people who have your link see it."
      >
        Guests may find it by our names
      </Checkbox>
    </>
  )
}
