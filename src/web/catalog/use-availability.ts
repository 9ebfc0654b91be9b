import { useEffect, useState } from 'react'
import { availabilitySkeletonMs } from '#domain/timing.ts'
import { calls } from '#web/calls/client.ts'

export type Availability =
  | { readonly state: 'waiting' }
  | { readonly state: 'known'; readonly shipStatus: number; readonly pickupStatus: number; readonly message: string }
  | { readonly state: 'unknown' }

const waiting: Availability = { state: 'waiting' }

/** Asks whether a sku can be had; waits 10 s at most, then it is unknown (PLAT-31). */
export function useAvailability(sku: number, zipCode: string): Availability {
  const asked = `${sku} ${zipCode}`
  const [answer, setAnswer] = useState({ asked, availability: waiting })
  useEffect(() => {
    const abort = new AbortController()
    const tell = (availability: Availability) => {
      if (!abort.signal.aborted) setAnswer({ asked, availability })
    }
    const timer = setTimeout(() => {
      tell({ state: 'unknown' })
      abort.abort()
    }, availabilitySkeletonMs)
    calls.cart.getAvailability({ sku, zipCode }, { signal: abort.signal }).then(
      ({ shipStatus, pickupStatus, message }) => {
        clearTimeout(timer)
        tell({ state: 'known', shipStatus, pickupStatus, message })
      },
      () => {
        clearTimeout(timer)
        tell({ state: 'unknown' })
      },
    )
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [asked, sku, zipCode])
  return answer.asked === asked ? answer.availability : waiting
}
