import { challengeAddress } from '#domain/order/place-answer.ts'
import {
  type Decision,
  decideSettlement,
  nextPaymentStep,
  type RefusalProblem,
  resendSeconds,
} from '#domain/order/settlement.ts'
import type { PaymentState } from '#domain/order/states.ts'
import { type OrderDeps, processorOf } from '#server/order/order-deps.ts'
import type { PendingOrder } from '#server/order/order-store.ts'
import { beginChallenge } from '#server/order/place/challenge-store.ts'
import type {
  AuthorizeRequest,
  AuthorizeResult,
  FindResult,
  NotSent,
  Unknown,
} from '#server/providers/card-gateway/port.ts'
import type { PaymentProcessor } from '#server/providers/wallet-gateway/port.ts'
import {
  isNameTaken,
  markPaymentSent,
  noteCall,
  type Payment,
  type ProviderCall,
  readPayments,
  recordOutcome,
} from './payment-store.ts'

type NotingDeps = Pick<OrderDeps, 'database' | 'alarm'>

/** What bringing the payments of an order on needs. */
export type CollectingDeps = NotingDeps & Pick<OrderDeps, 'gateway' | 'wallets' | 'killPoint' | 'originOf'>

/** Somebody else has taken the order over, or it has been ended: nothing more may be sent for it. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/** What one payment came to: its state, or the reason why the whole order stops here. */
type Step = { readonly state: PaymentState; readonly reason: string | null } | { readonly stop: Decision }

const wait: Step = { stop: { kind: 'wait' } }
const refuse = (problem: RefusalProblem): Step => ({ stop: { kind: 'refuse', problem } })

/**
 * Brings the payments of a pending order as far as they can be brought, slot by slot, from whatever state they are in: a
 * fresh order is sent, one that a dead process left is asked about first ('Place order' and R1 in docs/requirements/protocol.md). No transaction is open here.
 * `known`: its payments as they are, when they were written a moment ago.
 * @throws LeaseLost
 */
export async function collectPayments(
  deps: CollectingDeps,
  order: PendingOrder,
  leaseOwner: string,
  known?: readonly Payment[],
): Promise<Decision> {
  const payments = known ?? (await readPayments(deps.database, order))
  const ended: Payment[] = []
  for (const payment of payments) {
    const step = await bring(deps, order, payment, leaseOwner)
    if ('stop' in step) return step.stop
    ended.push({ ...payment, ...step })
    // the second card is not asked once the first has said no
    if (step.state === 'refused') break
  }
  return decideSettlement(ended, order.cardDueCents)
}

async function bring(deps: CollectingDeps, order: PendingOrder, payment: Payment, leaseOwner: string): Promise<Step> {
  const processor = processorOf(deps, payment.provider)
  if (processor === undefined) {
    await deps.alarm(deps.database, 'payment-of-other-provider', payment.reference, { provider: payment.provider })
    return wait
  }
  const { canLookUp } = processor
  switch (nextPaymentStep(payment.state, { ageSeconds: order.ageSeconds, canLookUp, challenge: payment.challenge })) {
    case 'none':
      return { state: payment.state, reason: payment.reason }
    case 'wait':
      return wait
    case 'complete':
      return complete(deps, order, payment)
    case 'send':
      return send(deps, order, payment, leaseOwner)
    case 'ask':
      return ask(deps, order, payment, leaseOwner)
    case 'void':
      return voidByReference(deps, order, payment)
    case 'giveUp':
      return refuse({ code: 'interrupted' })
  }
}

/** `sent` is committed before the first byte leaves, the outcome after the last one came. */
async function send(deps: CollectingDeps, order: PendingOrder, payment: Payment, leaseOwner: string): Promise<Step> {
  if (!(await markPaymentSent(deps.database, order, payment.slot, leaseOwner))) {
    throw new LeaseLost(`Order ${order.orderNumber} is in other hands`)
  }
  deps.killPoint('k3')
  const { result, ms } = await timed(() => processorFor(deps, payment).authorize(requestOf(deps, order, payment)))
  deps.killPoint('k4')
  const step = await noteAuthorization(deps, order, payment, result, ms)
  deps.killPoint('k5')
  return step
}

