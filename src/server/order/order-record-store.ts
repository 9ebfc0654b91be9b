import { storeCardBrand } from '#domain/cart/payment/store-card-brands.ts'
import type { OrderAnswer } from '#domain/order/place-answer.ts'
import type { Seller } from '#domain/order/seller.ts'
import type { OrderState } from '#domain/order/states.ts'
import type { LedgerKind } from '#domain/order/webhook-events.ts'
import type { PlccOption } from '#domain/payment/limits.ts'
import type { Brand, Country, Currency } from '#domain/variant.ts'
import { type Sql, statement } from '#server/db/database.ts'
import { archivedOrders, archivedParts } from '#server/order/archive/archive-store.ts'
import { archivedOrderOf } from '#server/order/archive/archived-order.ts'
import { type OrderKey, openChallenge } from '#server/order/order-store.ts'
import { type StoredOrder, storedAnswer, storedSeller, storedTenders } from '#server/order/stored-order.ts'

/** An order as people read it: the confirmation and the mail. Cents. */
export type OrderRecord = {
  readonly orderNumber: string
  /** Its links are signed over it; raised, they end. */
  readonly linkVersion: number
  /** Of the cart it was made of. */
  readonly cartId: string
  readonly state: OrderState
  readonly email: string
  readonly createdAt: Date
  readonly settledAt: Date | null
  readonly cancelledAt: Date | null
  /** Since it was placed, by the clock of the database; 0 while it is not. */
  readonly placedSecondsAgo: number
  /** Some of its money is taken, not only held. */
  readonly isPaymentTaken: boolean
  readonly currency: Currency
  readonly brand: Brand
  readonly country: Country
  readonly answer: OrderAnswer | null
  /** For `snapshotOf`. */
  readonly stored: StoredOrder
  /** Who sold it, as it was then; null of an order from before that was written down. */
  readonly seller: Seller | null
  /** The page of the card's bank that the order waits for; null for none. */
  readonly challengeUrl: string | null
  readonly payments: readonly {
    readonly method: string
    readonly brand: string
    readonly lastFour: string
    /** The payer's mail address or name at a wallet; missing or '' otherwise. */
    readonly holder?: string
    readonly amountCents: number
    /** Cents of it that were taken before the order was given up, and have been given back; missing for what is no payment. */
    readonly refundedCents?: number
    /** The offer chosen with the store card: 1 reward, 2 financing (PROMO-11). */
    readonly plccOption?: PlccOption | null
  }[]
  /** What became of its payments at the processor since, oldest first. */
  readonly moneyMoves: readonly {
    readonly kind: LedgerKind
    readonly method: string
    readonly brand: string
    readonly lastFour: string
    readonly holder: string
    readonly amountCents: number
    /** ISO 8601. */
    readonly at: string
  }[]
}

/** The columns of OrderRecord; the order is `o`, its parts are rows of these. */
const columnsOf = ({
  line,
  payment,
  entry,
}: typeof archivedParts) => `o.order_number as "orderNumber", o.link_version as "linkVersion", o.cart_id as "cartId", o.state, o.email, o.created_at as "createdAt",
  o.settled_at as "settledAt", o.cancelled_at as "cancelledAt",
  coalesce(extract(epoch from now() - o.settled_at), 0)::float8 as "placedSecondsAgo",
  exists (select from ${payment} t where t.shopper_id = o.shopper_id and t.order_id = o.order_id
    and t.state = 'captured') as "isPaymentTaken", o.currency, o.brand, o.country, o.response as answer,
  case when o.state = 'pending' then ${openChallenge} end as "challengeUrl",
  jsonb_build_object('summary', o.summary, 'recipients', o.recipients, 'billingAddress', o.billing_address,
    'items', coalesce((select jsonb_agg(l.item order by l.line_no) from ${line} l
      where l.shopper_id = o.shopper_id and l.order_id = o.order_id), '[]')) as stored,
  o.facts->'seller' as seller, o.facts->'tenders' as tenders, coalesce((select jsonb_agg(jsonb_build_object('method', p.method, 'brand', p.brand, 'lastFour', coalesce(p.last_four, ''),
      'holder', coalesce(p.wallet->>'holder', ''), 'amountCents', p.amount_cents,
      'plccOption', (select c.plcc_option from shop.cart_payment c where c.shopper_id = o.shopper_id
        and c.cart_id = o.cart_id and c.slot = p.slot and p.brand = '${storeCardBrand}' and c.brand = p.brand),
      'refundedCents', case when p.state = 'voided' and p.reason like 'refunded%'
        then coalesce(nullif(split_part(p.reason, ' ', 2), '')::bigint, p.amount_cents) else 0 end) order by p.slot) from ${payment} p
    where p.shopper_id = o.shopper_id and p.order_id = o.order_id), '[]') as payments,
  coalesce((select jsonb_agg(jsonb_build_object('kind', e.kind, 'method', p.method, 'brand', p.brand,
      'lastFour', coalesce(p.last_four, ''), 'holder', coalesce(p.wallet->>'holder', ''),
      'amountCents', least(e.amount_cents, p.amount_cents),
      'at', to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by e.at, e.event_id)
    from ${entry} e join ${payment} p on p.shopper_id = e.shopper_id and p.payment_id = e.payment_id
    where e.shopper_id = o.shopper_id and e.order_id = o.order_id and e.amount_cents > 0 and e.currency = p.currency
      and (e.provider_ref = p.provider_ref or p.provider_ref is null
        or e.provider_ref = split_part(e.event_id, '.', 2))), '[]') as "moneyMoves"`

