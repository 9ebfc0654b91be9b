/** What a shopper answered to being measured. */
export type ConsentChoice = 'accepted' | 'declined'

const choiceKey = 'analyticsConsent'
const listeners = new Set<() => void>()
// where the browser keeps nothing, the page itself remembers
let chosen: ConsentChoice | null = null

/** The store asks before it measures anything; the server says so in the document (ANALYTICS_CONSENT). */
export function asksFirst(): boolean {
  return document.documentElement.dataset.asksConsent !== undefined
}

/** The browser says for its owner: do not sell or share (Global Privacy Control). */
export function objects(): boolean {
  return (navigator as { readonly globalPrivacyControl?: boolean }).globalPrivacyControl === true
}

/** The remembered answer; null: not asked yet. */
export function readChoice(): ConsentChoice | null {
  try {
    const choice = localStorage.getItem(choiceKey)
    return choice === 'accepted' || choice === 'declined' ? choice : null
  } catch {
    return chosen
  }
}

/** Whether anything may be collected, or kept for it. The browser's own objection outweighs all else. */
export function mayCollect(): boolean {
  if (objects()) return false
  return (readChoice() ?? (asksFirst() ? 'declined' : 'accepted')) === 'accepted'
}

/** Remembers the answer until the shopper changes it. */
export function choose(choice: ConsentChoice): void {
  chosen = choice
  try {
    localStorage.setItem(choiceKey, choice)
  } catch {
    // remembered in this page only
  }
  tellListeners()
}

/** Calls when the answer changes, here or in another tab; answers how to stop. */
export function onChoice(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', onStorage)
  }
}

function onStorage({ key }: StorageEvent): void {
  if (key === choiceKey) tellListeners()
}

function tellListeners(): void {
  for (const listener of listeners) listener()
}
