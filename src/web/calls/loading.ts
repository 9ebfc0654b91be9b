import { useSyncExternalStore } from 'react'

/** A piece of work that runs, and how many questions it waits for. */
type Work = { asking: number }

const running = new Set<Work>()
const listeners = new Set<() => void>()

/** Turns the page's loader on while the work runs; off afterwards however it ends (PLAT-17). */
export async function whileLoading<Value>(work: () => Promise<Value>): Promise<Value> {
  const own = begin()
  try {
    return await work()
  } finally {
    running.delete(own)
    tell()
  }
}

/** Takes the loader of what runs off while the shopper is asked something within it; what her answer begins has its own. */
export async function whileAsking<Value>(ask: () => Promise<Value>): Promise<Value> {
  const waiting = [...running]
  for (const work of waiting) work.asking += 1
  tell()
  try {
    return await ask()
  } finally {
    for (const work of waiting) work.asking -= 1
    tell()
  }
}

/** Leaves the loader on, because the browser is about to leave the page (PLAT-17). Off again when the page comes back from the back-forward cache. */
export function loadUntilGone(): void {
  begin()
  window.addEventListener('pageshow', (event) => event.persisted && resetLoading(), { once: true })
}

/** Takes every loader off: for a page that is shown again. */
export function resetLoading(): void {
  running.clear()
  tell()
}

/** Whether a call runs that the page waits for. */
export function useLoading(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => [...running].some(({ asking }) => asking === 0),
    () => false,
  )
}

function begin(): Work {
  const work = { asking: 0 }
  running.add(work)
  tell()
  return work
}

function tell(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
