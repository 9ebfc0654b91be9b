/** What was typed and not yet saved lives for one cart and one tab: it outlives a reload, a decline and a new token (UX-16). */
export type Draft<Value> = {
  read(): Value | null
  write(value: Value): void
  clear(): void
}

const prefix = 'checkoutDraft:'

/** The draft of one form of one cart. Never for card data. Storage that cannot be used only means that nothing is kept. */
export function draftOf<Value>(basketId: string, form: string): Draft<Value> {
  const key = `${prefix}${basketId}:${form}`
  return {
    read: () => attempt(() => JSON.parse(sessionStorage.getItem(key) ?? 'null') as Value | null) ?? null,
    write: (value) => attempt(() => sessionStorage.setItem(key, JSON.stringify(value))),
    clear: () => attempt(() => sessionStorage.removeItem(key)),
  }
}

/** Forgets every draft: the order is placed, or the shopper has signed out and another may sit here. */
export function clearDrafts(): void {
  attempt(() => {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  })
}

function attempt<Value>(work: () => Value): Value | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
