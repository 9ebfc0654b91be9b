import type { OrderState, PaymentState } from '#domain/order/states.ts'
import type { Currency } from '#domain/variant.ts'
import { type Sql, statement } from '#server/db/database.ts'
import { type ArchivedOrder, archivedOrderOf } from './archived-order.ts'

/** One of our payments as the reconciler compares it; cents. */
export type BookedPayment = {
  readonly shopperId: string
  readonly reference: string
  /** Null until the processor has named it. */
  readonly providerRef: string | null
  readonly amountCents: number
  readonly currency: Currency
  readonly state: PaymentState
  readonly orderState: OrderState
  readonly orderId: string
  readonly orderNumber: string
  readonly sentAt: Date | null
}

type Row = { readonly orderId: string; readonly document: unknown }

const sentSince = statement<Row & { readonly at: string }>(
  'order.archived-sent-since',
  `select order_id as "orderId", sent_at::text as at, document from shop.order_archive
   where sent_at is not null and (sent_at, order_id) > ($1::timestamptz, $2::uuid) order by sent_at, order_id limit $3`,
)

/** So many orders are read at a time. */
const atOnce = 500

/** Payments of archived orders at a processor that were sent since a moment. @throws StoredJsonFault when a document cannot be read */
export async function readArchivedPayments(sql: Sql, provider: string, since: Date): Promise<BookedPayment[]> {
  const found: BookedPayment[] = []
  let after = { at: since.toISOString(), orderId: '00000000-0000-0000-0000-000000000000' }
  for (;;) {
    const rows = await sql.rows(sentSince, [after.at, after.orderId, atOnce])
    for (const row of rows) {
      found.push(...archivedPaymentsOf(row, (one) => one.provider === provider && isSentSince(one.sent_at, since)))
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < atOnce) return found
    after = last
  }
}

function isSentSince(sentAt: string | null, since: Date): boolean {
  return sentAt !== null && new Date(sentAt) >= since
}

/** Of an archived order the payments that are meant. @throws StoredJsonFault when it cannot be read: nobody knows what is ours then */
export function archivedPaymentsOf(
  { document, orderId }: Row,
  isMeant: (payment: ArchivedOrder['payments'][number]) => boolean,
): BookedPayment[] {
  const { order, payments } = archivedOrderOf(document, orderId)
  const { shopper_id: shopperId, order_number: orderNumber, state: orderState } = order
  return payments.filter(isMeant).map((payment) => {
    const { reference, provider_ref: providerRef, amount_cents: amountCents, currency, state } = payment
    const sentAt = payment.sent_at === null ? null : new Date(payment.sent_at)
    return { shopperId, reference, providerRef, amountCents, currency, state, orderState, orderId, orderNumber, sentAt }
  })
}
