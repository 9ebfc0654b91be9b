import type { ReactNode } from 'react'
import { LayerFrame } from '#web/layers/frame.tsx'
import type { LayerProps } from '#web/layers/layer.ts'
import { useBrowser } from '#web/navigation/browser.tsx'
import { Button } from '#web/ui/button.tsx'
import { useMessages } from '#web/variants/context.tsx'
import styles from './network-error.module.css'

export type NetworkErrorInput = {
  /** Whether the very request can go out again. */
  readonly isRepeatable: boolean
}

/**
 * The network failed, also after the retries (ERR-22): the request can go out again, or the shopper stays where she is
 * (CALM-20). Dismissed it leads to the cart (ERR-21, ROUTE-04).
 */
export function NetworkError({ input, close }: LayerProps<NetworkErrorInput, 'again' | 'stay'>): ReactNode {
  const message = useMessages()
  const browser = useBrowser()
  const leave = () => {
    close()
    browser.assign('/checkout/cart')
  }
  return (
    <LayerFrame
      title="Network Error"
      isNarrow
      onClose={leave}
      actions={
        <>
          {input.isRepeatable && <Button onClick={() => close('again')}>Try again</Button>}
          <Button kind="quiet" onClick={() => close('stay')}>
            Stay on this step
          </Button>
        </>
      }
    >
      <p>{message('networkErrorMessage')}</p>
      <p className={styles.hint}>
        Everything you typed is still here. Closing this message takes you to your cart, which keeps it too.
      </p>
    </LayerFrame>
  )
}
