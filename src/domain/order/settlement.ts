import type { Problem, ProblemCode } from '#domain/problems.ts'
import { askAfterRefusal } from './card-refusal.ts'
import type { PaymentSlot } from './payment-reference.ts'
import type { PaymentState } from './states.ts'

/** What settling needs to know of a payment; cents. */
export type SettledPayment = {
  readonly slot: PaymentSlot
  readonly state: PaymentState
  readonly amountCents: number
  /** 'card', or the wallet. */
  readonly method?: string
  /** Why it was refused, in the processor's port's words; null or missing when nobody told. */
  readonly reason?: string | null
}

/** Why an order is refused once it has been written: kept with it for ever, so that none of these codes ever goes. */
export const refusalCodes = [
  'cardRefused',
  'walletRefused',
  'interrupted',
  'serviceUnavailable',
] as const satisfies ProblemCode[]

export type RefusalProblem = Problem<(typeof refusalCodes)[number]>

/** What becomes of a pending order: placed, refused with the problem, or asked about again later. */
export type Decision =
  | { readonly kind: 'place' }
  | { readonly kind: 'refuse'; readonly problem: RefusalProblem }
  | { readonly kind: 'wait' }

/** An order may be sent to the processor again until it is this old; after that it is given up (3.5). */
export const resendSeconds = 60

/**
 * What the payments of a pending order amount to: all hold their money and cover what is due: placed; one is refused:
 * refused, both slots or none (OPEN-65); else wait.
 */
export function decideSettlement(payments: readonly SettledPayment[], cardDueCents: number): Decision {
  const refused = payments.find((payment) => payment.state === 'refused')
  if (refused !== undefined) {
    if ((refused.method ?? 'card') !== 'card') return { kind: 'refuse', problem: { code: 'walletRefused' } }
    const { slot, reason = null } = refused
    return { kind: 'refuse', problem: { code: 'cardRefused', slot, ask: askAfterRefusal(reason) } }
  }
  const holds = payments.filter((payment) => payment.state === 'authorized' || payment.state === 'captured')
  const held = holds.reduce((total, payment) => total + payment.amountCents, 0)
  return holds.length === payments.length && held === cardDueCents ? { kind: 'place' } : { kind: 'wait' }
}

/** How long a shopper may stay at the page of her card's bank before the order is given up, in seconds. */
export const challengeSeconds = 600

/** Where a 3-D Secure challenge stands: she is there, she came back with an answer, or she never did. */
export type ChallengeStage = 'open' | 'answered' | 'over'

/** What to do next about one payment of a pending order. */
export type PaymentStep = 'none' | 'send' | 'ask' | 'void' | 'giveUp' | 'complete' | 'wait'

/**
 * `started` was never on the wire: sent while the order is young, else given up. `sent` and `unknown` may have had an
 * effect: asked about. A processor that cannot look up (see CardGateway.canLookUp) would authorize by being asked, so of an
 * old order its payment is voided by reference instead. `challenged` waits for the shopper, and is voided when she
 * stays away, or when what she brought back has had no answer for as long.
 */
export function nextPaymentStep(
  state: PaymentState,
  order: { readonly ageSeconds: number; readonly canLookUp: boolean; readonly challenge?: ChallengeStage | null },
): PaymentStep {
  if (state === 'challenged') {
    if (order.challenge === 'answered') return order.ageSeconds < challengeSeconds ? 'complete' : 'void'
    return order.challenge === 'over' ? 'void' : 'wait'
  }
  const isYoung = order.ageSeconds < resendSeconds
  if (state === 'started') return isYoung ? 'send' : 'giveUp'
  if (state === 'sent' || state === 'unknown') return isYoung || order.canLookUp ? 'ask' : 'void'
  return 'none'
}

/** Seconds until a pending order is looked at again: 2, 4, 8 … 60 by the times it was taken up (0 the first). */
export function backoffSeconds(tries: number): number {
  return Math.min(60, 2 ** Math.min(tries + 1, 6))
}
