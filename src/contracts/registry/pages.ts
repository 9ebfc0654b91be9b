import type { AddressFields } from '#domain/address-fields.ts'
import type { registryAddressFields } from '#domain/registry/registry-address.ts'
import type { RegistryDetails } from '#domain/registry/registry-details.ts'

/** A registry as its owner's pages show it; prices in cents. */
export type RegistryView = {
  readonly grId: number
  readonly title: string
  readonly ownerNames: string
  readonly listType: number
  readonly hasChecklist: boolean
  /** Path of the link to share. */
  readonly sharedUrl: string
  readonly isPublic: boolean
  /** 'Chicago, IL' of the address gifts are sent to; '' for none. */
  readonly place: string
  /** The event is over. */
  readonly isPast: boolean
  /** Nothing can be bought from it any more. */
  readonly isClosed: boolean
  /** What was bought is not shown: its owner wants to be surprised. */
  readonly isSurprise: boolean
  readonly picture: RegistryPictureView | null
  /** What its owners say to their guests; '' for nothing. */
  readonly greeting: string
  readonly items: readonly RegistryItemView[]
}

/** The picture of a registry, with its pixels. */
export type RegistryPictureView = { readonly path: string; readonly width: number; readonly height: number }

export type RegistryItemView = {
  /** The saved design on it, '' for none, and its words as they are read. */
  readonly designId: string
  readonly words: string
  readonly sku: number
  readonly name: string
  readonly imagePath: string
  readonly navigateUrl: string
  readonly optionChoices: string
  readonly wanted: number
  /** Pieces of it that are bought, and that somebody is buying now (BEYOND-04). */
  readonly bought: number
  readonly held: number
  readonly currentPrice: number
  readonly regularPrice: number
  readonly isNla: boolean
}

/** What somebody gave, for the thank-you list; `placedAt` ISO. */
export type GiftView = {
  readonly orderId: string
  readonly lineNo: number
  readonly giverNames: string
  readonly message: string
  readonly name: string
  readonly words: string
  readonly imagePath: string
  readonly quantity: number
  readonly placedAt: string
  readonly isThanked: boolean
}

/** What the form of a registry holds of its address. */
export type RegistryAddressView = Pick<AddressFields, (typeof registryAddressFields)[number]>

/** A department of the store on a checklist: done when the registry holds something of it. */
export type ChecklistRow = {
  readonly name: string
  readonly navigateUrl: string
  readonly items: readonly { readonly name: string; readonly navigateUrl: string; readonly wanted: number }[]
}

/** Pages of an owner's registries (REG-31). `grId` is null where all of them are shown. */
export type RegistryPage =
  | {
      readonly name: 'registrantList'
      readonly grId: number | null
      readonly isRegistrantMode: boolean
      readonly registries: readonly RegistryView[]
      /** Of the one registry shown; none where all of them are. */
      readonly gifts: readonly GiftView[]
    }
  | {
      readonly name: 'giftRegistry'
      readonly shareId: string
      readonly isOwner: boolean
      readonly registry: RegistryView
    }
  | {
      readonly name: 'findRegistry'
      /** The name looked for; '' before there was one. */
      readonly query: string
      readonly found: readonly { readonly title: string; readonly ownerNames: string; readonly navigateUrl: string }[]
    }
  | ({
      readonly name: 'editRegistry'
      readonly grId: number
      readonly title: string
      readonly today: string
      readonly isClosed: boolean
      readonly picture: RegistryPictureView | null
      readonly address: RegistryAddressView
    } & Omit<RegistryDetails, 'address' | 'eventType' | 'listType' | 'ownerNames'>)
  | {
      readonly name: 'createRegistry'
      readonly firstName: string
      readonly lastName: string
      /** First day a registry can be for, 'YYYY-MM-DD'. */
      readonly today: string
    }
  | {
      readonly name: 'giftMail'
      /** The words of the link that a mail about gifts ends with. */
      readonly shareId: string
      readonly to: 'owner' | 'partner'
      readonly key: string
      /** No such mail goes out by it any more. */
      readonly isEnded: boolean
    }
  | { readonly name: 'checklist'; readonly registry: RegistryView; readonly rows: readonly ChecklistRow[] }
