import type { ReactNode } from 'react'
import type { ReplyOf } from '#contracts/call.ts'
import type { cartCalls } from '#contracts/cart/calls.ts'
import { countryMeasure } from '#domain/catalog/measures.ts'
import { BoxTable } from '#web/catalog/product/box-table.tsx'
import { LayerFrame } from '#web/layers/frame.tsx'
import type { LayerProps } from '#web/layers/layer.ts'
import { Button } from '#web/ui/button.tsx'
import { useVariant } from '#web/variants/context.tsx'

export type OversizedItemsInput = { readonly items: ReplyOf<typeof cartCalls.checkout>['oversizedItems'] }

/** Before a pickup of large boxes (OVERSIZE-01 to OVERSIZE-06). */
export function OversizedItems({ input, close }: LayerProps<OversizedItemsInput, 'back' | 'continue'>): ReactNode {
  const { country } = useVariant()
  const unit = countryMeasure(country)
  return (
    <LayerFrame
      title="Make sure these items will fit in your vehicle."
      onClose={() => close()}
      hasCloseButton={false}
      actions={
        <>
          <Button kind="quiet" onClick={() => close('back')}>
            Back to Cart
          </Button>
          <Button onClick={() => close('continue')}>Continue to Checkout</Button>
        </>
      }
    >
      {input.items.map((item) => (
        <BoxTable key={item.sku} title={item.title} boxes={item.boxes} systemOfMeasure={unit} />
      ))}
    </LayerFrame>
  )
}
