import { type ErrorType, errorType } from './error-types.ts'

/** Where the popup was opened: the cart page, or one of the checkout steps. */
export type PopupPlace = 'cart' | 'checkout'

export type ErrorPopup = {
  readonly title: string
  /** The button that is always there (UNAVAIL-06). */
  readonly backLabel: 'Reload Cart' | 'Back to Cart'
  /** The button that fixes the cart, with the checkout call it makes, by its name in the call table; null when only going back helps. */
  readonly fix: { readonly label: 'Remove All' | 'Continue'; readonly call: FixCall } | null
  /** Whether the items of the answer are listed (UNAVAIL-22). */
  readonly hasItems: boolean
}

export type FixCall =
  | 'removeNlaItems'
  | 'removeAllNlaItems'
  | 'keepAvailableItems'
  | 'removeInHousePersonalizedNlaItems'
  | 'removePersonalizedItems'
  | 'removePfasItems'
  | 'removeInstallationService'

const noLongerAvailableTitle = 'Item(s) no longer available'
const restrictedMaterialTitle = 'Item(s) cannot be shipped to or picked up in this state'
const editCartTitle = 'Please Edit Your Cart to Proceed'

/**
 * The popup of an error type (UNAVAIL-06 to UNAVAIL-15, UNAVAIL-19 to UNAVAIL-22). Null for none (0) and for an empty
 * cart (8), which show no popup (CART-36, STEP-13).
 */
export function choosePopup(type: ErrorType, place: PopupPlace): ErrorPopup | null {
  if (type === errorType.none || type === errorType.emptyBasket) return null
  return {
    title: titleOf(type),
    backLabel: place === 'cart' ? 'Reload Cart' : 'Back to Cart',
    fix: fixOf(type, place),
    hasItems: type !== errorType.invalidBasket && type !== errorType.browseCustomApiException,
  }
}

function titleOf(type: ErrorType): string {
  if (type === errorType.nlaItems || type === errorType.allNlaItems) return noLongerAvailableTitle
  if (type === errorType.pfasItems) return restrictedMaterialTitle
  return editCartTitle
}

function fixOf(type: ErrorType, place: PopupPlace): ErrorPopup['fix'] {
  switch (type) {
    case errorType.nlaItems:
      return { label: 'Remove All', call: 'removeNlaItems' }
    case errorType.allNlaItems:
      return { label: 'Remove All', call: 'removeAllNlaItems' }
    case errorType.inHousePersonalizationNlaItems: {
      // The two documents name one call each, with the same effect (UNAVAIL-12).
      const call = place === 'cart' ? 'removeInHousePersonalizedNlaItems' : 'removePersonalizedItems'
      return { label: 'Remove All', call }
    }
    case errorType.pfasItems:
      return { label: 'Remove All', call: 'removePfasItems' }
    case errorType.installationServiceUnavailable:
      return { label: 'Continue', call: 'removeInstallationService' }
    default:
      return null
  }
}

/**
 * The label of the button that keeps what there is of a cart, in place of removing it (CALM-10); null where nothing of the
 * items is left. With several items they all take what there is, and what is gone goes.
 */
export function remainingLabel(type: ErrorType, items: readonly { readonly quantityLeft: number }[]): string | null {
  if (type !== errorType.nlaItems && type !== errorType.allNlaItems) return null
  const [first] = items
  if (first === undefined || !items.some(({ quantityLeft }) => quantityLeft > 0)) return null
  return items.length === 1 ? `Keep ${first.quantityLeft}` : 'Keep what is left'
}

/** The call that a button of the popup makes; null for one that makes none. */
export function callOfChoice(popup: ErrorPopup | null, choice: 'keep' | 'fix' | 'back' | undefined): FixCall | null {
  if (choice === 'keep') return 'keepAvailableItems'
  return choice === 'fix' ? (popup?.fix?.call ?? null) : null
}

/** The message of the generic error popup: network trouble for 503 and 504, else the generic one (CART-28, ERR-03). */
export function errorPopupMessageKey(errorMessage: string): 'networkErrorMessage' | 'genericErrorMessage' {
  const isNetwork = errorMessage.includes('Status: 503') || errorMessage.includes('Status: 504')
  return isNetwork ? 'networkErrorMessage' : 'genericErrorMessage'
}
