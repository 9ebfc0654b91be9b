import { useSyncExternalStore } from 'react'

let running = 0
const listeners = new Set<() => void>()

/** Turns the page's loader on while the work runs; off afterwards however it ends (PLAT-17). */
export async function whileLoading<Value>(work: () => Promise<Value>): Promise<Value> {
  change(1)
  try {
    return await work()
  } finally {
    change(-1)
  }
}

/** Takes the page's loader off while the shopper is asked something within that work. */
export async function whileAsking<Value>(ask: () => Promise<Value>): Promise<Value> {
  const paused = running
  change(-paused)
  try {
    return await ask()
  } finally {
    change(paused)
  }
}

/** Leaves the loader on, because the browser is about to leave the page (PLAT-17). Off again when the page comes back from the back-forward cache. */
export function loadUntilGone(): void {
  change(1)
  window.addEventListener('pageshow', (event) => event.persisted && resetLoading(), { once: true })
}

/** Takes every loader off: for a page that is shown again. */
export function resetLoading(): void {
  change(-running)
}

/** Whether a call runs that the page waits for. */
export function useLoading(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => running > 0,
    () => false,
  )
}

function change(by: number): void {
  running = Math.max(0, running + by)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
