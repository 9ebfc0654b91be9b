import type { ReactNode } from 'react'
import { LayerFrame } from '#web/layers/frame.tsx'
import type { LayerProps } from '#web/layers/layer.ts'
import { Refresh } from '#web/layers/refresh.tsx'
import { useBrowser } from '#web/navigation/browser.tsx'
import { useLocation } from '#web/navigation/navigation-context.tsx'
import { Button } from '#web/ui/button.tsx'
import { useMessages } from '#web/variants/context.tsx'

/** One sentence about the cart, with a way back to it; away from the cart it is the refresh popup (CART-25, CART-26). */
export function CartError({ input, close }: LayerProps<{ readonly message: string }, never>): ReactNode {
  const label = useMessages()('cartErrorPopupButton') || 'Back to Cart'
  const { pathname } = useLocation()
  const browser = useBrowser()
  if (!pathname.includes('cart')) return <Refresh input={{ message: input.message }} close={() => close()} />
  const leave = () => {
    close()
    browser.assign('/checkout/cart')
  }
  return (
    <LayerFrame
      title="We're Sorry."
      isNarrow
      onClose={() => close()}
      actions={<Button onClick={leave}>{label}</Button>}
    >
      <p>{input.message}</p>
    </LayerFrame>
  )
}
