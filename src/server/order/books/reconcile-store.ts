import { readPaymentReference } from '#domain/order/payment-reference.ts'
import { type Sql, statement } from '#server/db/database.ts'
import {
  archivedPaymentsOf,
  type BookedPayment,
  readArchivedPayments,
} from '#server/order/archive/archived-payment-store.ts'

const columns = `p.shopper_id as "shopperId", p.reference, p.provider_ref as "providerRef", p.amount_cents as "amountCents", p.currency, p.state,
  o.state as "orderState", o.order_id as "orderId", o.order_number as "orderNumber", p.sent_at as "sentAt"`

/** Hot or archived: one look at both, so that an order that is being moved is in one of them. */
const byReferences = statement<BookedPayment & { readonly document: unknown }>(
  'order.booked-payments',
  `select ${columns}, null::jsonb as document
   from shop.payment p join shop.orders o using (shopper_id, order_id) where p.reference = any($1)
   union all
   select a.shopper_id, '', null, 0, '', '', a.state, a.order_id, a.order_number, null, a.document
   from unnest($2::uuid[], $3::uuid[]) r(shopper_id, order_id)
   join shop.order_archive a on a.order_id = r.order_id and a.shopper_id = r.shopper_id`,
)

/** References that are looked for at a time. */
const atOnce = 2_000

/**
 * Our payments of these references, also of archived orders: money of which none is found is given back.
 * @throws StoredJsonFault when a document cannot be read: nobody knows what is ours then
 */
export async function readBookedPayments(sql: Sql, references: readonly string[]): Promise<BookedPayment[]> {
  const found: BookedPayment[] = []
  for (let first = 0; first < references.length; first += atOnce) {
    const some = references.slice(first, first + atOnce)
    const orders = new Map(some.flatMap((reference) => orderOf(reference)))
    const rows = await sql.rows(byReferences, [some, [...orders.values()], [...orders.keys()]])
    const wanted = new Set(some)
    for (const { document, ...row } of rows) {
      if (document === null) found.push(row)
      else found.push(...archivedPaymentsOf({ ...row, document }, ({ reference }) => wanted.has(reference)))
    }
  }
  return found
}

function orderOf(reference: string): [orderId: string, shopperId: string][] {
  const read = readPaymentReference(reference)
  return read === null ? [] : [[read.orderId, read.shopperId]]
}

const standingSince = statement<BookedPayment>(
  'order.kept-payments',
  `select ${columns} from shop.payment p join shop.orders o using (shopper_id, order_id)
   where p.state in ('authorized', 'captured') and p.provider = $2
     and p.sent_at between $1 and now() - interval '1 minute'`,
)

/** What we believe the processor holds for us, from payments sent since a moment; the last minute is left out. */
export async function readStandingPayments(sql: Sql, provider: string, since: Date): Promise<BookedPayment[]> {
  const archived = await readArchivedPayments(sql, provider, since)
  const standing = archived.filter(({ state }) => state === 'authorized' || state === 'captured')
  return withArchived(await sql.rows(standingSince, [since, provider]), standing)
}

/** Each once: an order may be moved between the two looks. */
function withArchived(booked: readonly BookedPayment[], archived: readonly BookedPayment[]): BookedPayment[] {
  return [...new Map([...archived, ...booked].map((payment) => [payment.reference, payment])).values()]
}

const allSince = statement<BookedPayment>(
  'order.all-payments',
  `select ${columns} from shop.payment p join shop.orders o using (shopper_id, order_id)
   where p.provider = $1 and p.sent_at between $2 and 'infinity'`,
)

/** All payments that were ever on the wire, sent since a moment. */
export async function readAllPayments(sql: Sql, provider: string, since: Date): Promise<BookedPayment[]> {
  const archived = await readArchivedPayments(sql, provider, since)
  return withArchived(await sql.rows(allSince, [provider, since]), archived)
}