/** The columns of OrderRecord; the order is `o`. */
export const recordColumns = columnsOf({
  line: 'shop.order_line',
  payment: 'shop.payment',
  entry: 'shop.payment_entry',
})
const archivedColumns = `${columnsOf(archivedParts)}, o.order_id as "orderId", a.document`

/** A row of these columns. */
export type RecordRow = Omit<OrderRecord, 'answer' | 'seller'> & {
  readonly answer: unknown
  readonly tenders: unknown
  readonly seller: unknown
}

/** An order of a row of these columns; a `StoredJsonFault` when it cannot be read. */
export function recordOf<Row extends RecordRow>({ answer, tenders, seller, ...row }: Row) {
  const { orderNumber } = row
  const storedValue = storedTenders(tenders, orderNumber).map(({ kind, label, cents }) => {
    return { method: kind, brand: '', lastFour: label, amountCents: cents }
  })
  const payments = [...storedValue, ...row.payments]
  return { ...row, answer: storedAnswer(answer, orderNumber), seller: storedSeller(seller, orderNumber), payments }
}

const record = statement<RecordRow>(
  'order.record',
  `select ${recordColumns} from shop.orders o where o.shopper_id = $1 and o.order_id = $2`,
)

type ArchivedRow = RecordRow & { readonly orderId: string; readonly document: unknown }

/** An order of the archive; a `StoredJsonFault` when its document cannot be read. */
function archivedRecordOf<Row extends ArchivedRow>({ document, orderId, ...row }: Row) {
  archivedOrderOf(document, orderId)
  return recordOf(row)
}

const archivedRecord = statement<ArchivedRow>(
  'order.archived-record',
  `select ${archivedColumns} from ${archivedOrders} where a.shopper_id = $1 and a.order_id = $2`,
)

/** Everything of an order that people read, also of one in the archive. */
export async function readOrderRecord(sql: Sql, key: OrderKey): Promise<OrderRecord | undefined> {
  const row = await sql.row(record, [key.shopperId, key.orderId])
  if (row !== undefined) return recordOf(row)
  const archived = await sql.row(archivedRecord, [key.shopperId, key.orderId])
  return archived && archivedRecordOf(archived)
}

const lastRecord = statement<RecordRow>(
  'order.last-record',
  `select ${recordColumns} from shop.orders o
   where o.shopper_id = any($1) and o.brand = $2 and o.country = $3
     and (o.state in ('pending', 'placed', 'cancelled') or (o.state = 'refused' and o.settled_at > now() - interval '10 minutes'))
   order by o.created_at desc limit 1`,
)

const lastArchived = statement<ArchivedRow>(
  'order.last-archived-record',
  `select ${archivedColumns} from ${archivedOrders}
   where a.shopper_id = any($1) and a.brand = $2 and a.country = $3 and a.state <> 'refused'
   order by a.created_at desc limit 1`,
)

/** None younger is in the archive; milliseconds. */
const youngestMs = 365 * 86_400_000

/**
 * The last order of these shoppers, who are one person, in a storefront, for the confirmation (OPEN-118). A refused one counts for ten minutes: so long
 * a page may still be waiting to hear how a pending order ended (BEYOND-02).
 */
export async function readLastRecord(
  sql: Sql,
  shopperIds: readonly string[],
  variant: { readonly brand: Brand; readonly country: Country },
): Promise<OrderRecord | undefined> {
  const row = await sql.row(lastRecord, [shopperIds, variant.brand, variant.country])
  const isLast = row !== undefined && Date.now() - row.createdAt.getTime() < youngestMs
  // an old one may have come back from the archive, where later ones still are
  const archived = isLast ? undefined : await sql.row(lastArchived, [shopperIds, variant.brand, variant.country])
  if (archived !== undefined && !(row !== undefined && row.createdAt > archived.createdAt))
    return archivedRecordOf(archived)
  return row && recordOf(row)
}

const byNumber = statement<RecordRow & { readonly shopperId: string }>(
  'order.record-by-number',
  `select ${recordColumns}, o.shopper_id as "shopperId" from shop.orders o
   where o.order_number = $1 and o.brand = $2 and o.country = $3`,
)

const archivedByNumber = statement<ArchivedRow & { readonly shopperId: string }>(
  'order.archived-record-by-number',
  `select ${archivedColumns}, a.shopper_id as "shopperId" from ${archivedOrders}
   where a.order_number = $1 and a.brand = $2 and a.country = $3`,
)

/** An order of a storefront by its number, with whose it is: the caller must ask who wants it. */
export async function readRecordByNumber(
  sql: Sql,
  orderNumber: string,
  variant: { readonly brand: Brand; readonly country: Country },
): Promise<(OrderRecord & { readonly shopperId: string }) | undefined> {
  const row = await sql.row(byNumber, [orderNumber, variant.brand, variant.country])
  if (row !== undefined) return recordOf(row)
  const archived = await sql.row(archivedByNumber, [orderNumber, variant.brand, variant.country])
  return archived && archivedRecordOf(archived)
}
