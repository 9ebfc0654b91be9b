import { type ReactNode, useEffect, useSyncExternalStore } from 'react'

type Spoken = { readonly id: number; readonly text: string }

const nothing: readonly Spoken[] = []
let spoken = nothing
let lastId = 0
const listeners = new Set<() => void>()

/** Tells a change to assistive technology, politely (UX-09). Two that come together are both told; so is the same one again. */
export function announce(text: string): void {
  lastId += 1
  spoken = [...spoken.filter((one) => one.text !== text).slice(-1), { id: lastId, text }]
  for (const listener of listeners) listener()
}

/** Tells a text that came about by itself, once each time it becomes another; '' is nothing to tell. */
export function useAnnounced(text: string): void {
  useEffect(() => {
    if (text !== '') announce(text)
  }, [text])
}

/** The page's live region: once per page, always there, so that the first text is told too. */
export function Announcer(): ReactNode {
  const texts = useSyncExternalStore(
    subscribe,
    () => spoken,
    () => nothing,
  )
  return (
    <div className="visually-hidden" role="status" aria-live="polite" aria-atomic="false">
      {texts.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
