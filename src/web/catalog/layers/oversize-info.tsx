import type { ReactNode } from 'react'
import type { CartReply } from '#contracts/pages.ts'
import { BoxTable } from '#web/catalog/product/box-table.tsx'
import { LayerFrame } from '#web/layers/frame.tsx'
import type { LayerProps } from '#web/layers/layer.ts'

export type OversizeInfoInput = {
  readonly title: string
  readonly boxes: CartReply['lineItems'][number]['boxes']
  readonly systemOfMeasure: 1 | 2
}

/** The boxes of one item, from its 'Oversize item' link (OVERSIZE-07). */
export function OversizeInfo({ input, close }: LayerProps<OversizeInfoInput, never>): ReactNode {
  return (
    <LayerFrame title="Oversize item" onClose={() => close()}>
      <p>Please make sure that these boxes fit through your door, your stairs and, for pickup, into your vehicle.</p>
      <BoxTable title={input.title} boxes={input.boxes} systemOfMeasure={input.systemOfMeasure} />
    </LayerFrame>
  )
}
