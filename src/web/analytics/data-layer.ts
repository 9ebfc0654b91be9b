import type { DataLayerEntry } from '#domain/data-layer.ts'

declare global {
  interface Window {
    dataLayer?: DataLayerEntry[]
  }
}

/** Puts one event into the page's data layer (OPEN-112). */
export function track(entry: DataLayerEntry): void {
  window.dataLayer ??= []
  window.dataLayer.push(entry)
}
