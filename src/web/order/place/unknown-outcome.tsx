import { type ReactNode, useEffect, useRef, useState } from 'react'
import { confirmationAddress } from '#domain/order/place-answer.ts'
import { clearDrafts } from '#web/checkout/draft.ts'
import { useBrowser } from '#web/navigation/browser.tsx'
import { clearTaxExempt } from '#web/order/session-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { LookedAt } from './looked-at.tsx'
import styles from './unknown-outcome.module.css'
import { askOutcome, type Outcome } from './watch-outcome.ts'

/** How often it asks. */
export const askEveryMs = 2_000

export type UnknownOutcomeProps = { readonly basketId: string; readonly onNotPlaced: () => void }

/**
 * The connection was lost after 'Place Order': this page finds out by itself whether there is an order, and offers
 * nothing to press until it knows (BEYOND-02).
 */
export function UnknownOutcome({ basketId, onNotPlaced }: UnknownOutcomeProps): ReactNode {
  const browser = useBrowser()
  const outcome = useOutcome(basketId)
  const [since] = useState(() => new Date().toISOString())
  const isPlaced = outcome.kind === 'placed'
  useEffect(() => {
    if (!isPlaced) return
    clearTaxExempt()
    clearDrafts()
    browser.assign(confirmationAddress)
  }, [isPlaced, browser])
  // the button that led here has gone, and with each answer what was said before
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each answer
  useEffect(() => place.current?.focus({ preventScroll: true }), [outcome.kind])

  return (
    <div ref={place} tabIndex={-1}>
      <Answer outcome={outcome} since={since} onNotPlaced={onNotPlaced} />
    </div>
  )
}

type AnswerProps = Pick<UnknownOutcomeProps, 'onNotPlaced'> & { readonly outcome: Outcome; readonly since: string }

function Answer({ outcome, since, onNotPlaced }: AnswerProps): ReactNode {
  const browser = useBrowser()
  switch (outcome.kind) {
    case 'placed':
      return <Notice kind="good">Your order {outcome.orderNumber} was placed.</Notice>
    case 'waiting':
      return (
        <div className={styles.waiting}>
          <span className={styles.spinner} aria-hidden="true" />
          <div>
            <div role="status">
              <p className={styles.title}>We are finding out what became of your order.</p>
              <p>
                The connection was lost while your order was on its way. Please keep this page open and do not order
                again: it will tell you by itself whether your order was placed.
              </p>
            </div>
            <LookedAt since={since} />
          </div>
        </div>
      )
    case 'refused':
      return (
        <div className={styles.ended}>
          <Notice kind="bad">
            <p>Your order was not placed, and nothing was charged.</p>
            <p>{outcome.errorMessage}</p>
          </Notice>
          <Button onClick={() => browser.assign(outcome.redirectUrl || '/checkout/review')}>Continue</Button>
        </div>
      )
    case 'notPlaced':
      return (
        <div className={styles.ended}>
          <Notice>
            <p>Your order was not placed, and nothing was charged. Everything you entered is still here.</p>
          </Notice>
          <Button onClick={onNotPlaced}>Back to Review</Button>
        </div>
      )
  }
}

/** Asks until it knows; that nothing was placed must be said twice in a row, for the order may still be on its way. */
function useOutcome(basketId: string): Outcome {
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'waiting' })
  useEffect(() => {
    let isGone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let before: Outcome['kind'] = 'waiting'
    const ask = async (): Promise<void> => {
      const found = await askOutcome(basketId)
      if (isGone) return
      const isSure = found.kind !== 'waiting' && (found.kind === 'placed' || before === found.kind)
      before = found.kind
      if (isSure) setOutcome(found)
      else timer = setTimeout(ask, askEveryMs)
    }
    ask()
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [basketId])
  return outcome
}
