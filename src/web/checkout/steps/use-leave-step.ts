import { useRef, useState } from 'react'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { useMessages } from '#web/variants/context.tsx'
import { leaveStep } from './step-flow.ts'

/**
 * The button that leaves a step, as React sees it; a second press while the first runs does nothing. `arrive` stands in
 * for the way to the next step where that one is on the same page.
 */
export function useLeaveStep(
  step: 1 | 2 | 3,
  arrive?: () => Promise<void>,
): {
  readonly isLeaving: boolean
  readonly leave: (save: () => Promise<boolean>) => Promise<void>
} {
  const { store, browser, goTo, resolve } = useCheckout()
  const message = useMessages()
  const [isLeaving, setLeaving] = useState(false)
  const isRunning = useRef(false)

  const leave = async (save: () => Promise<boolean>): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    setLeaving(true)
    try {
      await leaveStep({
        step,
        store,
        browser,
        navigate: arrive ?? goTo,
        save,
        resolve,
        emptyBasketMessage: message('emptyBasketMessage'),
        scrollToTop: () => window.scrollTo({ top: 0 }),
      })
    } finally {
      isRunning.current = false
      setLeaving(false)
    }
  }
  return { isLeaving, leave }
}
