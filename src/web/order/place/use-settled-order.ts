import { useEffect, useState } from 'react'
import type { ConfirmationReply } from '#contracts/pages.ts'
import { calls } from '#web/calls/client.ts'
import { askEveryMs } from './unknown-outcome.tsx'

/** The order of the page, asked for again until its payment is settled (BEYOND-02); a lost connection only means another try. */
export function useSettledOrder(first: ConfirmationReply): ConfirmationReply {
  const [order, setOrder] = useState(first)
  useEffect(() => {
    if (!order.isPending) return
    let isGone = false
    const timer = setTimeout(async () => {
      const next = await calls.order.getOrderConfirmation().catch(() => order)
      // A new object each time, so that a pending answer asks again.
      if (!isGone) setOrder({ ...next })
    }, askEveryMs)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [order])
  return order
}
