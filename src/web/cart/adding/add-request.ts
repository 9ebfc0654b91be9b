import type { AddItemChoice } from '#domain/cart/lines/add-item-payload.ts'
import type { AnalyticsSource } from '#domain/data-layer.ts'

/** What of a piece is made by the shopper's own words (PERS-01 to PERS-03). */
export type RequestedDesign = {
  readonly type: number
  readonly templateName: string
  readonly locationName: string
  readonly lines: readonly {
    readonly elementName: string
    readonly text: string
    readonly textColor: string
    readonly font: string
  }[]
  /** Shows at their field why the words were refused. */
  readonly refuse: (message: string) => void
}

/** An item to add, with what analytics may know of it. */
export type AddRequest = {
  readonly choice: AddItemChoice
  readonly tracked: AnalyticsSource
  readonly hasGrouper?: boolean
  /** Custom confirmation is configured for it: its terms are asked for first (ATC-07 to ATC-10). */
  readonly hasCustomConfirmation?: boolean
  /** Its terms were accepted in the popup it is added from: after the add the cart opens (ATC-14). */
  readonly design?: RequestedDesign
}
