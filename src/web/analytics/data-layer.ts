import type { PageState } from '#contracts/pages.ts'
import type { Happening, Pushed } from '#web/analytics/happening.ts'

declare global {
  interface Window {
    dataLayer?: Pushed[]
  }
}

type Collector = typeof import('#web/analytics/collector.ts')

let collector: Collector | null = null
let waiting: Happening[] = []
let loading: Promise<void> | null = null

/**
 * Tells analytics what happened (OPEN-112). The script that makes events of it, and knows whether it may, comes when it
 * is first needed; until then, moments, this waits in memory.
 */
export function track(happening: Happening): void {
  if (collector !== null) {
    collector.collect(happening)
    return
  }
  waiting.push(happening)
  void loadCollector()
}

/** A page is there: nothing that must hurry. */
export function trackPage(state: PageState): void {
  const shown = { happening: 'pageShown', state } as const
  if (collector !== null) {
    collector.collect(shown)
    return
  }
  waiting.push(shown)
  if (window.requestIdleCallback === undefined) setTimeout(loadCollector, 300)
  else window.requestIdleCallback(() => void loadCollector(), { timeout: 2_000 })
}

/** Fetches the script, once; without it nothing is collected, and nothing else is missing. */
export function loadCollector(): Promise<void> {
  loading ??= import('#web/analytics/collector.ts').then(
    (loaded) => {
      collector = loaded
      const early = waiting
      waiting = []
      loaded.collectAll(early)
    },
    () => {
      loading = null
      waiting = []
    },
  )
  return loading
}
