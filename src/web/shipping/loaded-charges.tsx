import type { ReactNode } from 'react'
import { type ShippingCharges, useShippingCharges } from '#web/shipping/use-shipping-charges.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/panels/skeleton.tsx'
import { useMessages } from '#web/variants/context.tsx'

export type LoadedChargesProps = {
  readonly lineItemId: string
  readonly children: (charges: ShippingCharges) => ReactNode
}

/** The tables of a popup once they have come; until then their place. */
export function LoadedCharges({ lineItemId, children }: LoadedChargesProps): ReactNode {
  const charges = useShippingCharges(lineItemId)
  const message = useMessages()
  if (charges === null) return <Skeleton lines={8} label="Loading" />
  if (charges === 'failed') return <Notice kind="bad">{message('networkErrorMessage')}</Notice>
  return children(charges)
}
