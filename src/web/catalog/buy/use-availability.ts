import { useEffect, useState } from 'react'
import type { ReplyOf } from '#contracts/call.ts'
import type { cartCalls } from '#contracts/cart/calls.ts'
import { availabilitySkeletonMs } from '#domain/timing.ts'
import { calls } from '#web/calls/client.ts'

export type Availability =
  | { readonly state: 'waiting' | 'unknown'; readonly answer?: never }
  | { readonly state: 'known'; readonly answer: ReplyOf<typeof cartCalls.getAvailability> }

const waiting: Availability = { state: 'waiting' }

/** Asks whether a sku can be had, shipped and at a store; waits 10 s at most, then it is unknown (PLAT-31). */
export function useAvailability(sku: number, zipCode: string, locationId: string): Availability {
  const requested = `${sku} ${zipCode} ${locationId}`
  const [latest, setLatest] = useState({ requested, availability: waiting })
  useEffect(() => {
    const abort = new AbortController()
    const tell = (availability: Availability) => {
      clearTimeout(timer)
      if (!abort.signal.aborted) setLatest({ requested, availability })
    }
    const timer = setTimeout(() => {
      tell({ state: 'unknown' })
      abort.abort()
    }, availabilitySkeletonMs)
    calls.cart.getAvailability({ sku, zipCode, locationId }, { signal: abort.signal }).then(
      (answer) => tell({ state: 'known', answer }),
      () => tell({ state: 'unknown' }),
    )
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [requested, sku, zipCode, locationId])
  return latest.requested === requested ? latest.availability : waiting
}
