import type { ReactNode } from 'react'
import type { AddressField } from '#domain/address/layouts.ts'
import { suggestedState } from '#domain/address/suggestion.ts'
import { addressHint } from '#web/address/address-hints.ts'
import { AddressMatches } from '#web/address/address-matches.tsx'
import { type AddressForm, controlId } from '#web/address/use-address-form.ts'
import { Button } from '#web/ui/button.tsx'
import styles from './address-fields.module.css'

/** When the postal code belongs elsewhere: the state it belongs to, to be taken over with one press (OPEN-74). */
function Suggestion({ form }: { readonly form: AddressForm }): ReactNode {
  const { country } = form.facts
  const suggested = suggestedState({ ...form.values, country })
  // While it is being typed nothing is wrong yet (UX-14).
  if (suggested === null || !form.errors.postalCode) return null
  const take = () => {
    form.change('state', suggested.code)
    // The button goes: the shopper goes on at what it changed.
    document.getElementById(controlId(form.id, 'state'))?.focus()
  }
  return (
    <p className={styles.suggestion} role="status">
      {form.values.postalCode} is in {suggested.name}.{' '}
      <Button kind="plain" onClick={take}>
        Change to <bdi>{suggested.name}</bdi>
      </Button>
    </p>
  )
}

/** Offers under the street address of this form. */
function Matches({ form }: { readonly form: AddressForm }): ReactNode {
  const control = (field: AddressField) => document.getElementById(controlId(form.id, field))
  return (
    <AddressMatches
      country={form.facts.country}
      control={(field) => control(field) as HTMLInputElement | HTMLSelectElement | null}
      take={form.take}
    />
  )
}

/** Help with typing an address and with what is wrong in it; it comes behind the page, before anything can be wrong. */
export const addressHelp = { hint: addressHint, Suggestion, Matches }
