/** A registry as its owner's pages show it; prices in cents. */
export type RegistryView = {
  readonly grId: number
  readonly title: string
  readonly ownerNames: string
  readonly listType: number
  readonly hasChecklist: boolean
  readonly items: readonly RegistryItemView[]
}

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
  readonly currentPrice: number
  readonly regularPrice: number
  readonly isNla: boolean
}

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
    }
  | {
      readonly name: 'createRegistry'
      readonly firstName: string
      readonly lastName: string
      /** First day a registry can be for, 'YYYY-MM-DD'. */
      readonly today: string
    }
  | { readonly name: 'checklist'; readonly registry: RegistryView; readonly rows: readonly ChecklistRow[] }
