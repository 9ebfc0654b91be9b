import { isName } from '#domain/address/names.ts'

export type Names = { readonly firstName: string; readonly lastName: string }

/** The name of an account that is none; null when both are good. */
export function wrongName({ firstName, lastName }: Names): 'firstName' | 'lastName' | null {
  if (!isName(firstName) || firstName.length > 50) return 'firstName'
  return !isName(lastName) || lastName.length > 50 ? 'lastName' : null
}
