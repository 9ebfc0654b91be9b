import type { Address } from '#domain/address/address.ts'

/** The page of an account. */
export type AccountPage = {
  readonly name: 'account'
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly orders: readonly {
    readonly orderNumber: string
    readonly placedAt: string
    readonly total: number
    readonly state: 'pending' | 'placed' | 'cancelled'
    readonly pieces: number
  }[]
  /** Saved cards, oldest first; month and year are 0 for a store card. */
  readonly cards: readonly {
    readonly cardId: string
    readonly type: string
    readonly lastFour: string
    readonly expMonth: number
    readonly expYear: number
    readonly isDefault: boolean
    readonly isExpired: boolean
  }[]
  /** Saved addresses, oldest first. */
  readonly addresses: readonly (Address & { readonly addressId: string })[]
  /** Registries of this storefront, the next event first. */
  readonly registries: readonly { readonly grId: number; readonly title: string }[]
}
