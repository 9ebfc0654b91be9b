import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { LayerFrameContext } from '#web/layers/frame.tsx'
import type { Layer } from '#web/layers/layer.ts'
import {
  clearLayers,
  closeLayer,
  dropLayer,
  type LayerName,
  type OpenedLayer,
  openedLayers,
  subscribeToLayers,
} from '#web/layers/open-layer.ts'
import { layers } from '#web/layers/registry.ts'

const none: readonly OpenedLayer[] = []
// Popups whose script has come; a second opening renders at once.
const loaded = new Map<LayerName, Layer<unknown, unknown>>()

/** Fetches a popup's script before it is needed: on hover, on focus, or when the page is idle. */
export async function prefetchLayer(name: LayerName): Promise<void> {
  await layerOf(name).catch(() => {})
}

/** Draws the open popups, the last one on top. Once per page, after the page's own content. */
export function LayerHost(): ReactNode {
  const stack = useSyncExternalStore(subscribeToLayers, openedLayers, () => none)
  useEffect(() => clearLayers, [])
  return stack.map((opened) => <Opened key={opened.id} opened={opened} />)
}

function Opened({ opened }: { readonly opened: OpenedLayer }): ReactNode {
  const [layer, setLayer] = useState(() => loaded.get(opened.name))
  useEffect(() => {
    if (layer !== undefined) return
    let isGone = false
    layerOf(opened.name).then(
      (found) => !isGone && setLayer(() => found),
      // Without its script the popup cannot be shown: its caller goes on as if it had been dismissed.
      () => {
        closeLayer(opened.id)
        dropLayer(opened.id)
      },
    )
    return () => {
      isGone = true
    }
  }, [layer, opened.id, opened.name])
  useEffect(() => {
    if (opened.isLeaving && layer === undefined) dropLayer(opened.id)
  }, [opened, layer])
  if (layer === undefined) return null
  const Content = layer
  return (
    <LayerFrameContext value={{ isLeaving: opened.isLeaving, onLeft: () => dropLayer(opened.id) }}>
      <Content input={opened.input} close={(result) => closeLayer(opened.id, result)} />
    </LayerFrameContext>
  )
}

async function layerOf(name: LayerName): Promise<Layer<unknown, unknown>> {
  const known = loaded.get(name)
  if (known !== undefined) return known
  // The registry keeps each popup's own types; on the stack they meet as unknown.
  const fetched = (await layers[name]()) as unknown as Layer<unknown, unknown>
  loaded.set(name, fetched)
  return fetched
}
