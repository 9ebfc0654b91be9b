import { layerOf } from '#web/layers/loaded-layers.ts'
import type { LayerName } from '#web/layers/open-layer.ts'

/** Fetches a popup's script before it is needed: on hover, on focus, or when the page is idle. */
export async function prefetchLayer(name: LayerName): Promise<void> {
  await layerOf(name).catch(() => {})
}
