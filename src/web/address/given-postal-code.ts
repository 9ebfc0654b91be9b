/** Where a browser keeps a postal code that was given before its cart has it (CALM-01). */
const storageKey = 'given-postal-code'
/** That a call has taken it to the cart: a page that was asked for meanwhile may still show the cart without it. */
const sentKey = 'given-postal-code-sent'

/** Stores the code a shopper gave on a product page, in its stored form, until her cart has it. */
export function storeGivenPostalCode(code: string): void {
  try {
    localStorage.setItem(storageKey, code)
    localStorage.removeItem(sentKey)
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

/** The code that no call has taken to the cart yet; '' for none. */
export function readUnsentPostalCode(): string {
  try {
    return localStorage.getItem(sentKey) === null ? readGivenPostalCode() : ''
  } catch {
    return ''
  }
}

/** A call has taken it to the cart; the next cart page that is shown looks whether it has it. */
export function noteSentPostalCode(): void {
  try {
    localStorage.setItem(sentKey, '1')
  } catch {
    // nothing was kept
  }
}

/** The cart that is shown has had it. */
export function clearGivenPostalCode(): void {
  try {
    localStorage.removeItem(storageKey)
    localStorage.removeItem(sentKey)
  } catch {
    // nothing was kept
  }
}
