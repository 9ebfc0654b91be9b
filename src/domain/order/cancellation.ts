import { good, type Outcome, refused } from '../outcome.ts'
import type { OrderState } from './states.ts'

/** How long a shopper may cancel an order unless the store says otherwise; minutes. */
export const defaultCancelMinutes = 30

/** What of an order decides whether its shopper may still cancel it. */
export type CancelFacts = {
  readonly state: OrderState
  /** Since it was placed; 0 while it is not. */
  readonly placedSecondsAgo: number
  /** Some of its money is taken, not only held. */
  readonly isPaymentTaken: boolean
}

/**
 * Whether a shopper may cancel her whole order now: 'cancel', or 'cancelled' for one that is so already. `minutes` is how
 * long after it was placed; 0 is never. Problems: unknownOrder (it was never placed), cancelPending, cancelTooLate,
 * cancelPaymentTaken. Source: docs/decisions/0021.
 */
export function judgeCancel(facts: CancelFacts, minutes: number): Outcome<'cancel' | 'cancelled'> {
  const { state, placedSecondsAgo, isPaymentTaken } = facts
  if (state === 'cancelled') return good('cancelled')
  if (state === 'refused') return refused({ code: 'unknownOrder' })
  if (state === 'pending') return refused({ code: 'cancelPending' })
  if (placedSecondsAgo >= minutes * 60) return refused({ code: 'cancelTooLate' })
  return isPaymentTaken ? refused({ code: 'cancelPaymentTaken' }) : good('cancel')
}

/** The moment from which an order placed at `placedAt` can no longer be cancelled. */
export function cancelEnd(placedAt: Date, minutes: number): Date {
  return new Date(placedAt.getTime() + minutes * 60_000)
}
