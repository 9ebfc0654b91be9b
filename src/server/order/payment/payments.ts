import { challengeAddress } from '#domain/order/place-answer.ts'
import { type Decision, decideSettlement, nextPaymentStep, resendSeconds } from '#domain/order/settlement.ts'
import type { PaymentState } from '#domain/order/states.ts'
import type { Problem } from '#domain/problems.ts'
import type { PendingOrder } from '#server/order/order-store.ts'
import { type OrderWorld, processorOf } from '#server/order/order-world.ts'
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

type NotingWorld = Pick<OrderWorld, 'database' | 'alarm'>

/** What bringing the payments of an order on needs. */
export type CollectingWorld = NotingWorld & Pick<OrderWorld, 'gateway' | 'wallets' | 'killPoint' | 'originOf'>

/** Somebody else has taken the order over, or it has been ended: nothing more may be sent for it. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/** What one payment came to: its state, or the reason why the whole order stops here. */
type Step = { readonly state: PaymentState } | { readonly stop: Decision }

const wait: Step = { stop: { kind: 'wait' } }
const refuse = (problem: Problem): Step => ({ stop: { kind: 'refuse', problem } })

/**
 * Brings the payments of a pending order as far as they can be brought, slot by slot, from whatever state they are in: a
 * fresh order is sent, one that a dead process left is asked about first ('Place order' and R1 in docs/requirements/protocol.md). No transaction is open here.
 * `known`: its payments as they are, when they were written a moment ago.
 * @throws LeaseLost
 */
export async function collectPayments(
  world: CollectingWorld,
  order: PendingOrder,
  leaseOwner: string,
  known?: readonly Payment[],
): Promise<Decision> {
  const payments = known ?? (await readPayments(world.database, order))
  const ended: Payment[] = []
  for (const payment of payments) {
    const step = await bring(world, order, payment, leaseOwner)
    if ('stop' in step) return step.stop
    ended.push({ ...payment, state: step.state })
    // the second card is not asked once the first has said no
    if (step.state === 'refused') break
  }
  return decideSettlement(ended, order.cardDueCents)
}

async function bring(world: CollectingWorld, order: PendingOrder, payment: Payment, leaseOwner: string): Promise<Step> {
  const processor = processorOf(world, payment.provider)
  if (processor === undefined) {
    await world.alarm(world.database, 'payment-of-other-provider', payment.reference, { provider: payment.provider })
    return wait
  }
  const { canLookUp } = processor
  switch (nextPaymentStep(payment.state, { ageSeconds: order.ageSeconds, canLookUp, challenge: payment.challenge })) {
    case 'none':
      return { state: payment.state }
    case 'wait':
      return wait
    case 'complete':
      return complete(world, order, payment)
    case 'send':
      return send(world, order, payment, leaseOwner)
    case 'ask':
      return ask(world, order, payment, leaseOwner)
    case 'void':
      return voidByReference(world, order, payment)
    case 'giveUp':
      return refuse({ code: 'interrupted' })
  }
}

/** `sent` is committed before the first byte leaves, the outcome after the last one came. */
async function send(world: CollectingWorld, order: PendingOrder, payment: Payment, leaseOwner: string): Promise<Step> {
  if (!(await markPaymentSent(world.database, order, payment.slot, leaseOwner))) {
    throw new LeaseLost(`Order ${order.orderNumber} is in other hands`)
  }
  world.killPoint('k3')
  const { result, ms } = await timed(() => processorFor(world, payment).authorize(requestOf(world, order, payment)))
  world.killPoint('k4')
  const step = await noteAuthorization(world, order, payment, result, ms)
  world.killPoint('k5')
  return step
}

async function noteAuthorization(
  world: NotingWorld,
  order: PendingOrder,
  payment: Payment,
  result: AuthorizeResult,
  ms: number,
): Promise<Step> {
  switch (result.state) {
    case 'authorized':
      return move(world, order, payment, { op: 'auth', ms, outcome: 'ok' }, 'authorized', {
        providerRef: result.providerRef,
      })
    case 'refused':
      if (result.reason === 'otherPayment') {
        return leaveOther(world, order, payment, { op: 'auth', ms, outcome: 'refused' })
      }
      return move(world, order, payment, { op: 'auth', ms, outcome: 'refused' }, 'refused', { reason: result.reason })
    case 'challenge':
      await beginChallenge(world.database, order.shopperId, payment, { op: 'auth', ms }, result.url)
      return wait
    case 'unknown':
      await move(world, order, payment, { op: 'auth', ms, outcome: outcomeOf(result) }, 'unknown', {
        reason: result.why,
      })
      return wait
    case 'notSent': {
      const to = payment.state === 'unknown' ? 'unknown' : 'started'
      await move(world, order, payment, { op: 'auth', ms, outcome: outcomeOf(result) }, to, { reason: result.why })
      return to === 'unknown' ? wait : refuse({ code: 'serviceUnavailable' })
    }
  }
}

/**
 * The processor spoke of another payment than was asked about. The order is refused with its own payment left as it is, for
 * that one may still come to hold money: the end of the order voids it by reference.
 */
