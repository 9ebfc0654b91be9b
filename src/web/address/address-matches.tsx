import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { addressCalls as contract } from '#contracts/address/calls.ts'
import { addressPaths } from '#contracts/address/paths.ts'
import type { InputOf, ReplyOf } from '#contracts/call.ts'
import { isSearchable, type StreetAddress } from '#domain/address/one-line.ts'
import { stateOfPostalCode } from '#domain/address/postal-prefixes.ts'
import type { Country } from '#domain/variant.ts'
import { type ClientOf, clientOf } from '#web/calls/client.ts'
import { announce } from '#web/ui/announcer.tsx'
import { useCombobox } from '#web/ui/fields/use-combobox.ts'
import styles from './address-matches.module.css'

type Match = ReplyOf<typeof contract.searchAddress>['matches'][number]
type Question = Pick<InputOf<typeof contract.searchAddress>, 'line' | 'within'>

/** Goes on behind the page: that it fails is no news to who types (CALM-35). */
const { address: calls } = clientOf({ address: addressPaths }) as { readonly address: ClientOf<'address'> }

export type AddressMatchesProps = {
  readonly country: Country
  /** A control of the address by its field, once the page is alive. */
  readonly control: (field: keyof StreetAddress) => HTMLInputElement | HTMLSelectElement | null
  readonly take: (found: StreetAddress) => void
}

/** Under the street address: what a line that is being typed may mean, to be taken into the fields (CALM-35). */
export function AddressMatches({ country, control, take }: AddressMatchesProps): ReactNode {
  const field = useRef<HTMLInputElement>(null)
  const [isOffered, setOffered] = useState(true)
  // the control is the page's own, and stays while this stands beside it
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before the list is tied to it
  useLayoutEffect(() => {
    const own = control('address1')
    field.current = own instanceof HTMLInputElement ? own : null
  }, [])

  const search = async (question: Question, signal?: AbortSignal) => {
    const found = await calls.searchAddress({ country, ...question }, signal === undefined ? {} : { signal })
    setOffered(found.isOffered)
    return found.matches
  }
  const choose = async (match: Match): Promise<void> => {
    if (match.address !== null) return fillIn(match.address)
    const matches = await search({ line: '', within: match.within }).catch(() => [])
    const [only, ...others] = matches
    if (only?.address && others.length === 0) fillIn(only.address)
    else if (document.activeElement === field.current) list.show(matches)
  }
  const list = useCombobox<Match>({
    field,
    isEnough: (typed, event) => isOffered && isTyped(event) && isSearchable(typed),
    ask: (line, signal) => search({ line, within: '' }, signal),
    choose: (match) => void choose(match),
    toSay: (count) => (count === 0 ? '' : `${count} ${count === 1 ? 'address' : 'addresses'}; arrow down to choose`),
  })
  const fillIn = (found: StreetAddress) => {
    list.close()
    // nothing is left to choose from
    list.show([])
    // a code that is there already goes on, unless it is of another state
    const typed = control('postalCode')?.value ?? ''
    const isHere = stateOfPostalCode(typed, country) === found.state
    const postalCode = found.postalCode || (isHere ? typed : '')
    take({ ...found, postalCode })
    announce(`Filled in: ${found.city}, ${found.state} ${postalCode}`.trim())
    if (postalCode === '') control('postalCode')?.focus()
  }
  const { id, options, isShown, active, setActive, close } = list
  return (
    // The field keeps the focus: its keys choose.
    <div id={id} role="listbox" aria-label="Addresses" className={styles.list} hidden={!isShown}>
      {options.map((match, place) => (
        // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant points at it
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field's keys choose
        <div
          key={`${match.within} ${match.text}`}
          id={`${id}-${place}`}
          role="option"
          aria-selected={place === active}
          className={styles.option}
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => setActive(place)}
          onClick={() => {
            close()
            void choose(match)
          }}
        >
          {match.text}
        </div>
      ))}
    </div>
  )
}

/** Letters of the shopper's own: what the browser fills in needs no help, and comes with the other fields. */
function isTyped(event: Event | null): boolean {
  const kind = event instanceof InputEvent ? event.inputType : ''
  return kind.startsWith('delete') || (kind.startsWith('insert') && kind !== 'insertReplacementText')
}
