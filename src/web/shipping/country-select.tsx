import type { ReactNode } from 'react'
import type { ShipToCountry } from '#domain/address/request-countries.ts'
import { FormSelect } from '#web/shell/form-field.tsx'

export type CountrySelectProps = {
  readonly countries: readonly ShipToCountry[]
  /** The code of the one chosen before; '' for none. */
  readonly known: string
}

/** One of the countries that are shipped to by request. */
export function CountrySelect({ countries, known }: CountrySelectProps): ReactNode {
  return (
    <FormSelect
      label="Country"
      name="country"
      known={known}
      emptyText="Select a country"
      options={countries.map(({ code, name }) => ({ value: code, text: name }))}
      autoComplete="country"
      required
    />
  )
}
