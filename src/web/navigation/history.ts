/** An address of this site, and the key of the entry of the history that it stands in. */
export type Location = {
  readonly pathname: string
  readonly search: string
  readonly hash: string
  readonly key: string
}

/** Where the addresses of visited pages stand, one behind the other: the browser's own history, or a test's. */
export type PageHistory = {
  location(): Location
  push(address: string): void
  replace(address: string): void
  go(delta: number): void
  /** Told when somebody goes back or forward; returns what ends it. */
  listen(onMoved: () => void): () => void
}

/** A location of an address of this site, in its usual spelling. */
export function locationOf(address: string, key: string = newKey()): Location {
  const { pathname, search, hash } = new URL(address, 'http://page.invalid')
  return { pathname, search, hash, key }
}

/** What `locationOf` took apart. */
export function addressOf({ pathname, search, hash }: Omit<Location, 'key'>): string {
  return `${pathname}${search}${hash}`
}

function newKey(): string {
  return Math.random().toString(36).slice(2, 10)
}

/** The history of this tab. Its first entry gets a key too, so that a reload finds it again. */
export function openBrowserHistory(): PageHistory {
  const { history } = window
  const keyOf = (state: { readonly key?: string } | null) => state?.key
  if (keyOf(history.state) === undefined) history.replaceState({ key: newKey() }, '')
  return {
    location: () => locationOf(window.location.href, keyOf(history.state)),
    push: (address) => {
      try {
        history.pushState({ key: newKey() }, '', address)
      } catch {
        // a browser that takes no more entries within 30 s, as Safari does after 100, still goes there
        window.location.assign(address)
      }
    },
    replace: (address) => history.replaceState({ key: newKey() }, '', address),
    go: (delta) => history.go(delta),
    listen: (onMoved) => {
      window.addEventListener('popstate', onMoved)
      return () => window.removeEventListener('popstate', onMoved)
    },
  }
}
