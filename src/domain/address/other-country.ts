import { refused } from '#domain/outcome.ts'
import type { Problem } from '#domain/problems.ts'
import type { Country } from '#domain/variant.ts'
import type { Address } from './address.ts'
import { checkPostalCode } from './postal-code.ts'

/** Whether the store of a country ships to an address: the US store to US addresses, the Canadian to Canadian (SAFE-17). */
export function isShippedTo({ country }: Pick<Address, 'country'>, store: Country): boolean {
  return country === store
}

/** What stands against shipping to an address of the other country: its postal code is none of the store's (SHIP-03); null for its own. */
export function otherCountryProblem(
  address: Pick<Address, 'country' | 'postalCode'>,
  store: Country,
): Problem<'missingPostalCode' | 'invalidPostalCode'> | null {
  if (isShippedTo(address, store)) return null
  const checked = checkPostalCode(address.postalCode, store)
  return checked.ok ? { code: 'invalidPostalCode', '0': address.postalCode } : checked.problem
}

/** The postal code as a store takes it for tax and delivery: one of its own country, in its stored form. */
export function storePostalCode(
  entered: Pick<Address, 'country' | 'postalCode'>,
  store: Country,
): ReturnType<typeof checkPostalCode> {
  const problem = otherCountryProblem(entered, store)
  return problem === null ? checkPostalCode(entered.postalCode, store) : refused(problem)
}