async function noteAuthorization(
  deps: NotingDeps,
  order: PendingOrder,
  payment: Payment,
  result: AuthorizeResult,
  ms: number,
): Promise<Step> {
  switch (result.state) {
    case 'authorized':
      return move(deps, order, payment, { op: 'auth', ms, outcome: 'ok' }, 'authorized', {
        providerRef: result.providerRef,
      })
    case 'refused':
      if (result.reason === 'otherPayment') {
        return leaveOther(deps, order, payment, { op: 'auth', ms, outcome: 'refused' })
      }
      return move(deps, order, payment, { op: 'auth', ms, outcome: 'refused' }, 'refused', { reason: result.reason })
    case 'challenge':
      await beginChallenge(deps.database, order.shopperId, payment, { op: 'auth', ms }, result.url)
      return wait
    case 'unknown':
      await move(deps, order, payment, { op: 'auth', ms, outcome: outcomeOf(result) }, 'unknown', {
        reason: result.why,
      })
      return wait
    case 'notSent': {
      const to = payment.state === 'unknown' ? 'unknown' : 'started'
      await move(deps, order, payment, { op: 'auth', ms, outcome: outcomeOf(result) }, to, { reason: result.why })
      return to === 'unknown' ? wait : refuse({ code: 'serviceUnavailable' })
    }
  }
}

/**
 * The processor spoke of another payment than was asked about. The order is refused with its own payment left as it is, for
 * that one may still come to hold money: the end of the order voids it by reference.
 */
async function leaveOther(deps: NotingDeps, order: PendingOrder, payment: Payment, call: ProviderCall): Promise<Step> {
  const { reference, amountCents, currency } = payment
  await deps.alarm(deps.database, 'answer-of-other-payment', reference, { amountCents, currency })
  await noteCall(deps.database, order.shopperId, payment, call)
  return refuse({ code: payment.method === 'card' ? 'cardRefused' : 'walletRefused' })
}

/** Hands on what the shopper brought back from her bank; asked again for as long as it gets no answer. */
async function complete(
  deps: NotingDeps & Pick<OrderDeps, 'gateway' | 'killPoint'>,
  order: PendingOrder,
  payment: Payment,
): Promise<Step> {
  const { reference, amountCents, currency, challengeResult } = payment
  const answered = { reference, amountCents, currency, redirectResult: challengeResult ?? '' }
  const { result, ms } = await timed(() => deps.gateway.completeChallenge(answered))
  deps.killPoint('k4')
  if (result.state === 'unknown' || result.state === 'notSent') {
    await noteCall(deps.database, order.shopperId, payment, { op: 'auth', ms, outcome: outcomeOf(result) })
    return wait
  }
  return noteAuthorization(deps, order, payment, result, ms)
}

async function ask(deps: CollectingDeps, order: PendingOrder, payment: Payment, leaseOwner: string): Promise<Step> {
  const { result, ms } = await timed(() => processorFor(deps, payment).findByReference(requestOf(deps, order, payment)))
  const isYoung = order.ageSeconds < resendSeconds
  // sent again, it answers with the page where the shopper is to go
  if (result.state === 'found' && result.payment.state === 'challenge' && isYoung) {
    return send(deps, order, payment, leaseOwner)
  }
  if (result.state === 'found') return noteFound(deps, order, payment, result, ms)
  const outcome = result.state === 'notFound' ? 'ok' : outcomeOf(result)
  await noteCall(deps.database, order.shopperId, payment, { op: 'lookup', ms, outcome })
  if (!isYoung) return voidByReference(deps, order, payment)
  return result.state === 'notFound' ? send(deps, order, payment, leaseOwner) : wait
}

