import { storeCardBrand } from '#domain/cart/payment/store-card-brands.ts'
import { type Sql, statement } from '#server/db/database.ts'
import { archivedParts } from '#server/order/archive/archive-store.ts'
import { archivedOrderOf } from '#server/order/archive/archived-order.ts'

/** One order as it is exported. Cents; dates in ISO 8601. `at`, when it last changed, is the database's own text: a Date has no microseconds. */
export type ExportedOrder = { readonly at: string; readonly orderId: string; readonly order: object }

const text = (moment: string) => `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
/** When the order was placed, cancelled, or its money moved without the store asking, whichever was last. */
const changedAt = 'greatest(o.settled_at, o.cancelled_at, o.money_moved_at)'

/** An order `o` as it is exported; its parts are rows of these. */
const exportedOf = ({ line, payment, entry }: typeof archivedParts) => `jsonb_build_object(
     'orderNumber', o.order_number, 'orderId', o.order_id, 'brand', o.brand, 'country', o.country, 'state', o.state,
     'placedAt', ${text('o.settled_at')}, 'cancelledAt', ${text('o.cancelled_at')}, 'changedAt', ${text(changedAt)},
     'currency', o.currency, 'email', o.email, 'totalCents', o.total_cents, 'storedValueCents', o.stored_value_cents,
     'cardDueCents', o.card_due_cents, 'summary', o.summary, 'billingAddress', o.billing_address,
     'recipients', o.recipients, 'partnerTransactionId', o.facts->'partnerTransactionId',
     'promoCode', o.facts->'promoCode', 'tenders', coalesce(o.facts->'tenders', '[]'),
     'lines', (select jsonb_agg(jsonb_build_object('lineNo', l.line_no, 'sku', l.sku, 'title', l.item->'title',
         'quantity', l.quantity, 'unitCents', l.unit_cents, 'lineCents', l.line_cents, 'discountCents', l.discount_cents,
         'taxCents', l.tax_cents, 'locationId', l.location_id, 'recipientId', l.recipient_id,
         'optionChoices', l.item->'optionChoices', 'personalization', l.item->'personalization') order by l.line_no)
       from ${line} l where l.shopper_id = o.shopper_id and l.order_id = o.order_id),
     'payments', coalesce((select jsonb_agg(jsonb_build_object('slot', p.slot, 'method', p.method, 'brand', p.brand,
         'lastFour', p.last_four, 'walletHolder', p.wallet->'holder', 'cardOffer',
         (select case c.plcc_option when 1 then 'reward' when 2 then 'financing' end from shop.cart_payment c
           where c.shopper_id = o.shopper_id and c.cart_id = o.cart_id and c.slot = p.slot and c.brand = '${storeCardBrand}'),
         'amountCents', p.amount_cents, 'state', p.state, 'reference', p.reference,
         'providerReference', p.provider_ref,
         'entries', coalesce((select jsonb_agg(jsonb_build_object('kind', e.kind, 'amountCents', e.amount_cents,
             'currency', e.currency, 'isAsked', e.is_asked, 'at', ${text('e.at')}) order by e.at, e.event_id)
           from ${entry} e where e.shopper_id = p.shopper_id and e.payment_id = p.payment_id), '[]')) order by p.slot)
       from ${payment} p where p.shopper_id = o.shopper_id and p.order_id = o.order_id), '[]'))`

const hot = { line: 'shop.order_line', payment: 'shop.payment', entry: 'shop.payment_entry' }
const isNext = (at: string) => `(${at}, o.order_id) > ($1::timestamptz, $2::uuid) and ${at} < $3`

/** Of the orders and of the archive as many as are wanted: what is in one is not in the other. */
const page = statement<ExportedOrder & { readonly document: unknown }>(
  'order.export-page',
  `(select ${changedAt}::text as at, o.order_id as "orderId", ${exportedOf(hot)} as order, null::jsonb as document, ${changedAt} as moment
     from shop.orders o where o.state in ('placed', 'cancelled') and ${isNext(changedAt)} order by ${changedAt}, o.order_id limit $4)
   union all
   (select a.changed_at::text, a.order_id, ${exportedOf(archivedParts)}, a.document, a.changed_at
     from (select * from shop.order_archive o where o.state in ('placed', 'cancelled') and ${isNext('o.changed_at')}
       order by o.changed_at, o.order_id limit $4) a
     cross join lateral jsonb_populate_record(null::shop.orders, a.document->'order') o)
   order by moment, "orderId" limit $4`,
)

const seen = statement<{ at: Date }>(
  'order.export-horizon',
  `select least($1::timestamptz, greatest(now() - interval '15 minutes', min(xact_start))) as at from pg_stat_activity
   where datname = current_database() and backend_type = 'client backend'`,
)

/**
 * The moment before which nothing changes any more, `until` at the latest: an order bears the time at which its transaction
 * began, and is seen when that has ended. Transactions older than 15 minutes are none of the shop's.
 */
export async function readExportHorizon(sql: Sql, until: Date): Promise<Date> {
  return (await sql.row(seen, [until]))?.at ?? until
}

/**
 * The next placed and cancelled orders after a place in the sequence of their changes, oldest first, changed before `until`; those of
 * the archive among them. @throws StoredJsonFault when one of these cannot be read
 */
export async function readExportPage(
  sql: Sql,
  after: { readonly at: string; readonly orderId: string },
  until: Date,
  limit: number,
): Promise<ExportedOrder[]> {
  const rows = await sql.rows(page, [after.at, after.orderId, until, limit])
  return rows.map(({ document, at, orderId, order }) => {
    if (document !== null) archivedOrderOf(document, orderId)
    return { at, orderId, order }
  })
}
