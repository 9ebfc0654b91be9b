import type { Address } from '#domain/address/address.ts'
import type { AddressFields } from '#domain/address-fields.ts'
import type { Country } from '#domain/variant.ts'

/** The page of an account. */
type OverviewPage = {
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
    /** Different things on it, and the first three of them. */
    readonly lines: number
    readonly firstPieces: readonly { readonly lineNo: number; readonly name: string; readonly imagePath: string }[]
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
  /** Saved addresses, the default first, then the oldest. */
  readonly addresses: readonly (Address & { readonly addressId: string })[]
  /** What was just removed and can be brought back; `before` is the entry it stood before, '' at the end (CALM-64). */
  readonly removed: {
    readonly addresses: readonly {
      readonly addressId: string
      readonly address1: string
      readonly city: string
      readonly before: string
    }[]
    readonly cards: readonly {
      readonly cardId: string
      readonly type: string
      readonly lastFour: string
      readonly before: string
    }[]
  }
  /** Designs that were saved or ordered, the last first; `lines` are the words by the names of their lines. */
  readonly designs: readonly {
    readonly sku: number
    readonly designHash: string
    readonly name: string
    readonly words: string
    readonly lines: { readonly [elementName: string]: string }
    readonly imagePath: string
    readonly navigateUrl: string
    /** False where the piece is no longer sold, or takes other words by now. */
    readonly canBeMade: boolean
  }[]
  /** Registries of this storefront, the next event first. */
  readonly registries: readonly { readonly grId: number; readonly title: string }[]
}

/** The form of an address: of a saved one, or of a new one, whose `addressId` is ''. */
type AddressFormPage = {
  readonly name: 'accountAddress'
  readonly addressId: string
  readonly country: Country
  readonly address: Omit<AddressFields, 'country' | 'email'>
  /** It goes first already, and so needs no box to say so. */
  readonly isDefault: boolean
}

/** The form of a card: of a new one, or of one that takes the place of another. */
type CardFormPage = {
  readonly name: 'accountCard'
  readonly replaces: { readonly cardId: string; readonly type: string; readonly lastFour: string } | null
  /** It is or becomes the one that pays, and so needs no box to say so. */
  readonly isDefault: boolean
  /** There are as many as there can be: one has to be removed first. */
  readonly isFull: boolean
}

export type AccountPage = OverviewPage | AddressFormPage | CardFormPage
