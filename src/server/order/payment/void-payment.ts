import { z } from 'zod'
import { readHold } from '#server/order/books/hold-store.ts'
import type { Delivered } from '#server/order/mail/delivery-deps.ts'
import { type OutboxRow, payloadOf } from '#server/order/mail/outbox-store.ts'
import { type OrderDeps, processorOf } from '#server/order/order-deps.ts'
import { refundTaken } from '#server/order/place/refund-orphan.ts'
import type { CapturedResult, ModificationResult } from '#server/providers/card-gateway/port.ts'
import type { PaymentProcessor } from '#server/providers/wallet-gateway/port.ts'
import { findPayment, noteCall, type ProviderCall, recordOutcome } from './payment-store.ts'
import { outcomeOf, timed } from './payments.ts'
import { readReportedCaptures } from './webhook-store.ts'

const payload = z.object({
  reference: z.string(),
  providerRef: z.string().nullable(),
  /** The processor has said that there is nothing to void: the money was taken. */
  isTaken: z.boolean().default(false),
  /** It is of another authorization than the one the order stands on, which is left alone. */
  isSecond: z.boolean().default(false),
})

/**
 * Gives back what is held for an order that was refused or cancelled: by the processor's reference, else by ours. What was
 * taken before the void arrived is refunded.
 */
export async function voidPayment(
  deps: Pick<OrderDeps, 'database' | 'gateway' | 'wallets' | 'alarm'>,
  row: OutboxRow,
): Promise<Delivered> {
  const { reference, providerRef, isTaken, isSecond } = payloadOf(row, payload)
  const payment = await findPayment(deps.database, row.shopperId, reference)
  const processor = processorOf(deps, payment?.provider ?? deps.gateway.provider)
  if (processor === undefined) return endOf('void', 'notSent')
  const request = providerRef === null ? { reference } : { reference, providerRef }
  // which of two authorizations the order stands on is not known for good in hold, nor whose a payment without a row is (OPS-28)
  const isUnsure = payment === undefined || isSecond
  if (isUnsure && (await readHold(deps.database)).isOn) return { state: 'postponed' }
  if (payment === undefined) return endOf('void', (await processor.void(request)).state)
  if (isSecond && providerRef !== null) return giveSecondBack(deps, processor, payment, providerRef)
  if (!isTaken) {
    const answered = await timed(() => processor.void(request))
    const { result } = answered
    await noteEnd(deps, payment, 'void', answered)
    if (result.state !== 'refused' || result.reason !== 'wrongState') return endOf('void', result.state)
    // whoever took the money may be about to ship
    const { amountCents, currency, orderId } = payment
    await deps.alarm(deps.database, 'void-failed', reference, { amountCents, currency, orderId })
  }
  return providerRef === null ? endOf('void', 'refused') : refund(deps, processor, payment, providerRef)
}

type Found = NonNullable<Awaited<ReturnType<typeof findPayment>>>

/** Gives back what a processor holds, or has taken, beside the payment itself, whose state stays (SAFE-21). */
async function giveSecondBack(
  { database }: Pick<OrderDeps, 'database'>,
  processor: PaymentProcessor,
  payment: Found,
  providerRef: string,
): Promise<Delivered> {
  const { reference, amountCents, currency } = payment
  const note = async (
    op: 'void' | 'refund',
    { result, ms }: { readonly result: ModificationResult; readonly ms: number },
  ) => {
    await noteCall(database, payment.shopperId, payment, { op, ms, outcome: callOutcome(result) })
    return result
  }
  const voided = await note('void', await timed(() => processor.void({ reference, providerRef })))
  if (voided.state !== 'refused' || voided.reason !== 'wrongState') return endOf('void', voided.state)
  const taken = { reference, providerRef, amountCents, currency }
  return endOf('refund', (await note('refund', await timed(() => refundTaken(processor, taken)))).state)
}

/**
 * Gives back what was taken, be it all of the payment or a part: never of an order that stands, and by its keys never twice.
 * What is left over of the authorization the processor lets go of by itself.
 */
