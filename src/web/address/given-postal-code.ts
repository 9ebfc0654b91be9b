/** Where a browser keeps a postal code that was given before its cart has it (CALM-01). */
const storageKey = 'given-postal-code'

/** Stores the code a shopper gave on a product page, in its stored form, until her cart has it. */
export function storeGivenPostalCode(code: string): void {
  try {
    localStorage.setItem(storageKey, code)
  } catch {
    // a browser that keeps nothing: the cart asks for it
  }
}

/** The code that the cart does not have yet; '' for none. */
export function readGivenPostalCode(): string {
  try {
    return localStorage.getItem(storageKey) ?? ''
  } catch {
    return ''
  }
}

/** The cart has had it. */
export function clearGivenPostalCode(): void {
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // nothing was kept
  }
}
