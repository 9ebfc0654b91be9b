import type { Layer } from '#web/layers/layer.ts'
import type { LayerName } from '#web/layers/open-layer.ts'
import { layers } from '#web/layers/registry.ts'

// Popups whose script has come; a second opening renders at once.
const loaded = new Map<LayerName, Layer<unknown, unknown>>()

/** A popup's component if its script has come. */
export function loadedLayer(name: LayerName): Layer<unknown, unknown> | undefined {
  return loaded.get(name)
}

/** A popup's component, fetched on first use. */
export async function layerOf(name: LayerName): Promise<Layer<unknown, unknown>> {
  const known = loaded.get(name)
  if (known !== undefined) return known
  // The registry keeps each popup's own types; on the stack they meet as unknown.
  const fetched = (await layers[name]()) as unknown as Layer<unknown, unknown>
  loaded.set(name, fetched)
  return fetched
}
