import type { Country } from '#domain/variant.ts'

/** An address as it is kept: fields trimmed, postal code in its stored form (OPEN-74, OPEN-115). */
export type Address = {
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
