import { createContext, use } from 'react'

/** What only a browser can do to the whole page; tests hand in one that records. */
export type Browser = {
  /** Leaves for an address with a page load. */
  assign(address: string): void
  reload(): void
}

export const pageBrowser: Browser = {
  assign: (address) => window.location.assign(address),
  reload: () => window.location.reload(),
}

export const BrowserProvider = createContext<Browser>(pageBrowser)

/** The browser round this page. */
export function useBrowser(): Browser {
  return use(BrowserProvider)
}
