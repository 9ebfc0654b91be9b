import type { ReactNode } from 'react'
import { LayerFrame } from '#web/layers/frame.tsx'
import type { LayerProps } from '#web/layers/layer.ts'
import { useBrowser } from '#web/navigation/browser.tsx'
import { Button } from '#web/ui/button.tsx'
import { useMessages } from '#web/variants/context.tsx'

/** The network failed, also after the retries; however it is closed, the shopper goes to the cart (ERR-21, ERR-22, ROUTE-04). */
export function NetworkError({ close }: LayerProps<Record<never, never>, never>): ReactNode {
  const message = useMessages()
  const browser = useBrowser()
  const leave = () => {
    close()
    browser.assign('/checkout/cart')
  }
  return (
    <LayerFrame title="Network Error" isNarrow onClose={leave} actions={<Button onClick={leave}>Back to Cart</Button>}>
      <p>{message('networkErrorMessage')}</p>
    </LayerFrame>
  )
}
