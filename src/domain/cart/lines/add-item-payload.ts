import { defaultQuantity } from '#domain/cart/limits.ts'
import { optionChoiceText } from '#domain/catalog/option-choice.ts'

/** An item to add as it is sent: exactly these fields and casing (ATC-01). */
export type AddItemPayload = {
  readonly Sku: number
  readonly Quantity: number
  readonly OptionChoiceParameter: string
  readonly Location: string
  readonly IsPickupSelected: boolean
  readonly GiftRegistryId: number
  readonly Position: number
  readonly TotalPositions: number
  readonly Url: string
  readonly IsInstallationServiceRequired: boolean
  readonly InstallationServiceType: string
  readonly PersonalizationText: string
  readonly IsPersonalized: boolean
  readonly PersonalizationId: string
  readonly ShipMethod: number
}

/** What a shopper chose; all but the sku has a default (ATC-02). */
export type AddItemChoice = {
  readonly sku: number
  readonly quantity?: number
  readonly options?: Readonly<Record<string, string>>
  /** The options as one text, where a card has them so (OPEN-47). */
  readonly optionChoice?: string
  /** Number of the pickup store; none means shipping (ATC-33). */
  readonly storeNumber?: string
  readonly giftRegistryId?: number
  /** Place of the card, from 1, and the length of its list (ATC-35). */
  readonly position?: number
  readonly totalPositions?: number
  /** The chosen installation; none means not wished (PDP-07). */
  readonly installationType?: string
  /** Legacy personalization sends its text, in-house the id of the saved design (PERS-22, ATC-11). */
  readonly personalization?: { readonly text: string } | { readonly personalizationId: string }
  readonly shipMethod?: number
}

/** The value of Url, always sent (ATC-02, ATC-03). */
export const addItemUrl = 'Product Header'

/** One item of the add call (ATC-01, ATC-02, ATC-33, ATC-35). */
export function addItemPayload(choice: AddItemChoice): AddItemPayload {
  const { personalization, storeNumber = '', installationType = '' } = choice
  return {
    Sku: choice.sku,
    Quantity: choice.quantity ?? defaultQuantity,
    OptionChoiceParameter: choice.optionChoice ?? optionChoiceText(choice.options ?? {}),
    Location: storeNumber,
    IsPickupSelected: storeNumber !== '',
    GiftRegistryId: choice.giftRegistryId ?? 0,
    Position: choice.position ?? 0,
    TotalPositions: choice.totalPositions ?? 0,
    Url: addItemUrl,
    IsInstallationServiceRequired: installationType !== '',
    InstallationServiceType: installationType,
    PersonalizationText: personalization !== undefined && 'text' in personalization ? personalization.text : '',
    IsPersonalized: personalization !== undefined,
    PersonalizationId:
      personalization !== undefined && 'personalizationId' in personalization ? personalization.personalizationId : '',
    ShipMethod: choice.shipMethod ?? 1,
  }
}

/** The body of the add call: a list, also for one item (ATC-04). */
export function addItemsBody(choices: readonly AddItemChoice[]): { items: AddItemPayload[] } {
  return { items: choices.map(addItemPayload) }
}
