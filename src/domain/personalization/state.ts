import type { FontAttributes, PersonalizationLine } from './lines.ts'

/** Whether the texts stand in the way of the cart (PERS-03). */
export type ErrorDetails = { readonly isAddToCartDisabled: boolean }

/** What a shopper has done about personalization on a product page (PERS-03). */
export type PersonalizationState = {
  /** The rules of the chosen font; null before one is known. */
  readonly fontAttributes: FontAttributes | null
  readonly isPersonalized: boolean
  readonly errorDetails: ErrorDetails
  readonly personalization: readonly PersonalizationLine[]
}

export type PersonalizationAction =
  | { readonly kind: 'reset' }
  | { readonly kind: 'setIsPersonalized'; readonly isPersonalized: boolean }
  /** After a good preview: its picture on every line (PERS-10). */
  | { readonly kind: 'setImage'; readonly image: string }
  | { readonly kind: 'setFontAttributes'; readonly fontAttributes: FontAttributes }
  | { readonly kind: 'replaceLines'; readonly lines: readonly PersonalizationLine[] }
  | { readonly kind: 'setErrorDetails'; readonly errorDetails: ErrorDetails }
  | { readonly kind: 'setMaxLength'; readonly elementName: string; readonly maxLength: number }

/** Nothing personalized and nothing judged yet (PERS-03). */
export const firstPersonalizationState: PersonalizationState = {
  fontAttributes: null,
  isPersonalized: false,
  errorDetails: { isAddToCartDisabled: true },
  personalization: [],
}

/** The state after an action; the seven of PERS-04. A line that is not there is not made by `setMaxLength`. */
export function nextPersonalization(state: PersonalizationState, action: PersonalizationAction): PersonalizationState {
  switch (action.kind) {
    case 'reset':
      return firstPersonalizationState
    case 'setIsPersonalized':
      return { ...state, isPersonalized: action.isPersonalized }
    case 'setImage':
      return withLines(state, (line) => ({ ...line, monogrammingImg: action.image }))
    case 'setFontAttributes':
      return { ...state, fontAttributes: action.fontAttributes }
    case 'replaceLines':
      return { ...state, personalization: action.lines }
    case 'setErrorDetails':
      return { ...state, errorDetails: action.errorDetails }
    case 'setMaxLength':
      return withLines(state, (line) =>
        line.elementName === action.elementName ? { ...line, maxLength: action.maxLength } : line,
      )
  }
}

function withLines(
  state: PersonalizationState,
  change: (line: PersonalizationLine) => PersonalizationLine,
): PersonalizationState {
  return { ...state, personalization: state.personalization.map(change) }
}
