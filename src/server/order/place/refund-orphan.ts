import type { Orphan } from '#server/order/books/reconcile-round-store.ts'
import { noteGivenBack } from '#server/order/books/reported-payment-store.ts'
import type { OrderDeps } from '#server/order/order-deps.ts'
import type { ModificationResult } from '#server/providers/card-gateway/port.ts'
import type { PaymentProcessor } from '#server/providers/wallet-gateway/port.ts'

/** Voids money that is only held, refunds what was taken, and tells a person how that was answered. */
export async function refundOrphan(
  { database, alarm }: Pick<OrderDeps, 'database' | 'alarm'>,
  processor: PaymentProcessor,
  { kind, ...orphan }: Orphan,
): Promise<ModificationResult['state']> {
  const { reference, providerRef, amountCents, currency, state } = orphan
  const result =
    state === 'captured' ? await refundTaken(processor, orphan) : await processor.void({ reference, providerRef })
  // a processor without a list is not asked whether it has
  if (result.state === 'accepted') await noteGivenBack(database, [processor.provider, providerRef])
  await alarm(database, kind, reference, { providerRef, amountCents, currency, state, answer: result.state })
  return result.state
}

/** What was taken, which may be a part of what was authorized. Its key is as short as idempotency keys must be. */
export async function refundTaken(
  processor: PaymentProcessor,
  { reference, providerRef, amountCents, currency }: Omit<Orphan, 'kind' | 'state'>,
): Promise<ModificationResult> {
  const taken = await processor.findCaptured({ reference, providerRef })
  if (taken.state === 'unknown' || taken.state === 'notSent') return taken
  const cents = taken.state === 'told' ? taken.capturedCents : amountCents
  return processor.refund({ key: `orphan.${providerRef}`, providerRef, reference, amountCents: cents, currency })
}
