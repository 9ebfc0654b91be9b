import { z } from 'zod'
import type { Delivered } from '#server/order/deliver.ts'
import { type OrderWorld, processorOf } from '#server/order/order-world.ts'
import type { OutboxRow } from '#server/order/outbox-store.ts'
import { findPayment, noteCall, recordOutcome } from '#server/order/payment-store.ts'
import { outcomeOf, timed } from '#server/order/payments.ts'

const payload = z.object({ reference: z.string(), providerRef: z.string().nullable() })

/** Gives back what is held for an order that was refused: by the processor's reference, else by ours. */
export async function voidPayment(world: OrderWorld, row: OutboxRow): Promise<Delivered> {
  const { reference, providerRef } = payload.parse(row.payload)
  const payment = await findPayment(world.database, row.shopperId, reference)
  const request = providerRef === null ? { reference } : { reference, providerRef }
  const processor = processorOf(world, payment?.provider ?? world.gateway.provider)
  if (processor === undefined) return endOf('notSent')
  const { result, ms } = await timed(() => processor.void(request))
  if (payment === undefined) return endOf(result.state)
  if (result.state === 'accepted') {
    const call = { op: 'void', ms, outcome: 'ok' } as const
    await recordOutcome(world.database, row.shopperId, payment, call, {
      state: 'voided',
      providerRef: null,
      reason: null,
    })
    return { state: 'done' }
  }
  const outcome = result.state === 'refused' ? 'refused' : outcomeOf(result)
  await noteCall(world.database, row.shopperId, payment, { op: 'void', ms, outcome })
  return endOf(result.state)
}

function endOf(state: 'accepted' | 'refused' | 'unknown' | 'notSent'): Delivered {
  if (state === 'accepted') return { state: 'done' }
  // a processor that says no will say no again: a person must look
  return { state: 'failed', canRetry: state !== 'refused', why: `the void was answered '${state}'` }
}
