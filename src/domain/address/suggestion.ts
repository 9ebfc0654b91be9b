import type { AddressPayload } from './layouts.ts'
import { checkPostalCode } from './postal-code.ts'
import { stateOfPostalCode } from './postal-prefixes.ts'
import { type State, stateCodeOf, statesOf } from './states.ts'

export type PlaceEntered = Pick<AddressPayload, 'state' | 'postalCode' | 'country'>

/**
 * The state or province that a good postal code belongs to when another one, or none, is chosen (OPEN-74). Null when they fit, or the postal code says nothing.
 */
export function suggestedState({ state, postalCode, country }: PlaceEntered): State | null {
  const checked = checkPostalCode(postalCode, country)
  const own = checked.ok ? stateOfPostalCode(checked.value, country) : null
  if (own === null || own === stateCodeOf(state, country)) return null
  return statesOf[country].find(({ code }) => code === own) ?? null
}
