import type { Happening, Pushed } from '#web/analytics/happening.ts'

declare global {
  interface Window {
    dataLayer?: Pushed[]
  }
}

let collect: ((happening: Happening) => void) | null = null
let waiting: Happening[] = []
let loading: Promise<void> | null = null

/**
 * Tells analytics what happened (OPEN-112). The script that makes events of it, and knows whether it may, comes when it
 * is first needed, or in a quiet moment; until then this waits in memory.
 */
export function track(happening: Happening, isUrgent = true): void {
  if (collect !== null) {
    collect(happening)
    return
  }
  waiting.push(happening)
  const later = window.requestIdleCallback
  if (isUrgent || later === undefined) void loadCollector()
  else later(loadCollector, { timeout: 2_000 })
}

/** Fetches the script, once; without it nothing is collected, and nothing else is missing. */
export async function loadCollector(): Promise<void> {
  loading ??= import('#web/analytics/collector.ts').then(
    (collector) => {
      collect = collector.collect
      collector.collectAll(waiting)
      waiting = []
    },
    () => {
      loading = null
    },
  )
  return loading
}
