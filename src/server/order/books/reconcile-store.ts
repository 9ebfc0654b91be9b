import type { OrderState, PaymentState } from '#domain/order/states.ts'
import type { Currency } from '#domain/variant.ts'
import { type Sql, statement } from '#server/db/database.ts'

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

const columns = `p.shopper_id as "shopperId", p.reference, p.provider_ref as "providerRef", p.amount_cents as "amountCents", p.currency, p.state,
  o.state as "orderState", o.order_id as "orderId", o.order_number as "orderNumber", p.sent_at as "sentAt"`

const byReferences = statement<BookedPayment>(
  'order.booked-payments',
  `select ${columns} from shop.payment p join shop.orders o using (shopper_id, order_id) where p.reference = any($1)`,
)

/** Our payments of these references. */
export function readBookedPayments(sql: Sql, references: readonly string[]): Promise<BookedPayment[]> {
  return sql.rows(byReferences, [references])
}

const standingSince = statement<BookedPayment>(
  'order.kept-payments',
  `select ${columns} from shop.payment p join shop.orders o using (shopper_id, order_id)
   where p.state in ('authorized', 'captured') and p.provider = $2
     and p.sent_at between $1 and now() - interval '1 minute'`,
)

/** What we believe the processor holds for us, from payments sent since a moment; the last minute is left out. */
export function readStandingPayments(sql: Sql, provider: string, since: Date): Promise<BookedPayment[]> {
  return sql.rows(standingSince, [since, provider])
}

const allSince = statement<BookedPayment>(
  'order.all-payments',
  `select ${columns} from shop.payment p join shop.orders o using (shopper_id, order_id)
   where p.provider = $1 and p.sent_at between $2 and 'infinity'`,
)

/** All payments that were ever on the wire, sent since a moment. */
export function readAllPayments(sql: Sql, provider: string, since: Date): Promise<BookedPayment[]> {
  return sql.rows(allSince, [provider, since])
}
