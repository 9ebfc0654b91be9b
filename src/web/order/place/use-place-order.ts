import { useEffect, useRef, useState } from 'react'
import { whileLoading } from '#web/calls/loading.ts'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { handleCheckoutFault } from '#web/checkout/faults.ts'
import { errorContext } from '#web/checkout/steps/step-flow.ts'
import { useIdleImport } from '#web/ui/use-idle-import.ts'
import { useMessages } from '#web/variants/context.tsx'
import type { PlaceResult } from './placing.ts'

const load = () => import('./place-flow.ts')

/** After this long a press of 'Place Order' deserves a calm word (UX-18). */
export const calmAfterMs = 10_000

export type Placing = {
  readonly isPlacing: boolean
  /** It has taken longer than usual. */
  readonly isSlow: boolean
  /** The connection was lost after the order was sent (BEYOND-02). */
  readonly isUnknown: boolean
  readonly place: () => Promise<void>
  /** The unknown outcome turned out to be 'not placed': the shopper may look and press again. */
  readonly resume: () => void
}

/** The press of 'Place Order': busy at once, never twice (UX-18). */
export function usePlaceOrder(): Placing {
  const { store, browser, goTo, resolve } = useCheckout()
  const message = useMessages()
  const [state, setState] = useState<'idle' | 'placing' | 'unknown'>('idle')
  const [isSlow, setSlow] = useState(false)
  const isRunning = useRef(false)
  const later = useIdleImport(load)

  useEffect(() => {
    if (state !== 'placing') return
    const timer = setTimeout(() => setSlow(true), calmAfterMs)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [state])

  const place = async (): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    setState('placing')
    const flow = {
      step: 4 as const,
      store,
      browser,
      goTo,
      resolve,
      emptyBasketMessage: message('emptyBasketMessage'),
      scrollToTop: () => window.scrollTo({ top: 0 }),
    }
    let result: PlaceResult = 'stayed'
    try {
      result = await whileLoading(async () => (later ?? (await load())).placeOrder(flow))
    } catch (error) {
      // nothing was sent: what sends it could not be fetched
      handleCheckoutFault(error, errorContext('placeOrder', store))
    } finally {
      // While the page is being left the button stays as it is: there is nothing more to press.
      isRunning.current = result === 'leaving'
      if (result !== 'leaving') setState(result === 'unknown' ? 'unknown' : 'idle')
    }
    if (typeof result === 'object') await result.afterwards()
  }
  return {
    isPlacing: state === 'placing',
    isSlow,
    isUnknown: state === 'unknown',
    place,
    resume: () => setState('idle'),
  }
}
