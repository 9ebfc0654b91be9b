import type { AnalyticsEvent, Pushed } from '#web/analytics/analytics-event.ts'

declare global {
  interface Window {
    dataLayer?: Pushed[]
  }
}

let collect: ((event: AnalyticsEvent) => void) | null = null
let waiting: AnalyticsEvent[] = []
let loading: Promise<void> | null = null

/**
 * Tells analytics what happened (OPEN-112). The script that makes events of it, and knows whether it may, comes when it
 * is first needed, or in a quiet moment; until then this waits in memory.
 */
export function track(event: AnalyticsEvent, isUrgent = true): void {
  if (collect !== null) {
    collect(event)
    return
  }
  waiting.push(event)
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
