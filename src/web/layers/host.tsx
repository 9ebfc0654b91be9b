import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { scriptOrAsk } from '#web/layers/ask-for-script.ts'
import { LayerFrameContext } from '#web/layers/frame-context.ts'
import { layerOf, loadedLayer } from '#web/layers/loaded-layers.ts'
import {
  clearLayers,
  closeLayer,
  dropLayer,
  type LayerName,
  type OpenedLayer,
  openedLayers,
  openLayer,
  subscribeToLayers,
} from '#web/layers/open-layer.ts'
import { isFaultLayer, prefetchFaultLayers } from '#web/layers/prefetch.ts'
import { type Browser, useBrowser } from '#web/navigation/browser.tsx'

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
  const browser = useBrowser()
  const [layer, setLayer] = useState(() => loadedLayer(name))
  useEffect(() => {
    if (layer !== undefined) return
    let isGone = false
    const fetched = isFaultLayer(name) ? layerOf(name).catch(() => null) : layerOrAsk(name, browser)
    fetched.then((found) => {
      // Without its script the popup cannot be shown: its caller goes on as if it had been dismissed.
      if (found === null) closeLayer(id)
      else if (!isGone) setLayer(() => found)
    })
    return () => {
      isGone = true
    }
  }, [layer, id, name, browser])
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

/** What was typed on the page would be lost with it: the popup asks for it to be loaded anew, where that one can be had. */
function layerOrAsk(name: LayerName, browser: Browser) {
  const loadAnew = () => {
    layerOf('refresh').then(
      () => openLayer('refresh', {}),
      () => browser.reload(),
    )
  }
  return scriptOrAsk(name, () => layerOf(name), loadAnew)
}
