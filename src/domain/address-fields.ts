import type { Country } from './variant.ts'

/** The fields of every address, exact names (OPEN-74). */
export type AddressFields = {
  readonly firstName: string
  readonly lastName: string
  readonly companyName: string
  readonly address1: string
  readonly address2: string
  readonly city: string
  /** Two letters of state, territory or province. */
  readonly state: string
  readonly postalCode: string
  readonly country: Country
  readonly phone: string
  readonly email: string
}
