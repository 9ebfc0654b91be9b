import type { Decision, RefusalProblem } from '#domain/order/settlement.ts'
import type { PaymentState } from '#domain/order/states.ts'
import type { OrderDeps } from '#server/order/order-deps.ts'
import type { PendingOrder } from '#server/order/order-store.ts'
import type { AuthorizeResult } from '#server/providers/card-gateway/port.ts'
import {
  isNameTaken,
  noteCall,
  type Payment,
  type PaymentEnd,
  type ProviderCall,
  readPayments,
  recordOutcome,
} from './payment-store.ts'

/** What noting a call needs. */
export type NotingDeps = Pick<OrderDeps, 'database' | 'alarm'>

/** What the processor said of a payment, to be noted with what follows from it. */
export type Outcome = {
  readonly payment: Payment
  readonly call: ProviderCall
  readonly to: PaymentEnd
}

/** What one payment came to: its state, what of it T3 is to write, or the reason why the whole order stops here. */
export type Step =
  | { readonly state: PaymentState; readonly reason: string | null; readonly outcome?: Outcome }
  | { readonly stop: Decision }

/** The whole order stops here. */
export const refuse = (problem: RefusalProblem): Step => ({ stop: { kind: 'refuse', problem } })

/** What ends the order by itself; null for what does not. */
export function outcomeToSettle(payment: Payment, result: AuthorizeResult, ms: number): Outcome | null {
  if (result.state === 'authorized') {
    const { providerRef } = result
    return { payment, call: { op: 'auth', ms, outcome: 'ok' }, to: { state: 'authorized', providerRef, reason: null } }
  }
  if (result.state !== 'refused' || result.reason === 'otherPayment') return null
  const { reason } = result
  return { payment, call: { op: 'auth', ms, outcome: 'refused' }, to: { state: 'refused', providerRef: null, reason } }
}

/** Notes what a call came to, by itself. */
export async function noteOutcome(
  deps: NotingDeps,
  order: PendingOrder,
  { payment, call, to }: Outcome,
): Promise<Step> {
  try {
    if (await recordOutcome(deps.database, order.shopperId, payment, call, to)) {
      return { state: to.state, reason: to.reason }
    }
  } catch (error) {
    if (!isNameTaken(error)) throw error
    return leaveOther(deps, order, payment, { ...call, outcome: 'refused' })
  }
  // a webhook event or another process was first: its word counts
  const now = (await readPayments(deps.database, order)).find(({ slot }) => slot === payment.slot)
  // it may have known less of the reason
  const isSame = now?.state === to.state && to.reason !== null
  return { state: now?.state ?? payment.state, reason: isSame ? to.reason : (now?.reason ?? null) }
}

/**
 * The processor spoke of another payment than was asked about. The order is refused with its own payment left as it is, for
 * that one may still come to hold money: the end of the order voids it by reference.
 */
export async function leaveOther(
  deps: NotingDeps,
  order: PendingOrder,
  payment: Payment,
  call: ProviderCall,
): Promise<Step> {
  const { reference, amountCents, currency } = payment
  await deps.alarm(deps.database, 'answer-of-other-payment', reference, { amountCents, currency })
  await noteCall(deps.database, order.shopperId, payment, call)
  return refuse({ code: payment.method === 'card' ? 'cardRefused' : 'walletRefused' })
}