async function leaveOther(
  world: NotingWorld,
  order: PendingOrder,
  payment: Payment,
  call: ProviderCall,
): Promise<Step> {
  const { reference, amountCents, currency } = payment
  await world.alarm(world.database, 'answer-of-other-payment', reference, { amountCents, currency })
  await noteCall(world.database, order.shopperId, payment, call)
  return refuse({ code: payment.method === 'card' ? 'cardRefused' : 'walletRefused' })
}

/** Hands on what the shopper brought back from her bank; asked again for as long as it gets no answer. */
async function complete(
  world: NotingWorld & Pick<OrderWorld, 'gateway' | 'killPoint'>,
  order: PendingOrder,
  payment: Payment,
): Promise<Step> {
  const { reference, amountCents, currency, challengeResult } = payment
  const asked = { reference, amountCents, currency, redirectResult: challengeResult ?? '' }
  const { result, ms } = await timed(() => world.gateway.completeChallenge(asked))
  world.killPoint('k4')
  if (result.state === 'unknown' || result.state === 'notSent') {
    await noteCall(world.database, order.shopperId, payment, { op: 'auth', ms, outcome: outcomeOf(result) })
    return wait
  }
  return noteAuthorization(world, order, payment, result, ms)
}

async function ask(world: CollectingWorld, order: PendingOrder, payment: Payment, leaseOwner: string): Promise<Step> {
  const { result, ms } = await timed(() =>
    processorFor(world, payment).findByReference(requestOf(world, order, payment)),
  )
  const isYoung = order.ageSeconds < resendSeconds
  // sent again, it answers with the page where the shopper is to go
  if (result.state === 'found' && result.payment.state === 'challenge' && isYoung) {
    return send(world, order, payment, leaseOwner)
  }
  if (result.state === 'found') return noteFound(world, order, payment, result, ms)
  const outcome = result.state === 'notFound' ? 'ok' : outcomeOf(result)
  await noteCall(world.database, order.shopperId, payment, { op: 'lookup', ms, outcome })
  if (!isYoung) return voidByReference(world, order, payment)
  return result.state === 'notFound' ? send(world, order, payment, leaseOwner) : wait
}

async function noteFound(
  world: NotingWorld,
  order: PendingOrder,
  payment: Payment,
  { payment: found }: Extract<FindResult, { state: 'found' }>,
  ms: number,
): Promise<Step> {
  const call: ProviderCall = { op: 'lookup', ms, outcome: 'ok' }
  const isHeld = found.state === 'authorized' || found.state === 'captured'
  if (!isHeld) return move(world, order, payment, call, 'refused', { reason: found.state })
  if (found.amountCents !== payment.amountCents || found.currency !== payment.currency) {
    const { amountCents, currency } = found
    await world.alarm(world.database, 'payment-amount-differs', payment.reference, { amountCents, currency })
    await noteCall(world.database, order.shopperId, payment, call)
    return refuse({ code: 'interrupted' })
  }
  return move(world, order, payment, call, 'authorized', { providerRef: found.providerRef })
}

/** Shuts the door on a request that may still be on its way; only an accepted void lets the shopper pay again. */
async function voidByReference(
  world: NotingWorld & Pick<OrderWorld, 'gateway' | 'wallets'>,
  order: PendingOrder,
  payment: Payment,
): Promise<Step> {
  const { result, ms } = await timed(() => processorFor(world, payment).void({ reference: payment.reference }))
  if (result.state === 'accepted') {
    await move(world, order, payment, { op: 'void', ms, outcome: 'ok' }, 'refused', { reason: 'voided' })
    return refuse({ code: 'interrupted' })
  }
  const outcome = result.state === 'refused' ? 'refused' : outcomeOf(result)
  await noteCall(world.database, order.shopperId, payment, { op: 'void', ms, outcome })
  return wait
}

async function move(
  world: NotingWorld,
  order: PendingOrder,
  payment: Payment,
  call: ProviderCall,
  state: PaymentState,
  { providerRef, reason }: { readonly providerRef?: string; readonly reason?: string },
): Promise<Step> {
  const to = { state, providerRef: providerRef ?? null, reason: reason ?? null }
  try {
    if (await recordOutcome(world.database, order.shopperId, payment, call, to)) return { state }
  } catch (error) {
    if (!isNameTaken(error)) throw error
    return leaveOther(world, order, payment, { ...call, outcome: 'refused' })
  }
  // a notice or another process was first: its word counts
  const now = (await readPayments(world.database, order)).find(({ slot }) => slot === payment.slot)
  return { state: now?.state ?? payment.state }
}

function requestOf(world: Pick<OrderWorld, 'originOf'>, order: PendingOrder, payment: Payment): AuthorizeRequest {
  const { reference, amountCents, currency, token, method, deviceData } = payment
  const returnUrl = `${world.originOf(order.brand, order.country)}${challengeAddress}?${new URLSearchParams({ reference })}`
  return { reference, amountCents, currency, token, method, deviceData, shopperReference: order.shopperId, returnUrl }
}

function processorFor(world: Pick<OrderWorld, 'gateway' | 'wallets'>, { provider }: Payment): PaymentProcessor {
  const processor = processorOf(world, provider)
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
