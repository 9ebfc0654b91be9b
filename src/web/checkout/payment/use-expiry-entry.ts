import { useState } from 'react'
import { storeDay } from '#domain/days.ts'
import type { PageMessageKey } from '#domain/messages.ts'
import { type Expiry, expiryInput, expiryProblem, readExpiry } from '#domain/payment/expiry.ts'

/** The one date that a shopper gives anew after her bank did not know it (CALM-24). */
export type ExpiryEntry = {
  readonly value: string
  readonly wrong: PageMessageKey | null
  readonly type: (text: string) => void
  /** True when it may be sent; else its control has the focus. */
  readonly judge: () => boolean
  readonly read: () => Expiry
}

export const expiryControlId = 'corrected-expiry'

export function useExpiryEntry(): ExpiryEntry {
  const [value, setValue] = useState('')
  // what it is asked for is told until it is typed
  const [wrong, setWrong] = useState<PageMessageKey | null>('refusal.expiry')
  return {
    value,
    wrong,
    type(text) {
      setValue(expiryInput(text))
      setWrong(null)
    },
    judge() {
      const problem = expiryProblem(value, storeDay(new Date()))
      setWrong(problem)
      if (problem !== null) document.getElementById(expiryControlId)?.focus()
      return problem === null
    },
    read: () => readExpiry(value),
  }
}
