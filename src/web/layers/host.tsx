import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { fetchOrAsk } from '#web/layers/ask-again.ts'
import { LayerFrameContext } from '#web/layers/frame-context.ts'
import { layerOf, loadedLayer } from '#web/layers/loaded-layers.ts'
import {
  clearLayers,
  closeLayer,
  dropLayer,
  type OpenedLayer,
  openedLayers,
  subscribeToLayers,
} from '#web/layers/open-layer.ts'
import { isFaultLayer, prefetchFaultLayers } from '#web/layers/prefetch.ts'

const none: readonly OpenedLayer[] = []

/** Draws the open popups, the last one on top. Once per page, after the page's own content. */
export function LayerHost(): ReactNode {
  const stack = useSyncExternalStore(subscribeToLayers, openedLayers, () => none)
  useEffect(() => clearLayers, [])
  useEffect(prefetchFaultLayers, [])
  return stack.map((opened) => <Opened key={opened.id} opened={opened} />)
}

function Opened({ opened }: { readonly opened: OpenedLayer }): ReactNode {
  const { id, name, isLeaving } = opened
  const [layer, setLayer] = useState(() => loadedLayer(name))
  useEffect(() => {
    if (layer !== undefined) return
    let isGone = false
    const fetched = isFaultLayer(name) ? layerOf(name).catch(() => null) : fetchOrAsk(() => layerOf(name))
    fetched.then((found) => {
      // Without its script the popup cannot be shown: its caller goes on as if it had been dismissed.
      if (found === null) closeLayer(id)
      else if (!isGone) setLayer(() => found)
    })
    return () => {
      isGone = true
    }
  }, [layer, id, name])
  useEffect(() => {
    if (isLeaving && layer === undefined) dropLayer(id)
  }, [isLeaving, layer, id])
  if (layer === undefined) return null
  const Content = layer
  return (
    <LayerFrameContext value={{ isLeaving, onLeft: () => dropLayer(id) }}>
      <Content input={opened.input} close={(result) => closeLayer(id, result)} />
    </LayerFrameContext>
  )
}
