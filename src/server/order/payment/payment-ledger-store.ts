import type { LedgerKind } from '#domain/order/webhook-events.ts'
import { statement, type Tx } from '#server/db/database.ts'
import type { OrderKey } from '#server/order/order-store.ts'
import type { Payment } from './payment-store.ts'

type LedgerEntry = {
  readonly kind: LedgerKind
  readonly eventId: string
  readonly amountCents: number
  readonly currency: string
  readonly providerRef: string
  readonly isRequested: boolean
}

const add = statement(
  'order.add-payment-entry',
  `insert into shop.payment_entry (shopper_id, order_id, payment_id, provider, event_id, kind, amount_cents, currency,
     provider_ref, is_asked) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing`,
)

/** False when the event is in the ledger already. */
export async function addEntry(tx: Tx, payment: Payment & OrderKey, entry: LedgerEntry): Promise<boolean> {
  const { shopperId, orderId, paymentId, provider } = payment
  const { eventId, kind, amountCents, currency, providerRef, isRequested } = entry
  const values = [
    shopperId,
    orderId,
    paymentId,
    provider,
    eventId,
    kind,
    amountCents,
    currency,
    providerRef,
    isRequested,
  ]
  return (await tx.count(add, values)) === 1
}

const moved = statement(
  'order.note-money-moved',
  'update shop.orders set money_moved_at = now() where shopper_id = $1 and order_id = $2',
)

/** The order is exported again. */
export async function noteMoneyMoved(tx: Tx, order: OrderKey): Promise<void> {
  await tx.count(moved, [order.shopperId, order.orderId])
}

const second = statement(
  'order.second-given-back',
  `select from shop.outbox where shopper_id = $1 and topic = 'payment.void' and key = $2
   union all
   select from shop.reconcile_round where state in ('done', 'released')
     and would @> jsonb_build_array(jsonb_build_object('reference', $3::text, 'providerRef', $4::text))`,
)

/** Whether the store itself gave back what the processor held under this name beside the payment. */
export async function wasSecondGivenBack(
  tx: Tx,
  { shopperId, reference }: Payment & OrderKey,
  providerRef: string,
): Promise<boolean> {
  return (await tx.count(second, [shopperId, `${reference} ${providerRef}`, reference, providerRef])) > 0
}