async function noteFound(
  deps: NotingDeps,
  order: PendingOrder,
  payment: Payment,
  { payment: found }: Extract<FindResult, { state: 'found' }>,
  ms: number,
): Promise<Step> {
  const call: ProviderCall = { op: 'lookup', ms, outcome: 'ok' }
  const isHeld = found.state === 'authorized' || found.state === 'captured'
  if (!isHeld) return move(deps, order, payment, call, 'refused', { reason: found.state })
  if (found.amountCents !== payment.amountCents || found.currency !== payment.currency) {
    const { amountCents, currency } = found
    await deps.alarm(deps.database, 'payment-amount-differs', payment.reference, { amountCents, currency })
    await noteCall(deps.database, order.shopperId, payment, call)
    return refuse({ code: 'interrupted' })
  }
  return move(deps, order, payment, call, 'authorized', { providerRef: found.providerRef })
}

/** Shuts the door on a request that may still be on its way; only an accepted void lets the shopper pay again. */
async function voidByReference(
  deps: NotingDeps & Pick<OrderDeps, 'gateway' | 'wallets'>,
  order: PendingOrder,
  payment: Payment,
): Promise<Step> {
  const { result, ms } = await timed(() => processorFor(deps, payment).void({ reference: payment.reference }))
  if (result.state === 'accepted') {
    await move(deps, order, payment, { op: 'void', ms, outcome: 'ok' }, 'refused', { reason: 'voided' })
    return refuse({ code: 'interrupted' })
  }
  const outcome = result.state === 'refused' ? 'refused' : outcomeOf(result)
  await noteCall(deps.database, order.shopperId, payment, { op: 'void', ms, outcome })
  return wait
}

async function move(
  deps: NotingDeps,
  order: PendingOrder,
  payment: Payment,
  call: ProviderCall,
  state: PaymentState,
  { providerRef, reason }: { readonly providerRef?: string; readonly reason?: string },
): Promise<Step> {
  const to = { state, providerRef: providerRef ?? null, reason: reason ?? null }
  try {
    if (await recordOutcome(deps.database, order.shopperId, payment, call, to)) return { state, reason: to.reason }
  } catch (error) {
    if (!isNameTaken(error)) throw error
    return leaveOther(deps, order, payment, { ...call, outcome: 'refused' })
  }
  // a webhook event or another process was first: its word counts
  const now = (await readPayments(deps.database, order)).find(({ slot }) => slot === payment.slot)
  return { state: now?.state ?? payment.state, reason: now?.reason ?? null }
}

function requestOf(deps: Pick<OrderDeps, 'originOf'>, order: PendingOrder, payment: Payment): AuthorizeRequest {
  const { reference, amountCents, currency, token, method, deviceData } = payment
  const returnUrl = `${deps.originOf(order.brand, order.country)}${challengeAddress}?${new URLSearchParams({ reference })}`
  return { reference, amountCents, currency, token, method, deviceData, shopperReference: order.shopperId, returnUrl }
}

function processorFor(deps: Pick<OrderDeps, 'gateway' | 'wallets'>, { provider }: Payment): PaymentProcessor {
  const processor = processorOf(deps, provider)
  if (processor === undefined) throw new Error(`${provider} is not configured`)
  return processor
}

/** How a call that gave no answer is kept in the record. */
export function outcomeOf(result: Unknown | NotSent): ProviderCall['outcome'] {
  if (result.state === 'notSent') return result.why === 'turnedAway' ? '4xx' : 'not-sent'
  return ({ timeout: 'timeout', connectionCut: 'reset', serverFault: '5xx', unreadableAnswer: '5xx' } as const)[
    result.why
  ]
}

/** A call and the milliseconds it took. */
export async function timed<Result>(call: () => Promise<Result>): Promise<{ result: Result; ms: number }> {
  const start = performance.now()
  const result = await call()
  return { result, ms: performance.now() - start }
}
