import { challengeAddress } from '#domain/order/place-answer.ts'
import { type Decision, decideSettlement, nextPaymentStep, resendSeconds } from '#domain/order/settlement.ts'
import type { PaymentState } from '#domain/order/states.ts'
import { readHold } from '#server/order/books/hold-store.ts'
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
  leaveOther,
  type NotingDeps,
  noteOutcome,
  type Outcome,
  outcomeToSettle,
  refuse,
  type Step,
} from './payment-outcome.ts'
import { markPaymentSent, noteCall, type Payment, type ProviderCall, readPayments } from './payment-store.ts'

/** What bringing the payments of an order on needs. */
export type CollectingDeps = NotingDeps & Pick<OrderDeps, 'gateway' | 'wallets' | 'killPoint' | 'originOf'>

/** Somebody else has taken the order over, or it has been ended: nothing more may be sent for it. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/** What the payments of an order came to; `outcome` is not written yet, and T3 writes it. */
export type Collected = { readonly decision: Decision; readonly outcome: Outcome | null }

const wait: Step = { stop: { kind: 'wait' } }

/** A payment whose turn it is, in an order that is ours for as long as the lease lasts. */
type Due = {
  readonly order: PendingOrder
  readonly payment: Payment
  readonly leaseOwner: string
  /** Written as sent a moment ago, by us. */
  readonly isSent: boolean
  /** Its outcome may wait for T3. */
  readonly isLast: boolean
}

/**
 * Brings the payments of a pending order as far as they can be brought, slot by slot, from whatever state they are in: a
 * fresh order is sent, one that a dead process left is asked about first ('Place order' and R1 in docs/requirements/protocol.md). No transaction is open here.
 * `known`: its payments as this process wrote them a moment ago, the first as good as sent. What the last one that is asked
 * came to is left to T3 where the processor can look it up: should that fail, recovery does, however late.
 * @throws LeaseLost
 */
export async function collectPayments(
  deps: CollectingDeps,
  order: PendingOrder,
  leaseOwner: string,
  known?: readonly Payment[],
): Promise<Collected> {
  const payments = known ?? (await readPayments(deps.database, order))
  const ended: Payment[] = []
  let outcome: Outcome | null = null
  for (const payment of payments) {
    const isSent = known !== undefined && payment.state === 'sent'
    const isLast = payment === payments.at(-1)
    const step = await bring(deps, { order, payment, leaseOwner, isSent, isLast })
    if ('stop' in step) return { decision: step.stop, outcome: null }
    const { state, reason } = step
    outcome = step.outcome ?? null
    ended.push({ ...payment, state, reason })
    // the second card is not asked once the first has said no
    if (state === 'refused') break
  }
  return { decision: decideSettlement(ended, order.cardDueCents), outcome }
}

async function bring(deps: CollectingDeps, due: Due): Promise<Step> {
  const { order, payment } = due
  const processor = processorOf(deps, payment.provider)
  if (processor === undefined) {
    await deps.alarm(deps.database, 'payment-of-other-provider', payment.reference, { provider: payment.provider })
    return wait
  }
  if (due.isSent) return authorize(deps, due)
  const { canLookUp } = processor
  switch (nextPaymentStep(payment.state, { ageSeconds: order.ageSeconds, canLookUp, challenge: payment.challenge })) {
    case 'none':
      return { state: payment.state, reason: payment.reason }
    case 'wait':
      return wait
    case 'complete':
      return complete(deps, order, payment)
    case 'send':
      return send(deps, due)
    case 'ask':
      return ask(deps, due)
    case 'void':
      return voidByReference(deps, order, payment)
    case 'giveUp':
      return (await isOlderThanHold(deps, order)) ? wait : refuse({ code: 'interrupted' })
  }
}

/**
 * In hold an order of before may have been placed long ago, in what the database has lost: what the processor says of it counts,
 * and it is not given up for want of an answer (OPS-28).
 */
async function isOlderThanHold(
  { database }: Pick<CollectingDeps, 'database'>,
  { ageSeconds }: PendingOrder,
): Promise<boolean> {
  const { isOn, heldSeconds } = await readHold(database)
  return isOn && ageSeconds >= heldSeconds
}

/** `sent` is committed before the first byte leaves. */
async function send(deps: CollectingDeps, due: Due): Promise<Step> {
  await markSent(deps, due)
  return authorize(deps, due)
}

async function markSent(
  { database }: Pick<CollectingDeps, 'database'>,
  { order, payment, leaseOwner }: Due,
): Promise<void> {
  if (await markPaymentSent(database, order, payment.slot, leaseOwner)) return
  throw new LeaseLost(`Order ${order.orderNumber} is in other hands`)
}

/** The outcome is committed after the last byte came: with what follows from it, where nothing but T3 does. */
async function authorize(deps: CollectingDeps, { order, payment, isLast }: Due): Promise<Step> {
  deps.killPoint('k3')
  const processor = processorFor(deps, payment)
  const { result, ms } = await timed(() => processor.authorize(requestOf(deps, order, payment)))
  deps.killPoint('k4')
  const outcome = outcomeToSettle(payment, result, ms)
  const mayWait = processor.isRepeatable && processor.canLookUp && (isLast || outcome?.to.state === 'refused')
  if (outcome !== null && mayWait) {
    return { ...outcome.to, outcome }
  }
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
  const outcome = outcomeToSettle(payment, result, ms)
  if (outcome !== null) return noteOutcome(deps, order, outcome)
  switch (result.state) {
    case 'authorized':
    case 'refused':
      return leaveOther(deps, order, payment, { op: 'auth', ms, outcome: 'refused' })
    case 'challenge':
      await beginChallenge(deps.database, order.shopperId, payment, { op: 'auth', ms }, result.url)
      return wait
    case 'unknown':
      await move(deps, order, payment, { op: 'auth', ms, outcome: outcomeOf(result) }, 'unknown', {
        reason: result.why,
      })
      return wait
    case 'notSent': {
      const call: ProviderCall = { op: 'auth', ms, outcome: outcomeOf(result) }
      const step = await move(deps, order, payment, call, 'started', { reason: result.why })
      // one that was sent before stays what it is: that request may still arrive
      const neverLeft = 'state' in step && step.state === 'started'
      return neverLeft ? refuse({ code: 'serviceUnavailable' }) : wait
    }
  }
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

async function ask(deps: CollectingDeps, due: Due): Promise<Step> {
  const { order, payment } = due
  const processor = processorFor(deps, payment)
  // asked that way it may authorize: it counts as sent, and only while the order is ours
  if (!processor.canLookUp) await markSent(deps, due)
  const { result, ms } = await timed(() => processor.findByReference(requestOf(deps, order, payment)))
  const isYoung = order.ageSeconds < resendSeconds
  // sent again, it answers with the page where the shopper is to go
  if (result.state === 'found' && result.payment.state === 'challenge' && isYoung) {
    return send(deps, due)
  }
  if (result.state === 'found') return noteFound(deps, order, payment, result, ms)
  const outcome = result.state === 'notFound' ? 'ok' : outcomeOf(result)
  await noteCall(deps.database, order.shopperId, payment, { op: 'lookup', ms, outcome })
  if (!isYoung) return voidByReference(deps, order, payment)
  return result.state === 'notFound' ? send(deps, due) : wait
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
  if (await isOlderThanHold(deps, order)) return wait
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
  return noteOutcome(deps, order, { payment, call, to })
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
