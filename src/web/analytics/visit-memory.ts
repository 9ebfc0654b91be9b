// What analytics remembers between pages, all under one prefix; only ever used where collecting is allowed.
const prefix = 'analytics:'

/** Remembers a fact of this visit; false when it was remembered already. */
export function isNewInVisit(key: string, value: string): boolean {
  return isNew(() => sessionStorage, key, value)
}

/** Remembers a fact for good, for all tabs; false when it was remembered already. */
export function isNewForever(key: string): boolean {
  return isNew(() => localStorage, key, '1')
}

/** What this visit remembers under a key, which is forgotten by that. */
export function takeOfVisit(key: string): string | null {
  try {
    const value = sessionStorage.getItem(prefix + key)
    sessionStorage.removeItem(prefix + key)
    return value
  } catch {
    const value = remembered.get(prefix + key) ?? null
    remembered.delete(prefix + key)
    return value
  }
}

/** The same entry of the history as before: reloaded, or gone back to. */
export function isSeenAgain(): boolean {
  const { key } = (history.state ?? {}) as { readonly key?: string }
  if (key !== undefined) return !isNewInVisit(`search:${key}`, '1')
  const [entry] = 'getEntriesByType' in performance ? performance.getEntriesByType('navigation') : []
  return entry !== undefined && 'type' in entry && entry.type !== 'navigate'
}

/** Forgets all. */
export function forgetAll(): void {
  remembered.clear()
  for (const storage of [() => sessionStorage, () => localStorage]) {
    try {
      const store = storage()
      for (const key of Object.keys(store)) if (key.startsWith(prefix)) store.removeItem(key)
    } catch {
      // nothing is kept there
    }
  }
}

const remembered = new Map<string, string>()

/** Without storage the page itself is the only memory. */
function isNew(storage: () => Storage, key: string, value: string): boolean {
  try {
    const store = storage()
    if (store.getItem(prefix + key) === value) return false
    store.setItem(prefix + key, value)
    return true
  } catch {
    if (remembered.get(prefix + key) === value) return false
    remembered.set(prefix + key, value)
    return true
  }
}
