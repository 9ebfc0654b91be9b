import { loadMasking } from '#web/calls/log.ts'
import { layerOf } from '#web/layers/loaded-layers.ts'
import type { LayerName } from '#web/layers/open-layer.ts'

/** Fetches a popup's script before it is needed: on hover, on focus, or when the page is idle. */
export async function prefetchLayer(name: LayerName): Promise<void> {
  await layerOf(name).catch(() => {})
}

/** These tell that the connection is lost: then they can no longer be fetched. */
const reportedOffline: readonly LayerName[] = ['networkError', 'genericError', 'refresh']

/** Of those that tell of a failure nothing more is told when they cannot be had. */
export function isFaultLayer(name: LayerName): boolean {
  return reportedOffline.includes(name)
}

/** How long a browser that cannot say when it is idle is left alone first. */
const idleAfterMs = 2_000

/** Fetches the popups of failures once the page is idle; returns how to call it off. */
export function prefetchFaultLayers(): () => void {
  const fetchThem = () => {
    loadMasking().catch(() => {})
    for (const name of reportedOffline) prefetchLayer(name)
  }
  // Safari has no requestIdleCallback
  if (typeof window.requestIdleCallback === 'function') {
    const idle = window.requestIdleCallback(fetchThem)
    return () => window.cancelIdleCallback(idle)
  }
  const timer = setTimeout(fetchThem, idleAfterMs)
  return () => clearTimeout(timer)
}
