/** Where a browser keeps its shopper's measures; they go to nobody. */
const storageKey = 'fit-sizes'
/** Tells the page that they changed; other tabs are told by the browser. */
export const fitSizesEvent = 'fit-sizes-changed'

/** What is kept; '' for nothing, and in a browser that keeps nothing. */
export function readStoredSizes(): string {
  try {
    return window.localStorage.getItem(storageKey) ?? ''
  } catch {
    return ''
  }
}

export function writeStoredSizes(text: string): void {
  try {
    window.localStorage.setItem(storageKey, text)
  } catch {
    // a browser that keeps nothing still answers for this page
  }
  window.dispatchEvent(new Event(fitSizesEvent))
}
