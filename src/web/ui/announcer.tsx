import { type ReactNode, useSyncExternalStore } from 'react'

let spoken = ''
const listeners = new Set<() => void>()

/** Tells a change to assistive technology, politely (UX-09). The same text twice in a row is told twice. */
export function announce(text: string): void {
  // A trailing no-break space makes an equal text a new one.
  spoken = spoken === text ? `${text}\u00a0` : text
  for (const listener of listeners) listener()
}

/** The page's live region: once per page, always there, so that the first text is told too. */
export function Announcer(): ReactNode {
  const text = useSyncExternalStore(
    subscribe,
    () => spoken,
    () => '',
  )
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {text}
    </div>
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
