import { z } from 'zod'
import type { Delivered } from '#server/order/deliver.ts'
import { type OrderWorld, processorOf } from '#server/order/order-world.ts'
import type { OutboxRow } from '#server/order/outbox-store.ts'
import { findPayment, noteCall, type ProviderCall, recordOutcome } from '#server/order/payment-store.ts'
import { outcomeOf, timed } from '#server/order/payments.ts'
import type { ModificationResult } from '#server/providers/card-gateway/port.ts'
import type { PaymentProcessor } from '#server/providers/wallet-gateway/port.ts'

const payload = z.object({
  reference: z.string(),
  providerRef: z.string().nullable(),
  /** The processor has said that there is nothing to void: the money was taken. */
  isTaken: z.boolean().default(false),
})

/**
 * Gives back what is held for an order that was refused or cancelled: by the processor's reference, else by ours. What was
 * taken before the void arrived is refunded.
 */
export async function voidPayment(world: OrderWorld, row: OutboxRow): Promise<Delivered> {
  const { reference, providerRef, isTaken } = payload.parse(row.payload)
  const payment = await findPayment(world.database, row.shopperId, reference)
  const processor = processorOf(world, payment?.provider ?? world.gateway.provider)
  if (processor === undefined) return endOf('void', 'notSent')
  const request = providerRef === null ? { reference } : { reference, providerRef }
  if (payment === undefined) return endOf('void', (await processor.void(request)).state)
  if (!isTaken) {
    const asked = await timed(() => processor.void(request))
    const { result } = asked
    await noteEnd(world, payment, 'void', asked)
    if (result.state !== 'refused' || result.reason !== 'wrongState') return endOf('void', result.state)
    // whoever took the money may be about to ship
    const { amountCents, currency, orderId } = payment
    await world.alarm(world.database, 'void-failed', reference, { amountCents, currency, orderId })
  }
  return providerRef === null ? endOf('void', 'refused') : refund(world, processor, payment, providerRef)
}

type Found = NonNullable<Awaited<ReturnType<typeof findPayment>>>

/** Never of an order that stands, and by its key never twice. */
async function refund(
  world: OrderWorld,
  processor: PaymentProcessor,
  payment: Found,
  providerRef: string,
): Promise<Delivered> {
  const { reference, amountCents, currency, orderState } = payment
  if (orderState !== 'refused' && orderState !== 'cancelled') return endOf('refund', 'refused')
  const request = { key: `given-up.${providerRef}`, providerRef, reference, amountCents, currency }
  const asked = await timed(() => processor.refund(request))
  await noteEnd(world, payment, 'refund', asked)
  return endOf('refund', asked.result.state)
}

async function noteEnd(
  world: OrderWorld,
  payment: Found,
  op: 'void' | 'refund',
  { result, ms }: { readonly result: ModificationResult; readonly ms: number },
): Promise<void> {
  const { database } = world
  if (result.state === 'accepted') {
    const reason = op === 'refund' ? 'refunded' : null
    const call: ProviderCall = { op, ms, outcome: 'ok' }
    await recordOutcome(database, payment.shopperId, payment, call, { state: 'voided', providerRef: null, reason })
    return
  }
  const outcome = result.state === 'refused' ? 'refused' : outcomeOf(result)
  await noteCall(database, payment.shopperId, payment, { op, ms, outcome })
}

function endOf(op: 'void' | 'refund', state: ModificationResult['state']): Delivered {
  if (state === 'accepted') return { state: 'done' }
  // a processor that says no will say no again: a person must look
  return { state: 'failed', canRetry: state !== 'refused', why: `the ${op} was answered '${state}'` }
}
