import { type ReactNode, useEffect, useRef } from 'react'
import { LayerFrame } from '#web/layers/frame.tsx'
import type { LayerProps } from '#web/layers/layer.ts'

/** Stands there until the add has come to its end, however it ends (REG-09, OPEN-102). */
export function AddingToRegistry(props: LayerProps<{ readonly until: Promise<unknown> }, never>): ReactNode {
  const close = useRef(props.close)
  const { until } = props.input
  useEffect(() => {
    const end = () => close.current()
    until.then(end, end)
  }, [until])
  return (
    <LayerFrame title="Add to Registry" isNarrow onClose={() => props.close()}>
      <p role="status">Adding to your registry. Please wait ...</p>
    </LayerFrame>
  )
}
