import { type ReactNode, useRef } from 'react'
import type { StreetAddress } from '#domain/address/one-line.ts'
import type { Country } from '#domain/variant.ts'
import { useIdleImport } from '#web/ui/use-idle-import.ts'

const loadMatches = async () => import('#web/address/address-matches.tsx')

/** Offers under the street address of a native form, whose controls have the names of an address (CALM-35); nothing without scripts. */
export function FormAddressMatches({ country }: { readonly country: Country }): ReactNode {
  const own = useRef<HTMLDivElement>(null)
  const matches = useIdleImport(loadMatches)
  const control = (field: string) => {
    const found = own.current?.closest('form')?.elements.namedItem(field)
    return found instanceof HTMLInputElement || found instanceof HTMLSelectElement ? found : null
  }
  const take = (address: StreetAddress) => {
    for (const [field, text] of Object.entries(address)) {
      const element = control(field)
      if (element === null) continue
      element.value = text
      // who notes what is typed notes this too
      element.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }
  return <div ref={own}>{matches && <matches.AddressMatches country={country} control={control} take={take} />}</div>
}