async function refund(
  deps: Pick<OrderDeps, 'database'>,
  processor: PaymentProcessor,
  payment: Found,
  providerRef: string,
): Promise<Delivered> {
  const { reference, currency, orderState } = payment
  if (orderState !== 'refused' && orderState !== 'cancelled') return endOf('refund', 'refused')
  const taken = await timed(() => findTaken(deps, processor, payment, providerRef))
  if ('state' in taken.result) {
    await noteEnd(deps, payment, 'lookup', { result: taken.result, ms: taken.ms })
    return endOf('refund', taken.result.state)
  }
  if (taken.result.length === 0) {
    // the void was good: nothing is left that could be given back
    await end(deps, payment, { op: 'lookup', ms: taken.ms, outcome: 'ok' }, null)
    return { state: 'done' }
  }
  let cents = 0
  for (const { key, amountCents, isGuess } of taken.result) {
    const answered = await timed(() => processor.refund({ key, providerRef, reference, amountCents, currency }))
    cents += amountCents
    const isLast = key === taken.result.at(-1)?.key
    const { result, ms } = answered
    if (result.state !== 'accepted') {
      await noteEnd(deps, payment, 'refund', { result, ms })
      const isLess = isGuess && result.state === 'refused' && result.reason === 'amountTooHigh'
      return isLess
        ? { state: 'failed', canRetry: true, why: 'no webhook says how much was taken' }
        : endOf('refund', result.state)
    }
    const call: ProviderCall = { op: 'refund', ms, outcome: 'ok' }
    if (isLast) await end(deps, payment, call, refundedReason(payment, cents))
    else await noteCall(deps.database, payment.shopperId, payment, call)
  }
  return { state: 'done' }
}

/** What is to be given back, with the key that makes it once. */
type Taken = {
  readonly key: string
  readonly amountCents: number
  /** Nobody has said how much was taken. */
  readonly isGuess: boolean
}

/**
 * What was taken. A processor that cannot be asked (Adyen) tells of its captures by signed webhook events; where none has come yet
 * all is asked for, and a part that is told later is asked for then: a refund of more than was taken moves nothing.
 */
async function findTaken(
  { database }: Pick<OrderDeps, 'database'>,
  processor: PaymentProcessor,
  { reference, amountCents, currency }: Found,
  providerRef: string,
): Promise<readonly Taken[] | Exclude<CapturedResult, { state: 'told' | 'notOffered' }>> {
  const key = `given-up.${providerRef}`
  const answer = await processor.findCaptured({ reference, providerRef })
  if (answer.state === 'told') {
    return answer.capturedCents === 0 ? [] : [{ key, amountCents: answer.capturedCents, isGuess: false }]
  }
  if (answer.state !== 'notOffered') return answer
  const reported = await readReportedCaptures(database, processor.provider, { reference, providerRef, currency })
  if (reported.length === 0 || reported.some((capture) => capture.amountCents >= amountCents)) {
    return [{ key, amountCents, isGuess: reported.length === 0 }]
  }
  return reported.map((part) => ({ key: `${key}.${part.eventId}`, amountCents: part.amountCents, isGuess: false }))
}

async function noteEnd(
  deps: Pick<OrderDeps, 'database'>,
  payment: Found,
  op: 'void' | 'refund' | 'lookup',
  { result, ms }: { readonly result: ModificationResult; readonly ms: number },
): Promise<void> {
  if (result.state === 'accepted') return end(deps, payment, { op, ms, outcome: 'ok' }, null)
  await noteCall(deps.database, payment.shopperId, payment, { op, ms, outcome: callOutcome(result) })
}

function callOutcome(result: ModificationResult): ProviderCall['outcome'] {
  if (result.state === 'accepted') return 'ok'
  return result.state === 'refused' ? 'refused' : outcomeOf(result)
}

async function end(
  deps: Pick<OrderDeps, 'database'>,
  payment: Found,
  call: ProviderCall,
  reason: string | null,
): Promise<void> {
  await recordOutcome(deps.database, payment.shopperId, payment, call, { state: 'voided', providerRef: null, reason })
}

/** 'refunded', with the cents when they are a part of the payment. */
function refundedReason({ amountCents }: Found, cents: number): string {
  return cents >= amountCents ? 'refunded' : `refunded ${cents}`
}

function endOf(op: 'void' | 'refund', state: ModificationResult['state']): Delivered {
  if (state === 'accepted') return { state: 'done' }
  // a processor that says no will say no again: a person must look
  return { state: 'failed', canRetry: state !== 'refused', why: `the ${op} was answered '${state}'` }
}
