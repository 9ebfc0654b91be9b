import type { ReactNode } from 'react'
import { LayerFrame } from '#web/layers/frame.tsx'
import type { LayerProps } from '#web/layers/layer.ts'
import { ReleaseSummary } from '#web/order/cancel/release-summary.tsx'
import { Button } from '#web/ui/button.tsx'
import { useMessages } from '#web/variants/context.tsx'

export type PaymentErrorInput = {
  readonly errorMessage: string
  /** Where each tender of the order is now (BEYOND-03); none when it was one card. */
  readonly released?: readonly string[]
}

/** The card was declined, in the server's words; the only way on is to the payment (ORDER-07, ERR-23). */
export function PaymentError({ input, close }: LayerProps<PaymentErrorInput, never>): ReactNode {
  const message = useMessages()
  return (
    <LayerFrame
      title="Payment Error"
      isNarrow
      onClose={() => close()}
      actions={<Button onClick={() => close()}>Update Payment</Button>}
    >
      <p>{input.errorMessage || message('authorizationMessage')}</p>
      <ReleaseSummary sentences={input.released ?? []} />
    </LayerFrame>
  )
}
