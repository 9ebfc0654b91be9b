import { useEffect, useState } from 'react'
import type { ReplyOf } from '#contracts/call.ts'
import type { shippingCalls } from '#contracts/shipping/calls.ts'
import { shippingPaths } from '#contracts/shipping/paths.ts'
import { calls } from '#web/calls/client.ts'
import { logError, routeErrorContext } from '#web/calls/log.ts'

export type ShippingCharges = ReplyOf<typeof shippingCalls.getShippingCharges>

/** The tables and the map of the popups, asked for when one opens; 'failed' when they do not come. */
export function useShippingCharges(lineItemId: string): ShippingCharges | 'failed' | null {
  const [charges, setCharges] = useState<ShippingCharges | 'failed' | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    calls.shipping.getShippingCharges({ lineItemId }, { signal: abort.signal }).then(setCharges, (error: unknown) => {
      if (abort.signal.aborted) return
      logError(error, routeErrorContext(shippingPaths.getShippingCharges))
      setCharges('failed')
    })
    return () => abort.abort()
  }, [lineItemId])
  return charges
}
